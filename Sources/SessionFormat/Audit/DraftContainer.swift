/// A value of a ``Draft``: a node on its tape or a changed container.
struct DraftValue {
  private let place: Int32

  /// The value at a node of the tape.
  @inline(__always)
  init(node: Int) { place = Int32(truncatingIfNeeded: node) }

  /// The changed container with that number.
  @inline(__always)
  init(container: Int) { place = Int32(truncatingIfNeeded: ~container) }

  @inline(__always) var node: Int? { place >= 0 ? Int(place) : nil }
  @inline(__always) var container: Int? { place < 0 ? Int(~place) : nil }
}

/// The children of an array or object that was changed.
struct DraftContainer {
  /// The name of a member.
  private enum Name {
    /// A string on the tape.
    case node(Int32)
    /// An added name, which is not on the tape.
    case spelled([UInt8])
  }

  let isObject: Bool
  private(set) var values: [DraftValue] = []
  /// For an object, one name per value; the order of members does not matter.
  private var names: [Name] = []
  /// The position for each name's hash, if the object ever had many members.
  private var places: [UInt64: Int32] = [:]
  private var isIndexed = false

  /// Up to this many members, comparing names one by one is as fast.
  private static let scanLimit = 24

  /// The children of a container on a tape; nil if two names have the same hash.
  ///
  /// Complexity: O(count).
  init?(_ node: Int, _ tape: Tape) {
    let found = tape.nodes[node]
    isObject = found.kind == .object
    values.reserveCapacity(found.count)
    if isObject { names.reserveCapacity(found.count) }
    var child = node &+ 2
    while child < found.next {
      if isObject {
        names.append(.node(Int32(truncatingIfNeeded: child)))
        child &+= 1
      }
      values.append(DraftValue(node: child))
      child = tape.next(after: child)
    }
    guard index(tape) else { return nil }
  }

  var count: Int { values.count }

  /// Whether the name at a position has these bytes.
  private func isName(
    _ place: Int, _ start: UnsafePointer<UInt8>, _ length: Int, _ tape: Tape
  ) -> Bool {
    switch names[place] {
    case .node(let node): tape.hasText(Int(node), start, length)
    case .spelled(let bytes): bytes.elementsEqual(UnsafeBufferPointer(start: start, count: length))
    }
  }

  private func hash(of name: Name, _ tape: Tape) -> UInt64 {
    switch name {
    case .node(let node): tape.hash(ofName: Int(node))
    case .spelled(let bytes): NameHash.hash(String(decoding: bytes, as: UTF8.self))
    }
  }

  /// The position of a name; nil if there is none.
  func place(of name: UnsafeBufferPointer<UInt8>, _ tape: Tape) -> Int? {
    guard let start = name.baseAddress else { return nil }
    if isIndexed {
      let found = places[NameHash.hash(UnsafeRawPointer(start), name.count)]
      return found.map { Int($0) }.flatMap { isName($0, start, name.count, tape) ? $0 : nil }
    }
    return names.indices.first { isName($0, start, name.count, tape) }
  }

  /// The node of the same name in an object on the right side; nil if the object lacks it.
  ///
  /// Checks the node at `guess` first.
  func node(ofName place: Int, in object: Int, at guess: Int, _ pair: TapePair) -> Int? {
    switch names[place] {
    case .node(let node):
      if guess < pair.right.nodes[object].next, pair.haveSameText(Int(node), guess) { return guess }
      return pair.member(of: object, named: Int(node)).map { $0 - 1 }
    case .spelled(let bytes):
      return bytes.withUnsafeBufferPointer { bytes in
        bytes.baseAddress.flatMap { pair.right.name(object, $0, bytes.count) }
      }
    }
  }

  mutating func replace(_ place: Int, with value: DraftValue) { values[place] = value }

  /// Inserts an element before a position from 0 to the count.
  mutating func insert(_ value: DraftValue, at place: Int) { values.insert(value, at: place) }

  /// Adds a member with a new name; false if its hash equals that of another name.
  mutating func add(_ name: [UInt8], _ value: DraftValue, _ tape: Tape) -> Bool {
    names.append(.spelled(name))
    values.append(value)
    guard isIndexed else { return index(tape) }
    let hash = hash(of: .spelled(name), tape)
    return places.updateValue(Int32(count - 1), forKey: hash) == nil
  }

  /// Removes the child at a position.
  mutating func remove(at place: Int, _ tape: Tape) {
    guard isObject else {
      values.remove(at: place)
      return
    }
    // The last member takes the removed one's position.
    if isIndexed {
      let hash = hash(of: names[place], tape)
      places[hash] = nil
    }
    let (name, value) = (names.removeLast(), values.removeLast())
    guard place < count else { return }
    (names[place], values[place]) = (name, value)
    if isIndexed {
      let hash = hash(of: name, tape)
      places[hash] = Int32(place)
    }
  }

  /// Builds the hash table if there are many names; false if two have the same hash.
  private mutating func index(_ tape: Tape) -> Bool {
    guard names.count > Self.scanLimit else { return true }
    isIndexed = true
    places.reserveCapacity(names.count)
    for (place, name) in names.enumerated() {
      let hash = hash(of: name, tape)
      places[hash] = Int32(place)
    }
    return places.count == names.count
  }
}
