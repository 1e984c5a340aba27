/// Receives the members of a line in the order in which they are written.
///
/// Each kind of line lists its members once, both for its document and for its bytes.
protocol MemberSink {
  mutating func put(_ name: StaticString, _ value: JSONValue)
  mutating func put(_ name: StaticString, _ text: String)
  mutating func put(_ name: StaticString, _ number: Int)
  mutating func put(_ name: StaticString, _ truth: Bool)
  mutating func put(_ name: StaticString, _ texts: [String])
  mutating func put(_ name: StaticString, _ patch: JSONPatch)
  /// Takes members that the kind does not know; one with an existing name replaces that member.
  mutating func put(_ extra: [Member])
}

extension MemberSink {
  mutating func add(_ name: StaticString, _ value: JSONValue?) { if let value { put(name, value) } }
  mutating func add(_ name: StaticString, _ text: String?) { if let text { put(name, text) } }
  mutating func add(_ name: StaticString, _ number: Int?) { if let number { put(name, number) } }
  mutating func add(_ name: StaticString, flag: Bool) { if flag { put(name, true) } }
  mutating func add(_ name: StaticString, _ texts: [String]?) { if let texts { put(name, texts) } }
  mutating func add(_ name: StaticString, _ patch: JSONPatch) { put(name, patch) }
  mutating func add(_ extra: [Member]) { if !extra.isEmpty { put(extra) } }
}

/// Collects the members of a line as a document.
struct MemberWriter: MemberSink {
  private var members: [(name: String, value: JSONValue)] = []

  init() {}
  init(kind: String) { members = [("kind", .string(kind))] }

  var document: JSONValue { .object(members) }

  mutating func put(_ name: StaticString, _ value: JSONValue) {
    members.append((name.description, value))
  }

  mutating func put(_ name: StaticString, _ text: String) { put(name, JSONValue.string(text)) }
  mutating func put(_ name: StaticString, _ number: Int) { put(name, JSONValue.number(number)) }
  mutating func put(_ name: StaticString, _ truth: Bool) { put(name, JSONValue.bool(truth)) }
  mutating func put(_ name: StaticString, _ patch: JSONPatch) { put(name, patch.document) }

  mutating func put(_ name: StaticString, _ texts: [String]) {
    put(name, JSONValue.array(texts.map(JSONValue.string)))
  }

  mutating func put(_ extra: [Member]) {
    for member in extra { members.append((member.name, member.value)) }
  }
}
