import Foundation
import SessionFormat

/// A type of the standard library that is not asked to decode itself: its values are optional, or
/// of any number.
protocol ProbedContainer {
  static func shape(_ probe: TypeProbe) -> TypeShape
  /// The value that holds nothing.
  static var nothing: Self { get }
}

extension Optional: ProbedContainer where Wrapped: Decodable {
  static func shape(_ probe: TypeProbe) -> TypeShape {
    let inner = probe.shape(of: Wrapped.self)
    if case .optional = inner { return inner }
    return .optional(inner)
  }
  static var nothing: Self { nil }
}

extension ProbedContainer where Self: Sequence & ExpressibleByArrayLiteral, Element: Decodable {
  static func shape(_ probe: TypeProbe) -> TypeShape { .array(probe.shape(of: Element.self)) }
  static var nothing: Self { [] }
}

extension Array: ProbedContainer where Element: Decodable {}
extension ContiguousArray: ProbedContainer where Element: Decodable {}
extension Set: ProbedContainer where Element: Decodable {}

extension Dictionary: ProbedContainer where Key: Decodable, Value: Decodable {
  static func shape(_ probe: TypeProbe) -> TypeShape {
    let value = probe.shape(of: Value.self)
    if Key.self == String.self { return .dictionary(value) }
    if Key.self == Int.self { return .dictionary(value, names: .leaf("Int")) }
    if let key = Key.self as? any CodingKeyRepresentable.Type {
      return .dictionary(value, names: names(of: key))
    }
    return .pairs(probe.shape(of: Key.self), value)
  }
  static var nothing: Self { [:] }

  /// The names that keys are written as, if they can be listed or are the keys' raw values.
  private static func names<K: CodingKeyRepresentable>(of key: K.Type) -> TypeShape {
    if let all = EnumValues.all(of: key) {
      return .raw("String", all.map(\.codingKey.stringValue).sorted { $0.precedesInBytes($1) })
    }
    return switch key {
    case is any RawRepresentable<String>.Type: .leaf("String")
    case is any RawRepresentable<Int>.Type: .leaf("Int")
    default: .unknown
    }
  }
}

/// System types that are not asked to decode themselves: they refuse or trap on made-up values.
enum ProbedSystemType {
  /// The shape of a type, and a value of it; nil if the type is probed like any other.
  static func known(_ type: Any.Type) -> (shape: TypeShape, value: Any?)? {
    if let vector = type as? any SIMD.Type { return known(vector: vector) }
    return values[ObjectIdentifier(type)].map { (.unknown, $0()) }
  }

  private static let values: [ObjectIdentifier: @Sendable () -> Any] = [
    ObjectIdentifier(Calendar.self): { Calendar(identifier: .gregorian) },
    ObjectIdentifier(CharacterSet.self): { CharacterSet() },
    ObjectIdentifier(TimeZone.self): { TimeZone.gmt },
    ObjectIdentifier(URLComponents.self): { URLComponents() },
  ]

  private static func known<V: SIMD>(vector: V.Type) -> (shape: TypeShape, value: Any?) {
    let scalar = ProbedLeaf.name(of: V.Scalar.self).map(TypeShape.leaf) ?? .unknown
    return (.tuple(Array(repeating: scalar, count: V.scalarCount)), V())
  }
}
