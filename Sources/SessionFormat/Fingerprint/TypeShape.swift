/// The JSON that a type's values consist of, as its decoding asks for it.
package indirect enum TypeShape: Equatable, Sendable {
  /// A value that is a single JSON leaf: `Int`, `String`, `Date`, …
  case leaf(String)
  /// A value that may be null.
  case optional(TypeShape)
  /// An array of any length.
  case array(TypeShape)
  /// An array of fixed length; each element has its own type.
  case tuple([TypeShape])
  /// An object whose names are data, and the allowed names: any text, numbers, or certain texts.
  case dictionary(TypeShape, names: TypeShape = .leaf("String"))
  /// An array of alternating keys and values.
  case pairs(TypeShape, TypeShape)
  /// An object with these members.
  case object([Field])
  /// An object with one member: the case with its payload.
  case cases([Field])
  /// A leaf with one of these values.
  case raw(String, [String])
  /// A declared type.
  case reference(String)
  /// A type whose own coding refused a probe's value or reads other forms as well. The payload is
  /// what it asked for until then.
  case custom(TypeShape)
  /// A type about which nothing is known.
  case unknown

  /// A member of an object, or a case of an enum.
  package struct Field: Equatable, Sendable {
    package let name: String
    /// Whether it may be missing or null.
    package let isOptional: Bool
    package let shape: TypeShape

    package init(_ name: String, isOptional: Bool = false, _ shape: TypeShape) {
      self.name = name
      self.isOptional = isOptional
      self.shape = shape
    }
  }

  /// The names of the leaves: those of `Codable`, and the Foundation types that sessions write as
  /// one JSON value.
  package static let leaves: Set<String> = [
    "Bool", "String", "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32",
    "UInt64", "Float", "Double", "Date", "UUID", "URL", "Data", "Decimal",
  ]

  /// Calls a body with the names of declared types, in their order.
  func eachReference(_ body: (String) -> Void) {
    switch self {
    case .leaf, .raw, .unknown: break
    case .reference(let name): body(name)
    case .optional(let shape), .array(let shape), .custom(let shape): shape.eachReference(body)
    case .dictionary(let value, let names):
      names.eachReference(body)
      value.eachReference(body)
    case .pairs(let key, let value):
      key.eachReference(body)
      value.eachReference(body)
    case .tuple(let shapes): shapes.forEach { $0.eachReference(body) }
    case .object(let fields), .cases(let fields):
      fields.forEach { $0.shape.eachReference(body) }
    }
  }
}
