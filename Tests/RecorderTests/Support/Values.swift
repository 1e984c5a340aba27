import SessionFormat

@testable import Recorder

extension Redactor {
  /// A value with stand-ins for what is selected.
  mutating func redact(_ value: JSONValue) -> JSONValue {
    redact(Snapshot(value: value, opaque: [])).value
  }
}

extension MirrorRendering {
  /// The rendering of a value, without what is left out of it.
  static func render(unencodable value: Any, _ renderings: Renderings) -> JSONValue {
    shown(unencodable: value, renderings).value
  }
}
