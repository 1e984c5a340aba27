/// A JSON value that keeps what its text said: number text, member order and exact names.
///
/// Its storage is private and may change; use ``kind`` and the accessors. The value is immutable,
/// so copies and parts of it are shared and free. A parsed value stays in its text until it is
/// read, and keeps that text in memory. A changed copy of a long array or object shares nearly all
/// of it.
///
/// Equality (`==`) is that of the session format ("Equality"). Numbers are compared by exact
/// decimal value, strings and names by their UTF-8 bytes (so precomposed and decomposed `é`
/// differ), arrays in order, and objects regardless of member order.
///
/// ```swift
/// let state = try JSONValue(parsing: #"{"total": 1.50, "id": 9007199254740993}"#)
/// state["total"] == JSONValue(parsing: "15e-1")   // true, by value
/// state["total"]?.number?.text                    // "1.50", as written
/// ```
public struct JSONValue: Sendable {
  /// The seven kinds of JSON value, with `true` and `false` as one.
  public enum Kind: String, Sendable, CaseIterable {
    /// `null`
    case null
    /// `true` or `false`
    case bool
    /// Any number.
    case number
    /// Any string.
    case string
    /// Any array.
    case array
    /// Any object.
    case object
  }

  enum Node: Sendable {
    case null
    case bool(Bool)
    case number(JSONNumber)
    case string(String)
    case array(Rope<JSONValue>)
    case object(ObjectNode)
    /// A number, string, array or object that is still in its text.
    case text(TextPlace)
  }

  let node: Node

  init(_ node: Node) {
    self.node = node
  }

  /// JSON's `null`.
  public static let null = JSONValue(.null)

  /// JSON's `true` or `false`.
  public static func bool(_ value: Bool) -> JSONValue { JSONValue(.bool(value)) }

  /// A number that keeps its text.
  public static func number(_ number: JSONNumber) -> JSONValue { JSONValue(.number(number)) }

  /// A whole number.
  public static func number(_ value: some BinaryInteger) -> JSONValue {
    JSONValue(.number(JSONNumber(value)))
  }

  /// A string.
  public static func string(_ value: String) -> JSONValue { JSONValue(.string(value)) }

  /// An array of values, in order.
  ///
  /// Complexity: O(count).
  public static func array(_ elements: [JSONValue]) -> JSONValue {
    JSONValue(.array(Rope(elements)))
  }

  /// An object with members in the given order.
  ///
  /// A name given twice (by its bytes) keeps its first place and takes its last value.
  /// Complexity: O(count).
  public static func object(_ members: [(name: String, value: JSONValue)]) -> JSONValue {
    JSONValue(.object(ObjectNode(replacingDuplicates: members)))
  }

  /// The kind of this value.
  public var kind: Kind {
    switch node {
    case .null: .null
    case .bool: .bool
    case .number: .number
    case .string: .string
    case .array: .array
    case .object: .object
    case .text(let place): place.kind
    }
  }

  /// Whether this is `null`.
  public var isNull: Bool { kind == .null }

  /// The truth value, or nil if this is not a boolean.
  public var bool: Bool? {
    if case .bool(let value) = node { value } else { nil }
  }

  /// The number with its text, or nil if this is not a number.
  public var number: JSONNumber? {
    switch node {
    case .number(let value): value
    case .text(let place): place.kind == .number ? place.number : nil
    default: nil
    }
  }

  /// The whole number, or nil if this is not a number, has a fraction, or does not fit.
  public var int: Int? { number?.int }

  /// The string, or nil if this is not a string.
  public var string: String? {
    switch node {
    case .string(let value): value
    case .text(let place): place.kind == .string ? place.string : nil
    default: nil
    }
  }

  /// Calls a body with the string's UTF-8 bytes, or with none if this is not a string.
  ///
  /// The bytes are not copied if they are in a text without escapes.
  package func withStringBytes<T>(_ body: (UnsafeBufferPointer<UInt8>) -> T) -> T {
    if case .text(let place) = node, place.kind == .string, !place.hasEscapes {
      return withExtendedLifetime(place) { body(place.text.tape.written(place.node)) }
    }
    var text = string ?? ""
    return text.withUTF8(body)
  }

  /// The elements, or nil if this is not an array.
  ///
  /// Complexity: O(1).
  public var array: JSONArray? {
    switch node {
    case .array(let elements): JSONArray(elements)
    case .text(let place): place.kind == .array ? JSONArray(place) : nil
    default: nil
    }
  }

  /// The members, or nil if this is not an object.
  ///
  /// Complexity: O(1).
  public var object: JSONObject? {
    switch node {
    case .object(let value): JSONObject(value)
    case .text(let place): place.kind == .object ? JSONObject(place) : nil
    default: nil
    }
  }

  /// The member of that name (compared by bytes), or nil if there is none.
  ///
  /// Complexity: O(1) on average, even in an object with many members.
  public subscript(name: String) -> JSONValue? { object?[name] }

  /// The element at that index, or nil if there is none.
  public subscript(index: Int) -> JSONValue? {
    guard let array, array.indices.contains(index) else { return nil }
    return array[index]
  }

  /// How many levels of arrays and objects are nested here: 0 for a leaf, 1 for `[]`.
  ///
  /// Complexity: O(1).
  public var height: Int { measure.height }

  /// About how many bytes this value takes as compact text; never negative.
  ///
  /// A parsed string counts with its length in its text, including escapes; any other string counts
  /// without escapes. A value with shared parts (a patch may copy a part onto itself many times)
  /// can be far larger as text than in memory. This shows it before anything is written. It
  /// saturates. Complexity: O(1).
  public var textSize: Int { measure.textSize }

  var measure: Measure {
    switch node {
    case .null: Measure(textSize: 4, values: 1)
    case .bool(let value): Measure(textSize: value ? 4 : 5, values: 1)
    case .number(let value): Measure(textSize: value.text.utf8.count, values: 1)
    case .string(let value): Measure(textSize: value.utf8.count + 2, values: 1)
    case .array(let elements): elements.measure.asContainer
    case .object(let object): object.entries.measure.asContainer
    case .text(let place): place.measure
    }
  }
}

extension JSONValue: RopeElement {
  /// What an element adds to its array: itself and a comma.
  var share: Measure {
    var share = measure
    share.textSize = min(share.textSize &+ 1, Measure.largest)
    return share
  }
}

extension JSONValue: CustomStringConvertible {
  /// The compact JSON text of this value.
  public var description: String { String(decoding: JSONWriter.bytes(of: self), as: UTF8.self) }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  /// A string.
  public init(stringLiteral value: String) { self = .string(value) }
  /// A whole number.
  public init(integerLiteral value: Int) { self = .number(value) }
  /// `true` or `false`.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// An array.
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  /// An object with its members in the order written.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(elements.map { (name: $0.0, value: $0.1) })
  }
}
