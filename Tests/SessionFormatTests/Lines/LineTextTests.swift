import SessionFormat
import TestSupport
import Testing

@Suite("Lines without a document")
struct LineTextTests {
  @Test("every kind of line has the bytes of its document", arguments: 0..<400 as Range<UInt64>)
  func sameBytes(seed: UInt64) {
    var lines = RandomLines(seed: seed)
    let text = LineText()
    for kind in 0..<RandomLines.kinds {
      let line = lines.line(ofKind: kind)
      #expect(text.line(line) == LineCoding.bytes(of: line.document))
    }
  }

  @Test("each operation of a patch has the bytes of its document")
  func operations() throws {
    let paths = [[], [""], ["a", "0"], ["a/b", "m~n", "~1"], ["\n\"", "é", "\u{202E}"]]
      .map { JSONPointer(tokens: $0) }
    let text = LineText()
    for path in paths {
      let patch = JSONPatch([
        .add(path, [1]), .remove(path), .replace(path, nil), .move(from: path, path: path),
        .copy(from: path, path: path), .test(path, ["a": "b"]),
      ])
      let line = SessionLine.state(StateLine(n: 1, content: .patch(patch)))
      #expect(text.line(line) == LineCoding.bytes(of: line.document))
    }
  }

  @Test("a large line leaves nothing in the small one after it")
  func sizes() {
    let text = LineText()
    for size in [0, 1 << 18, 3, 1_000, 70_000, 0] {
      let line = SessionLine.mark(MarkLine(n: 1, t: 2, text: String(repeating: "ü", count: size)))
      #expect(text.line(line) == LineCoding.bytes(of: line.document))
    }
  }

  @Test(
    "a value that is there as text has the bytes of its document",
    arguments: 0..<50 as Range<UInt64>)
  func values(seed: UInt64) {
    var documents = RandomDocuments(seed: seed)
    let value = documents.document()
    let action = ActionLine(n: 1, t: 2, type: "a", action: value)
    let input = InputLine(n: 1, name: "i", value: value)
    let state = StateLine(n: 1, content: .whole(value))
    var empty: [SessionLine] = [
      .action(ActionLine(n: 1, t: 2, type: "a", action: .null)),
      .input(InputLine(n: 1, name: "i", value: .null)),
      .state(StateLine(n: 1, content: .whole(.null))),
    ]
    let text = LineText()
    for line in [.action(action), .input(input), .state(state)] as [SessionLine] {
      text.add(empty.removeFirst(), value: EncodedText(value))
      #expect(text.take() == LineCoding.bytes(of: line.document))
    }
  }

  @Test("an unknown member takes the place of a known one, as in the document")
  func unknownMembers() {
    var line = EndLine(n: 3, t: 120)
    line.extra = [Member(name: "x", value: 1), Member(name: "t", value: 7)]
    let bytes = LineText().line(.end(line))
    #expect(bytes == LineCoding.bytes(of: SessionLine.end(line).document))
    #expect(
      String(decoding: bytes.prefix(35), as: UTF8.self) == #"{"kind":"end","n":3,"t":7,"x":1,"cr"#)
  }
}

extension LineText {
  /// The bytes of one line.
  fileprivate func line(_ line: SessionLine) -> [UInt8] {
    add(line)
    return take()
  }
}

/// Lines with whatever a line of their kind may hold.
private struct RandomLines {
  static let kinds = 11

  private var documents: RandomDocuments
  private var generator: SplitMix64

  init(seed: UInt64) {
    documents = RandomDocuments(seed: seed)
    generator = SplitMix64(seed: seed)
  }

  mutating func line(ofKind kind: Int) -> SessionLine {
    switch kind {
    case 0: .session(header())
    case 1: .action(action())
    case 2: .input(input())
    case 3: .state(state())
    case 4: .keyframe(KeyframeLine(n: number(), state: documents.document()))
    case 5: .outside(OutsideLine(n: number(), t: number(), content: content()))
    case 6: .dispatched(dispatched())
    case 7: .mark(MarkLine(n: number(), t: number(), text: text()))
    case 8: .gap(GapLine(n: number(), t: number(), lost: number(), reason: text()))
    case 9: .end(EndLine(n: number(), t: number()))
    default: unknown()
    }
  }

  private mutating func header() -> SessionHeader {
    var header = SessionHeader(id: text(), started: text(), store: text())
    header.hook = maybe(SessionHeader.Hook.middleware)
    header.stateType = maybe(text())
    header.actionType = maybe(text())
    header.fingerprint = maybe(documents.document())
    header.app = maybe(documents.document())
    header.platform = maybe(documents.document())
    header.snapshots = maybe(text())
    header.redactions = maybe([text(), text()])
    header.continues = maybe(SessionHeader.Origin(id: text(), n: number()))
    header.derived = maybe(SessionHeader.Derivation(id: text(), changes: [text()]))
    header.requires = maybe([])
    header.extra = extra()
    return header
  }

  private mutating func action() -> ActionLine {
    var line = ActionLine(n: number(), t: number(), type: text(), action: documents.document())
    line.from = maybe(number())
    line.at = maybe(text())
    line.opaque = chance()
    line.cut = maybe([text()])
    line.was = maybe(number())
    line.isNew = chance()
    line.extra = extra()
    return line
  }

  private mutating func input() -> InputLine {
    var line = InputLine(n: number(), name: text(), value: documents.document())
    line.fresh = chance()
    line.extra = extra()
    return line
  }

  private mutating func state() -> StateLine {
    var line = StateLine(n: number(), content: content())
    line.opaque = maybe([text(), text()])
    line.cut = maybe([text()])
    line.threw = maybe(text())
    line.recomputed = chance()
    line.took = maybe(number())
    line.extra = extra()
    return line
  }

  private mutating func dispatched() -> DispatchedLine {
    var line = DispatchedLine(
      n: number(), t: number(), type: text(), action: documents.document())
    line.opaque = chance()
    line.cut = maybe([text()])
    return line
  }

  private mutating func unknown() -> SessionLine {
    let document = JSONValue.object([("kind", "later"), ("value", documents.document())])
    guard let line = try? SessionLine(document) else { return .end(EndLine(n: 0, t: 0)) }
    return line
  }

  private mutating func content() -> StateContent {
    let old = documents.document()
    guard chance() else { return .whole(old) }
    return .patch(JSONPatch(from: old, to: documents.edited(old, edits: 3)))
  }

  private mutating func extra() -> [Member] {
    guard number() % 4 == 0 else { return [] }
    return [Member(name: text(), value: documents.document()), Member(name: "n", value: 0)]
  }

  private mutating func text() -> String {
    let texts = [
      "", "a", "one\ntwo", "„quoted“ \"and\" \\", "\u{1B}[0m", "e\u{301}", "long " + "ü🎌",
    ]
    return String(
      repeating: texts.randomElement(using: &generator) ?? "",
      count: Int.random(in: 0..<9, using: &generator))
  }

  private mutating func number() -> Int {
    [0, 1, 9, 10, 4_711, Int.max / 4, .max].randomElement(using: &generator) ?? 0
  }

  private mutating func chance() -> Bool { Bool.random(using: &generator) }

  private mutating func maybe<Value>(_ value: Value) -> Value? {
    chance() ? value : nil
  }
}
