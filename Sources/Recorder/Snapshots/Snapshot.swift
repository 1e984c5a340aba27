import SessionFormat

/// A state or action as it is recorded.
struct Snapshot {
  var value: JSONValue
  /// The places that are only rendered and cannot be decoded.
  var opaque: [String]
  /// Why the whole could not be encoded, where it could not.
  var failure: RecorderError?
  /// The error behind the failure, where there was one.
  var thrown: (any Error)?

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
  ///
  /// What does not encode is rendered by reflection, and opaque as a whole.
  static func of<T>(_ value: T, renderings: Renderings = Renderings()) -> Snapshot {
    guard let encodable = value as? any Encodable else {
      return rendered(value, type(of: value as Any), "the type is not Encodable", renderings)
    }
    do {
      let encoded = try ValueEncoder().encode(encodable)
      return Snapshot(value: encoded.value, opaque: encoded.opaque.map(\.description))
    } catch {
      let reason = TypeName.withoutAddresses(String(describing: error))
      var snapshot = rendered(value, type(of: value as Any), reason, renderings)
      snapshot.thrown = error
      return snapshot
    }
  }

  private static func rendered(
    _ value: Any, _ type: Any.Type, _ reason: String, _ renderings: Renderings
  ) -> Snapshot {
    Snapshot(
      value: MirrorRendering.render(unencodable: value, renderings), opaque: [""],
      failure: .cannotEncode(type: TypeName.of(type), reason: reason))
  }
}
