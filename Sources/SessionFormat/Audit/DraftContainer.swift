/// A value of a ``Draft``: one on its tape, or a container that was changed.
struct DraftValue {
  private let place: Int32

  /// The value at a node of the tape.
  @inline(__always)
  init(node: Int) { place = Int32(truncatingIfNeeded: node) }

  /// The changed container of that number.
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
    /// One that was added, as no text has it.
    case spelled([UInt8])
  }

  let isObject: Bool
  private(set) var values: [DraftValue] = []
  /// Of an object, one for each value; the order of members does not matter.
  private var names: [Name] = []
  /// Where the hash of each name leads, of an object that has ever had many.
  private var places: [UInt64: Int32] = [:]
  private var isIndexed = false

  /// Up to this many members, comparing the names one by one is as good.
  private static let scanLimit = 24

  /// The children of a container on a tape; nil if the names cannot be told by their hashes.
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

  /// Whether the name at a place has these bytes.
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

  /// The place of a name; nil if there is none.
  func place(of name: UnsafeBufferPointer<UInt8>, _ tape: Tape) -> Int? {
    guard let start = name.baseAddress else { return nil }
    if isIndexed {
      let found = places[NameHash.hash(UnsafeRawPointer(start), name.count)]
      return found.map { Int($0) }.flatMap { isName($0, start, name.count, tape) ? $0 : nil }
    }
    return names.indices.first { isName($0, start, name.count, tape) }
  }

  /// The name's node in an object of the pair's right side, looked for first at a guess; nil if
  /// there is none of that name.
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

  /// Puts an element in before a place from 0 to the count.
  mutating func insert(_ value: DraftValue, at place: Int) { values.insert(value, at: place) }

  /// Adds a member whose name is new; false if it cannot be told from another by its hash.
  mutating func add(_ name: [UInt8], _ value: DraftValue, _ tape: Tape) -> Bool {
    names.append(.spelled(name))
    values.append(value)
    guard isIndexed else { return index(tape) }
    let hash = hash(of: .spelled(name), tape)
    return places.updateValue(Int32(count - 1), forKey: hash) == nil
  }

  /// Takes the child at a place away.
  mutating func remove(at place: Int, _ tape: Tape) {
    guard isObject else {
      values.remove(at: place)
      return
    }
    // The last member takes the place.
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

  /// Makes the hash table where there are many names; false if two have the same hash.
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
