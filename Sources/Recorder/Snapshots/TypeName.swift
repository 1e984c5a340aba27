/// Names of types as a session shows them.
public enum TypeName {
  /// The unqualified name of a type, an optional's without its question mark.
  ///
  /// The same in every process: never an address, which the full name of a private type has.
  public static func of(_ type: Any.Type) -> String {
    // Interpolated as a type, which asks for no conformance: each question of that kind searches
    // all conformances of the program once, and an app names hundreds of types as it starts.
    let name = "\(type)"
    if name.hasPrefix("Optional<"), let optional = type as? any OptionalType.Type {
      return of(optional.wrapped)
    }
    return name
  }

  /// The name of a type with its module and the types around it, to tell two of one name apart.
  static func full(_ type: Any.Type) -> String { withoutAddresses(String(reflecting: type)) }

  /// A text without the addresses that stand in the full names of private and local types.
  ///
  /// `Shop.(unknown context at $55a2b1c0).Row(id: 1)` becomes `Shop.Row(id: 1)`.
  package static func withoutAddresses(_ text: String) -> String {
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

/// An optional, whatever it may hold.
protocol OptionalType {
  static var wrapped: Any.Type { get }
  /// What it holds; nil if it holds nothing.
  var anyValue: Any? { get }
}

extension Optional: OptionalType {
  static var wrapped: Any.Type { Wrapped.self }
  var anyValue: Any? { map { $0 as Any } }
}
