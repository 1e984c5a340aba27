/// What is known of a container without walking it again.
struct Measure: Sendable {
  var height = 1
  var textSize = 2

  mutating func add(_ value: JSONValue, name: String? = nil) {
    height = max(height, value.height + 1)
    let nameSize = name.map { $0.utf8.count + 3 } ?? 0
    let (sum, overflow) = textSize.addingReportingOverflow(value.textSize + nameSize + 1)
    // Half of the range is left free, so that one more addition never overflows.
    textSize = overflow ? Int.max / 2 : min(sum, Int.max / 2)
  }
}

/// The shared storage of an array.
final class ArrayNode: Sendable {
  let elements: [JSONValue]
  let measure: Measure

  init(_ elements: [JSONValue]) {
    self.elements = elements
    var measure = Measure()
    for element in elements { measure.add(element) }
    self.measure = measure
  }
}

/// The shared storage of an object: members in order, and an index where they are many.
final class ObjectNode: Sendable {
  typealias Member = (name: String, value: JSONValue)

  /// Up to this many members, comparing the names one by one beats hashing.
  static let scanLimit = 8

  let members: [Member]
  let measure: Measure
  private let places: [NameKey: Int]?

  /// Takes members whose names are known to differ.
  init(unique members: [Member], places: [NameKey: Int]? = nil) {
    self.members = members
    var measure = Measure()
    for member in members { measure.add(member.value, name: member.name) }
    self.measure = measure
    if let places {
      self.places = places
    } else if members.count > Self.scanLimit {
      var made: [NameKey: Int] = [:]
      made.reserveCapacity(members.count)
      for (place, member) in members.enumerated() { made[NameKey(member.name)] = place }
      self.places = made
    } else {
      self.places = nil
    }
  }

  convenience init(replacingDuplicates members: [Member]) {
    var builder = ObjectBuilder()
    for member in members where !builder.add(member.name, member.value) {
      builder.replace(member.name, member.value)
    }
    self.init(unique: builder.members, places: builder.finishedPlaces)
  }

  func place(of name: String) -> Int? {
    if let places { return places[NameKey(name)] }
    return members.firstIndex { $0.name.hasSameBytes(as: name) }
  }

  /// The place of a name, which is looked for at a likely one first.
  func place(of name: String, near place: Int) -> Int? {
    if place < members.count, members[place].name.hasSameBytes(as: name) { return place }
    return self.place(of: name)
  }

  /// This object with another value at a place; names and so their index stay as they are.
  func replacing(at place: Int, with value: JSONValue) -> ObjectNode {
    var members = members
    members[place].value = value
    return ObjectNode(unique: members, places: places)
  }

  func hasSameMembers(as other: ObjectNode) -> Bool {
    guard members.count == other.members.count else { return false }
    for (place, member) in members.enumerated() {
      // Nearly always both sides have the same order, so the same place is tried first.
      let candidate = other.members[place]
      if candidate.name.hasSameBytes(as: member.name) {
        guard candidate.value == member.value else { return false }
      } else {
        guard let found = other.place(of: member.name), other.members[found].value == member.value
        else { return false }
      }
    }
    return true
  }
}

/// Collects the members of an object and finds a name that comes twice, in linear time.
struct ObjectBuilder {
  private(set) var members: [ObjectNode.Member] = []
  private var places: [NameKey: Int] = [:]

  /// Adds a member; false, and nothing added, where the name is already there.
  mutating func add(_ name: String, _ value: JSONValue) -> Bool {
    guard place(of: name) == nil else { return false }
    if members.count == ObjectNode.scanLimit {
      for (place, member) in members.enumerated() { places[NameKey(member.name)] = place }
    }
    if members.count >= ObjectNode.scanLimit { places[NameKey(name)] = members.count }
    members.append((name, value))
    return true
  }

  mutating func replace(_ name: String, _ value: JSONValue) {
    guard let place = place(of: name) else { return }
    members[place].value = value
  }

  var finishedPlaces: [NameKey: Int]? { places.isEmpty ? nil : places }

  func place(of name: String) -> Int? {
    if members.count > ObjectNode.scanLimit { return places[NameKey(name)] }
    return members.firstIndex { $0.name.hasSameBytes(as: name) }
  }
}

/// A name as a dictionary key that is compared by bytes, where `String` would merge `é` and `é`.
struct NameKey: Hashable, Sendable {
  let name: String

  init(_ name: String) { self.name = name }

  static func == (left: NameKey, right: NameKey) -> Bool { left.name.hasSameBytes(as: right.name) }

  func hash(into hasher: inout Hasher) {
    var name = name
    name.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}

extension String {
  /// Whether both strings are the same UTF-8 bytes; `==` would take canonical equivalents as equal.
  package func hasSameBytes(as other: String) -> Bool {
    guard utf8.count == other.utf8.count else { return false }
    let same = utf8.withContiguousStorageIfAvailable { own -> Bool? in
      other.utf8.withContiguousStorageIfAvailable { others in
        guard let left = own.baseAddress, let right = others.baseAddress else { return true }
        return Memory.order(left, right, own.count) == 0
      }
    }
    return (same ?? .none) ?? utf8.elementsEqual(other.utf8)
  }

  /// Whether this string comes before the other in the order of their UTF-8 bytes.
  package func precedesInBytes(_ other: String) -> Bool {
    utf8.lexicographicallyPrecedes(other.utf8)
  }
}
