/// Receives the members of a line in the order in which they are written.
///
/// Each kind of line lists its members once, both for its document and for its bytes.
struct MemberSink {
  private var members: [(name: String, value: JSONValue)] = []
  /// The line that takes the members as text; nil if they are collected as a document.
  private var line: LineText?
  /// The text to write in place of the line's value.
  private var value: EncodedText?
  /// Whether a line was given a member that may have the name of another.
  private(set) var needsDocument = false

  /// Collects members as a document.
  init() {}
  init(kind: String) { members = [("kind", .string(kind))] }

  /// Writes members as text.
  init(_ line: LineText, value: EncodedText?) { (self.line, self.value) = (line, value) }

  var document: JSONValue { .object(members) }

  mutating func add(_ name: StaticString, _ document: JSONValue?) {
    guard let document else { return }
    guard let line else { return members.append((name.description, document)) }
    if let value { line.add(name, text: value.bytes) } else { line.add(name, document) }
  }

  mutating func add(_ name: StaticString, _ text: String?) {
    guard let text else { return }
    if let line { line.add(name, text) } else { add(name, JSONValue.string(text)) }
  }

  mutating func add(_ name: StaticString, _ number: Int?) {
    guard let number else { return }
    if let line { line.add(name, number) } else { add(name, JSONValue.number(number)) }
  }

  mutating func add(_ name: StaticString, flag: Bool) {
    guard flag else { return }
    if let line { line.add(name, flag: true) } else { add(name, JSONValue.bool(true)) }
  }

  mutating func add(_ name: StaticString, _ texts: [String]?) {
    guard let texts else { return }
    if let line {
      line.add(name, texts)
    } else {
      add(name, JSONValue.array(texts.map(JSONValue.string)))
    }
  }

  mutating func add(_ name: StaticString, _ patch: JSONPatch) {
    if let line { _ = line.add(name, patch, upTo: .max) } else { add(name, patch.document) }
  }

  /// Takes members that the kind does not know; one with an existing name replaces that member.
  mutating func add(_ extra: [Member]) {
    guard !extra.isEmpty else { return }
    if line == nil { for member in extra { members.append((member.name, member.value)) } }
    needsDocument = true
  }
}
