// The standard collections, each read in one loop. The reserved capacity is bounded, because a
// small text may claim many elements of a large type.

extension DecodingRun {
  func roomFor<T>(_ count: Int, of type: T.Type) -> Int {
    min(count, (1 << 22) / max(MemoryLayout<T>.stride, 1))
  }
}

extension Array: DirectlyDecodedCollection where Element: Decodable {
  static func read(
    _ place: TapePlace, _ run: DecodingRun, into memory: UnsafeMutableRawPointer
  ) throws -> Bool {
    let node = run.tape.pointee.nodes[place.index]
    guard node.kind == .array else { throw run.mismatch(place, [Any].self, "an array") }
    var result: Self = []
    result.reserveCapacity(run.roomFor(node.count, of: Element.self))
    var index = place.index &+ 2
    var ordinal: UInt32 = 0
    while index < node.next {
      let element = TapePlace(
        node: UInt32(truncatingIfNeeded: index), parent: place.node, ordinal: ordinal)
      result.append(try run.decode(Element.self, element))
      index = run.tape.pointee.next(after: index)
      ordinal &+= 1
    }
    memory.assumingMemoryBound(to: Self.self).initialize(to: result)
    return true
  }
}

extension Set: DirectlyDecodedCollection where Element: Decodable {
  static func read(
    _ place: TapePlace, _ run: DecodingRun, into memory: UnsafeMutableRawPointer
  ) throws -> Bool {
    let node = run.tape.pointee.nodes[place.index]
    guard node.kind == .array else { throw run.mismatch(place, [Any].self, "an array") }
    var result = Self(minimumCapacity: run.roomFor(node.count, of: Element.self))
    var index = place.index &+ 2
    var ordinal: UInt32 = 0
    while index < node.next {
      let element = TapePlace(
        node: UInt32(truncatingIfNeeded: index), parent: place.node, ordinal: ordinal)
      result.insert(try run.decode(Element.self, element))
      index = run.tape.pointee.next(after: index)
      ordinal &+= 1
    }
    memory.assumingMemoryBound(to: Self.self).initialize(to: result)
    return true
  }
}

extension Dictionary: DirectlyDecodedCollection where Key: Decodable, Value: Decodable {
  static func read(
    _ place: TapePlace, _ run: DecodingRun, into memory: UnsafeMutableRawPointer
  ) throws -> Bool {
    // For other key types `Dictionary` has its own rules: it reads names or pairs.
    guard Key.self == String.self else { return false }
    let node = run.tape.pointee.nodes[place.index]
    guard node.kind == .object else { throw run.mismatch(place, [String: Any].self, "an object") }
    var result: [String: Value] = [:]
    result.reserveCapacity(run.roomFor(node.count, of: (String, Value).self))
    var index = place.index &+ 2
    while index < node.next {
      let name = run.tape.pointee.string(index)
      let member = TapePlace(
        node: UInt32(truncatingIfNeeded: index &+ 1), parent: place.node, ordinal: 0)
      result[name] = try run.decode(Value.self, member)
      index = run.tape.pointee.next(after: index &+ 1)
    }
    memory.assumingMemoryBound(to: [String: Value].self).initialize(to: result)
    return true
  }
}
