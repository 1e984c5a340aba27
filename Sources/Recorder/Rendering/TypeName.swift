/// Names of types as a session shows them.
public enum TypeName {
  /// The unqualified name of a type; an optional's without its question mark.
  ///
  /// It is the same in every process: it has no address, unlike the full name of a private type.
  public static func of(_ type: Any.Type) -> String {
    // Interpolated as a type, which checks no conformance: each such check searches all
    // conformances of the program once, and an app names hundreds of types at its start.
    let name = "\(type)"
    if name.hasPrefix("Optional<"), let optional = type as? any OptionalType.Type {
      return of(optional.wrapped)
    }
    return name
  }

  /// The name of a type with its module and the types around it, to distinguish types of one name.
  static func full(_ type: Any.Type) -> String { withoutAddresses(String(reflecting: type)) }

  /// A text without the addresses in the full names of private and local types.
  ///
  /// `Shop.(unknown context at $55a2b1c0).Row(id: 1)` becomes `Shop.Row(id: 1)`.
  static func withoutAddresses(_ text: String) -> String {
    let mark = "(unknown context at $"
    var rest = text[...]
    var result = ""
    while let start = rest.firstRange(of: mark)?.lowerBound {
      result += rest[..<start]
      rest = rest[start...].dropFirst(mark.count).drop { $0.isHexDigit }
      if rest.hasPrefix(").") { rest = rest.dropFirst(2) }
    }
    return result + rest
  }
}

/// An optional, whatever it holds.
protocol OptionalType {
  static var wrapped: Any.Type { get }
  /// Its value; nil if it has none.
  var anyValue: Any? { get }
}

extension Optional: OptionalType {
  static var wrapped: Any.Type { Wrapped.self }
  var anyValue: Any? { map { $0 as Any } }
}
