import SessionFormat

/// A state or action as it is recorded.
struct Snapshot {
  var value: JSONValue { didSet { text = nil } }
  /// The places that are only rendered and cannot be decoded.
  var opaque: [String]
  /// The places at which values were left out.
  var cut: [String] = []
  /// Whether a text of the value reads as one that stands for what is left out, and does not.
  var looksCut = false
  /// Why the whole could not be encoded, where it could not.
  var failure: RecorderError?
  /// What is left out of the rendering, where something is.
  var shortening: RecorderError?
  /// The error behind the failure, where there was one.
  var thrown: (any Error)?
  /// The compact text of the value, where it was encoded and is at hand.
  var text: [UInt8]?

  var isOpaque: Bool { !opaque.isEmpty }

  /// How many bytes the value takes as compact text.
  ///
  /// Complexity: O(1) for an encoded value as it was encoded, else O(size).
  var size: Int { text?.count ?? JSONWriter.bytes(of: value).count }

  /// The member `cut` of the line; empty if nothing is left out though it looks so.
  var cutMember: [String]? { cut.isEmpty && !looksCut ? nil : cut }

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
  ///
  /// - Parameter other: A snapshot whose document is shared where the text is the same.
  static func of<T>(
    _ value: T, renderings: Renderings = Renderings(), like other: Snapshot? = nil
  ) -> Snapshot {
    guard let encodable = value as? any Encodable else {
      return rendered(value, type(of: value as Any), notEncodable, renderings)
    }
    do {
      let encoded = try ValueEncoder().bytes(of: encodable)
      let value =
        if let text = other?.text, let other, Memory.areEqual(text, encoded.bytes) {
          other.value
        } else {
          try encoded.value
        }
      return Snapshot(
        value: value, opaque: encoded.opaque.map(\.description),
        cut: encoded.opaque.map(\.description), text: encoded.bytes)
    } catch {
      let reason = TypeName.withoutAddresses(String(describing: error))
      var snapshot = rendered(value, type(of: value as Any), reason, renderings)
      snapshot.thrown = error
      return snapshot
    }
  }

  /// What makes two failures the same, whatever the values were that could not be encoded.
  var failureKey: String? {
    guard let thrown, case .cannotEncode(let type, _)? = failure else { return nil }
    guard case .invalidValue(let value, let context)? = thrown as? EncodingError else {
      return "encode \(type): \(TypeName.of(Swift.type(of: thrown)))"
    }
    let place = context.codingPath.map { $0.intValue == nil ? $0.stringValue : "*" }
    return
      "encode \(type): \(TypeName.of(Swift.type(of: value))) at \(place) \(context.debugDescription)"
  }

  /// Outside its actor, a conformance that belongs to one cannot be told from one that is not there.
  static let notEncodable =
    "the type is not Encodable, or its conformance belongs to an actor that this did not run on: "
    + "declare the type `nonisolated`"

  private static func rendered(
    _ value: Any, _ type: Any.Type, _ reason: String, _ renderings: Renderings
  ) -> Snapshot {
    let shown = MirrorRendering.shown(unencodable: value, renderings)
    let name = TypeName.of(type)
    var snapshot = Snapshot(
      value: shown.value, opaque: [""], cut: shown.cuts.map(\.description),
      failure: .cannotEncode(type: name, reason: reason))
    snapshot.looksCut = shown.cuts.isEmpty && RenderedText.looksCut(shown.value)
    if !shown.cuts.isEmpty {
      snapshot.shortening = .cutRendering(
        type: name, leftOut: shown.leftOut, limits: shown.limits)
    }
    return snapshot
  }
}
