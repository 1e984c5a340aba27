import SessionFormat

/// A state or action as a host answers it: its text, and its document where somebody asks.
struct AnsweredValue {
  /// The compact JSON text.
  let text: [UInt8]
  /// The places that are only rendered and cannot be decoded.
  let opaque: [String]
  private var document: JSONValue?

  var isOpaque: Bool { !opaque.isEmpty }

  /// A value as it encodes, or is rendered where it does not.
  init<T>(_ value: T, by encoder: RepeatedEncoder) {
    if let encodable = value as? any Encodable {
      self.init(encoding: encodable, by: encoder)
    } else {
      self.init(rendering: value)
    }
  }

  /// A value of a type that is known to encode, which need not be found out.
  init<T: Encodable>(encoding value: T, by encoder: RepeatedEncoder) {
    self.init(try? encoder.bytes(of: value), of: value)
  }

  /// A state, one of many that come one after the other.
  init<T: Encodable>(encodingState state: T, by encoder: RepeatedEncoder) {
    self.init(try? encoder.bytes(ofState: state), of: state)
  }

  private init<T>(_ encoded: EncodedBytes?, of value: T) {
    guard let encoded else {
      self.init(rendering: value)
      return
    }
    self.init(
      text: encoded.bytes, opaque: encoded.opaque.isEmpty ? [] : encoded.opaque.map(\.description))
  }

  private init(rendering value: Any) {
    let snapshot = Snapshot.of(value)
    self.init(
      text: snapshot.text ?? JSONWriter.bytes(of: snapshot.value), opaque: snapshot.opaque,
      document: snapshot.value)
  }

  private init(text: [UInt8], opaque: [String], document: JSONValue? = .none) {
    (self.text, self.opaque, self.document) = (text, opaque, document)
  }

  /// The document; parsed again at each call, unless ``parse()`` was called before.
  var value: JSONValue { document ?? parsed }

  private var parsed: JSONValue {
    // What the encoder wrote is valid.
    (try? JSONParser(depthLimit: ValueEncoder.depthLimit).parse(text)) ?? .null
  }

  /// Keeps the document for later.
  private mutating func parse() { if document == nil { document = parsed } }

  /// The text of the shortest patch that changes something: `[{"op":"remove","path":"/"}]`.
  private static let shortestPatch = 28

  /// Adds the patch that makes this value of the one before, unless that is longer than this value,
  /// which keeps its document.
  private mutating func add(changesSince before: borrowing AnsweredValue, to line: LineText) -> Bool
  {
    let old = before.value
    if document == nil, let followed = old.followed(by: text) {
      document = followed.value
      return line.add("patch", patchTo: followed, upTo: text.count)
    }
    parse()
    guard let patch = JSONPatch(from: old, to: value, within: text.count) else { return false }
    return line.add("patch", patch, upTo: text.count)
  }

  /// Adds this state to a `state` line, by the rule of the recorder: as a patch against the state
  /// before, unless that is longer than the state.
  ///
  /// - Returns: Whether it is a patch.
  mutating func answer(after before: borrowing AnsweredValue, in line: LineText) -> Bool {
    if text == before.text {
      document = before.document
      line.add("patch", text: Array("[]".utf8))
      return true
    }
    if text.count >= Self.shortestPatch, add(changesSince: before, to: line) { return true }
    line.add("state", text: text)
    return false
  }
}
