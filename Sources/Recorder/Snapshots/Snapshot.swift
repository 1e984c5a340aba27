import SessionFormat

/// A state or action as it is recorded.
struct Snapshot {
  var value: JSONValue
  /// The places that are only rendered and cannot be decoded.
  var opaque: [String]
  /// Why the whole could not be encoded, where it could not.
  var failure: RecorderError?

  var isOpaque: Bool { !opaque.isEmpty }

  /// The member `opaque` of a state line with that content; left out on a change it means that the
  /// places are those that were stated last.
  func opaqueMember(in content: StateContent, stated: [String]) -> [String]? {
    switch content {
    case .whole: opaque.isEmpty ? nil : opaque
    case .patch: opaque == stated ? nil : opaque
    }
  }

  /// The snapshot of any value, also of one that cannot be encoded.
  static func of<T>(_ value: T) -> Snapshot {
    guard let encodable = value as? any Encodable else {
      return unencodable(type(of: value as Any), "the type is not Encodable")
    }
    do {
      let encoded = try ValueEncoder().encode(encodable)
      return Snapshot(value: encoded.value, opaque: encoded.opaque.map(\.description))
    } catch {
      return unencodable(type(of: value), String(describing: error))
    }
  }

  private static func unencodable(_ type: Any.Type, _ reason: String) -> Snapshot {
    let name = TypeName.of(type)
    return Snapshot(
      value: .null, opaque: [""], failure: .cannotEncode(type: name, reason: reason))
  }
}

/// Names of types as a session shows them.
public enum TypeName {
  /// The unqualified name of a type, an optional's without its question mark.
  public static func of(_ type: Any.Type) -> String {
    if let optional = type as? any OptionalType.Type { return of(optional.wrapped) }
    return String(describing: type)
  }
}

private protocol OptionalType {
  static var wrapped: Any.Type { get }
}

extension Optional: OptionalType {
  static var wrapped: Any.Type { Wrapped.self }
}
