package import SessionFormat

/// A state or action as it is recorded, or as a host returns it.
package struct Snapshot {
  package let text: EncodedText
  /// The places that are only rendered and cannot be decoded.
  package let opaque: [String]
  /// The rendering of a value that could not be encoded.
  private let rendering: Rendering?

  /// A rendering of a value, shared by the copies of its snapshot.
  private final class Rendering {
    let cut: [String]
    let looksCut: Bool
    let failure: RecorderError?
    let shortening: RecorderError?
    let thrown: (any Error)?

    init(
      cut: [String], looksCut: Bool = false, failure: RecorderError? = nil,
      shortening: RecorderError? = nil, thrown: (any Error)? = nil
    ) {
      (self.cut, self.looksCut, self.failure) = (cut, looksCut, failure)
      (self.shortening, self.thrown) = (shortening, thrown)
    }
  }

  private init(text: EncodedText, opaque: [String], rendering: Rendering?) {
    (self.text, self.opaque, self.rendering) = (text, opaque, rendering)
  }

  /// A snapshot of a value that was encoded.
  init(encoded: EncodedValue) {
    let opaque = encoded.opaque.isEmpty ? [] : encoded.opaque.map(\.description)
    self.init(text: encoded.text, opaque: opaque, rendering: nil)
  }

  /// A snapshot of a document.
  init(value: JSONValue, opaque: [String], cut: [String] = []) {
    self.init(
      text: EncodedText(value), opaque: opaque,
      rendering: opaque.isEmpty ? nil : Rendering(cut: cut))
  }

  /// The document.
  package var value: JSONValue { text.value }
  package var isOpaque: Bool { !opaque.isEmpty }
  /// The places where values were left out; what is nested too deep is left out where it is opaque.
  var cut: [String] { rendering?.cut ?? opaque }
  /// Why the whole value could not be encoded, if it could not.
  var failure: RecorderError? { rendering?.failure }
  /// What is left out of the rendering, if something is.
  var shortening: RecorderError? { rendering?.shortening }
  /// The error behind the failure, if there was one.
  var thrown: (any Error)? { rendering?.thrown }

  /// The member `cut` of the line; empty if nothing is left out, but a text looks as if something
  /// were.
  var cutMember: [String]? { cut.isEmpty && rendering?.looksCut != true ? nil : cut }

  /// The member `opaque` of a state line; if it is left out on a change, the places are those
  /// stated last.
  package func opaqueMember(isWhole: Bool, stated: [String]) -> [String]? {
    if isWhole { return opaque.isEmpty ? nil : opaque }
    return opaque == stated ? nil : opaque
  }

  /// The same with stand-ins in its text, and another failure.
  func hidden(by value: JSONValue?, failure: RecorderError?) -> Snapshot {
    let hidden = rendering.map { rendering in
      Rendering(
        cut: rendering.cut, looksCut: rendering.looksCut, failure: failure,
        shortening: rendering.shortening, thrown: rendering.thrown)
    }
    return Snapshot(
      text: value.map { EncodedText($0) } ?? text, opaque: opaque, rendering: hidden)
  }

  /// The snapshot of any value, also of one that cannot be encoded.
  ///
  /// A value that does not encode is rendered by reflection, and opaque as a whole.
  package static func of<T>(
    _ value: T, renderings: Renderings = Renderings(),
    by encoder: some TextEncoder = ValueEncoder()
  ) -> Snapshot {
    guard let encodable = value as? any Encodable else {
      return rendered(value, notEncodable, renderings)
    }
    return encoding(encodable, renderings) { try encoder.encoded($0) }
  }

  /// The same for a value whose type is known to be `Encodable`, which then need not be checked.
  ///
  /// - Parameter encode: Encodes the value.
  package static func encoding<T: Encodable>(
    _ value: T, _ renderings: Renderings = Renderings(),
    _ encode: (T) throws -> EncodedValue
  ) -> Snapshot {
    do {
      return Snapshot(encoded: try encode(value))
    } catch {
      let reason = TypeName.withoutAddresses(String(describing: error))
      return rendered(value, reason, thrown: error, renderings)
    }
  }

  /// Equal for two equal failures, whatever values could not be encoded.
  var failureKey: String? {
    guard let thrown, case .cannotEncode(let type, _)? = failure else { return nil }
    guard case .invalidValue(let value, let context)? = thrown as? EncodingError else {
      return "encode \(type): \(TypeName.of(Swift.type(of: thrown)))"
    }
    let place = context.codingPath.map { $0.intValue == nil ? $0.stringValue : "*" }
    return
      "encode \(type): \(TypeName.of(Swift.type(of: value))) at \(place) \(context.debugDescription)"
  }

  /// Outside an actor, a conformance that belongs to it looks like one that does not exist.
  static let notEncodable =
    "the type is not Encodable, or its conformance belongs to an actor that this did not run on: "
    + "declare the type `nonisolated`"

  private static func rendered(
    _ value: Any, _ reason: String, thrown: (any Error)? = nil, _ renderings: Renderings
  ) -> Snapshot {
    let shown = MirrorRendering.shown(unencodable: value, renderings)
    let name = TypeName.of(Swift.type(of: value))
    let isCut = !shown.cuts.isEmpty
    let rendering = Rendering(
      cut: shown.cuts.map(\.description),
      looksCut: !isCut && RenderedText.looksCut(shown.value),
      failure: .cannotEncode(type: name, reason: reason),
      shortening: isCut
        ? .cutRendering(type: name, leftOut: shown.leftOut, limits: shown.limits) : nil,
      thrown: thrown)
    return Snapshot(text: EncodedText(shown.value), opaque: [""], rendering: rendering)
  }
}
