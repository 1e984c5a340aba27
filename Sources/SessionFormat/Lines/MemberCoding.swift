/// Takes the members of a line one by one; `rest` holds the members that were not taken.
struct MemberReader {
  let document: JSONValue
  private let object: JSONObject
  /// The indices of the members that were taken: those of the first 64 as bits.
  private var taken: UInt64 = 0
  private var takenBeyond: Set<Int> = []
  /// The prefix of a member's name in a fault: `continues.` inside that member.
  private let prefix: String

  init(_ document: JSONValue, within parent: String? = nil) throws(LineFault) {
    guard let object = document.object else { throw .notAnObject }
    (self.document, self.object) = (document, object)
    prefix = parent.map { $0 + "." } ?? ""
  }

  /// The members that were not taken, in order.
  var rest: [Member] {
    guard taken.nonzeroBitCount + takenBeyond.count < object.count else { return [] }
    return object.enumerated().filter { !isTaken($0.offset) }.map {
      Member(name: $0.element.name, value: $0.element.value)
    }
  }

  mutating func optional(_ name: String) -> JSONValue? {
    guard let member = object.find(name) else { return nil }
    if member.place < 64 {
      taken |= 1 << UInt64(member.place)
    } else {
      takenBeyond.insert(member.place)
    }
    return member.value
  }

  private func isTaken(_ place: Int) -> Bool {
    place < 64 ? taken & 1 << UInt64(place) != 0 : takenBeyond.contains(place)
  }

  mutating func value(_ name: String) throws(LineFault) -> JSONValue {
    guard let value = optional(name) else { throw .missing(prefix + name) }
    return value
  }

  mutating func string(_ name: String) throws(LineFault) -> String {
    try typed(name, try value(name), "a string", \.string)
  }

  mutating func optionalString(_ name: String) throws(LineFault) -> String? {
    guard let value = optional(name) else { return nil }
    return try typed(name, value, "a string", \.string)
  }

  /// A whole number of 0 or more.
  mutating func count(_ name: String) throws(LineFault) -> Int {
    try count(name, try value(name))
  }

  /// The number of an action or state: a count with a lower maximum, so that the sum of two numbers
  /// of a file cannot overflow.
  mutating func stepNumber(_ name: String) throws(LineFault) -> Int {
    let number = try count(name)
    guard number <= Int.max / 4 else {
      throw .illTyped(prefix + name, expected: "a whole number from 0 to \(Int.max / 4)")
    }
    return number
  }

  mutating func optionalCount(_ name: String) throws(LineFault) -> Int? {
    guard let value = optional(name) else { return nil }
    return try count(name, value)
  }

  private func count(_ name: String, _ value: JSONValue) throws(LineFault) -> Int {
    try typed(name, value, "a whole number of 0 or more") {
      $0.int.flatMap { $0 < 0 ? nil : $0 }
    }
  }

  /// A flag; false if it is absent.
  mutating func flag(_ name: String) throws(LineFault) -> Bool {
    guard let value = optional(name) else { return false }
    return try typed(name, value, "true or false", \.bool)
  }

  mutating func object(_ name: String) throws(LineFault) -> JSONValue? {
    guard let value = optional(name) else { return nil }
    return try typed(name, value, "an object") { $0.kind == .object ? $0 : nil }
  }

  mutating func strings(_ name: String) throws(LineFault) -> [String]? {
    guard let value = optional(name) else { return nil }
    let expected = "an array of strings"
    var strings: [String] = []
    for element in try typed(name, value, expected, \.array) {
      strings.append(try typed(name, element, expected, \.string))
    }
    return strings
  }

  func typed<T>(
    _ name: String, _ value: JSONValue, _ expected: String, _ read: (JSONValue) -> T?
  ) throws(LineFault) -> T {
    guard let read = read(value) else { throw .illTyped(prefix + name, expected: expected) }
    return read
  }
}

/// A member of a line that its kind does not know.
public struct Member: Equatable, Sendable {
  /// The member's name.
  public let name: String
  /// The member's value.
  public let value: JSONValue

  /// A member.
  public init(name: String, value: JSONValue) {
    self.name = name
    self.value = value
  }
}
