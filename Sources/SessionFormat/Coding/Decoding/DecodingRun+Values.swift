extension DecodingRun {
  /// Reads a value.
  @inline(__always)
  func decode<T: Decodable>(_ type: T.Type, _ place: TapePlace) throws -> T {
    // If the compiler knows the type, only one branch remains; otherwise the checks are cheap.
    if T.self == String.self {
      if tape.pointee.nodes[place.index].kind == .string {
        return unsafeBitCast(tape.pointee.string(place.index), to: T.self)
      }
    } else if T.self == Int.self {
      if let value = tape.pointee.smallInteger(place.index) {
        return unsafeBitCast(value, to: T.self)
      }
    } else if T.self == Bool.self {
      switch tape.pointee.nodes[place.index].kind {
      case .yes: return unsafeBitCast(true, to: T.self)
      case .no: return unsafeBitCast(false, to: T.self)
      default: break
      }
    } else if T.self == Double.self {
      if let value = tape.pointee.double(place.index) { return unsafeBitCast(value, to: T.self) }
    }
    return try decodeOther(type, place)
  }

  @inline(never)
  private func decodeOther<T: Decodable>(_ type: T.Type, _ place: TapePlace) throws -> T {
    // A directly read value is small and is moved out before anything else is read. There is no
    // optional on purpose: the metadata of `T?` would be looked up each time.
    if try readsDirectly(type, place) { return scratch.assumingMemoryBound(to: T.self).move() }
    try enter(place)
    defer { stack.pointee.leave() }
    return try T(from: PlaceDecoder(run: self, place: place))
  }

  /// Reads a value into `scratch`; false if its type must decode itself.
  ///
  /// Not generic: an app would have a copy of it for each leaf of `Codable`.
  @inline(never)
  private func readsDirectly(_ type: any Decodable.Type, _ place: TapePlace) throws -> Bool {
    let direct = direct.decoding(of: type)
    if let leaf = direct.leaf {
      if leaf.read(place.index, tape, into: scratch) { return true }
      if direct.isLeafOnly { throw mismatch(place, type, "\(type)") }
      return false
    }
    guard let collection = direct.collection else { return false }
    try enter(place)
    defer { stack.pointee.leave() }
    return try collection.read(place, self, into: scratch)
  }

  /// Goes down one level, if the stack has room for it.
  private func enter(_ place: TapePlace) throws {
    if stack.pointee.enter() { return }
    stack.pointee.leave()
    throw DecodingError.dataCorrupted(
      .init(
        codingPath: path(place),
        debugDescription: "it is nested deeper than the stack of this thread has room for"))
  }
}
