import Foundation
import SessionFormat
import TestSupport
import Testing

@testable import Inspector
@testable import InspectorSupport

@Suite("A session written in the other form is an equal session")
struct SessionRewriteTests {
  private func rewritten(_ session: Session, _ form: SnapshotForm) throws -> Session {
    var writer = SessionWriter(to: nil)
    var rewrite = SessionRewrite(session, as: form)
    try rewrite.run(into: &writer, interrupted: { false })
    try writer.finish()
    return try Session(bytes: Data(writer.kept), file: "s.ndjson")
  }

  @Test("a line that salvaging left out was copied, so that the copy was damaged")
  func leftOut() throws {
    let builder = SessionBuilder.counter([1, 2])
    let text = String(decoding: builder.bytes(), as: UTF8.self)
    let lines = text.split(separator: "\n")
    let action = try #require(lines.firstIndex { $0.contains(#""action","n":2"#) })
    let twice = lines[...action] + lines[action...]
    let session = try Session(
      bytes: Data(twice.joined(separator: "\n").utf8 + [0x0A]), file: "s.ndjson", mode: .salvage)
    for form in [SnapshotForm.full, .delta] {
      let error = errorText { () throws(InspectorError) in
        var writer = SessionWriter(to: nil)
        var rewrite = SessionRewrite(session, as: form)
        try rewrite.run(into: &writer, interrupted: { false })
      }
      #expect(
        error?.hasPrefix("s.ndjson:\(action + 2):1: action 2 comes instead of action 3") == true)
    }
  }

  private func lines(_ session: Session) throws -> [String] {
    try session.lines.map { try session.reader.line($0).document.description }
  }

  /// The lines that belong to no form: without states, keyframes and the header.
  private func otherLines(_ session: Session) throws -> [String] {
    let formed: Set<LineIndex.Kind> = [.session, .state, .keyframe, .outside]
    return try session.lines.filter { !formed.contains($0.kind) }.map {
      try session.reader.line($0).document.description
    }
  }

  private func expectEqual(_ left: Session, _ right: Session) throws {
    #expect(try SessionComparison(left, right).divergence == nil)
    #expect((left.first, left.last) == (right.first, right.last))
    #expect(left.ending == right.ending)
    for n in left.first...left.last {
      #expect(left.hasState(n) == right.hasState(n))
      guard left.hasState(n) else { continue }
      #expect(try left.state(n) == right.state(n))
      #expect(try left.opaquePlaces(n) == right.opaquePlaces(n))
      #expect(try left.stateLine(n).threw == right.stateLine(n).threw)
      #expect(try left.outsideChanges(n).map(\.state) == right.outsideChanges(n).map(\.state))
    }
    #expect(try otherLines(left) == otherLines(right))
  }

  private func expectForms(of session: Session) throws {
    let full = try rewritten(session, .full)
    let compact = try rewritten(full, .delta)
    for form in [full, compact] {
      try expectEqual(session, form)
      #expect(try SessionCheck(form).faults == [])
      #expect(form.parts[0].hasCRC == session.parts[0].hasCRC)
    }
    #expect(full.header.snapshots == "full")
    #expect(compact.header.snapshots == "delta")
    #expect(full.lines.allSatisfy { $0.kind != .keyframe })
    for n in full.first...full.last where full.hasState(n) {
      #expect(try full.stateLine(n).content.isWhole)
    }
    // Once more changes nothing, but for the order of members, which a patch need not keep.
    #expect(try lines(rewritten(full, .full)) == lines(full))
    let again = try rewritten(compact, .delta)
    #expect(again.lines.map(\.kind) == compact.lines.map(\.kind))
    try expectEqual(compact, again)
  }

  @Test("every recorded sample", arguments: try SessionFile.files(in: "../../../sessions"))
  func samples(_ file: SessionFile) throws {
    try expectForms(of: try Session(path: file.path))
  }

  @Test(
    "a session with a line of every kind, with and without checksums", arguments: [true, false])
  func mixed(crc: Bool) throws {
    try expectForms(of: try SessionBuilder.mixed().session(crc: crc))
    try expectForms(of: try SessionBuilder.continued(afterGap: true).session(crc: crc))
  }

  @Test(
    "random sessions, where states and opaque places come and go",
    arguments: (0..<30 as Range<UInt64>).thinned(8))
  func random(seed: UInt64) throws {
    var documents = RandomDocuments(seed: seed)
    var generator = SplitMix64(seed: seed)
    var builder = SessionBuilder()
    var state = documents.document(depth: 4)
    builder.whole(0, state)
    for n in 1...40 {
      builder.action(n, "edit", documents.document(depth: 1))
      state = documents.edited(state, edits: 2)
      let places = [nil, nil, [], [""], ["/a"]]
      let opaque = places[Int.random(in: 0..<5, using: &generator)]
      if Int.random(in: 0..<4, using: &generator) == 0 {
        builder.whole(n, state) { $0.opaque = opaque }
      } else {
        builder.patch(n, to: state) { $0.opaque = opaque }
      }
      if Int.random(in: 0..<5, using: &generator) == 0 { builder.keyframe(n) }
      if Int.random(in: 0..<5, using: &generator) == 0 {
        state = documents.edited(state)
        builder.outside(n, to: state, isWhole: Bool.random(using: &generator))
      }
    }
    try expectForms(of: try builder.session())
  }

  @Test("states, their opaque places and unknown members of them, line by line")
  func exact() throws {
    var builder = SessionBuilder()
    builder.whole(0, ["a": 1, "text": "a long text, so that a patch is shorter"]) {
      $0.opaque = ["/a"]
    }
    builder.action(1)
    builder.patch(1, to: ["a": 2, "text": "a long text, so that a patch is shorter"]) {
      $0.extra = [Member(name: "mine", value: 1)]
      $0.took = 5
    }
    builder.keyframe(1)
    let full = try rewritten(try builder.session(crc: false), .full)
    let long = #""text":"a long text, so that a patch is shorter""#
    #expect(
      try lines(full).dropFirst() == [
        #"{"kind":"state","n":0,"state":{"a":1,\#(long)},"opaque":["/a"]}"#,
        #"{"kind":"action","n":1,"t":1000000,"type":"add","action":1}"#,
        #"{"kind":"state","n":1,"state":{"a":2,\#(long)},"opaque":["/a"],"mine":1,"took":5}"#,
      ])
    #expect(
      try lines(rewritten(full, .delta)).dropFirst() == [
        #"{"kind":"state","n":0,"state":{"a":1,\#(long)},"opaque":["/a"]}"#,
        #"{"kind":"action","n":1,"t":1000000,"type":"add","action":1}"#,
        #"{"kind":"state","n":1,"patch":[{"op":"replace","path":"/a","value":2}],"mine":1,"took":5}"#,
      ])
  }

  @Test("a keyframe comes once the patches have reached the size of the last whole state")
  func keyframes() throws {
    let session = try SessionBuilder.counter(Array(1...9)).session()
    let compact = try rewritten(session, .delta)
    // The whole state has 11 bytes, each patch more, so every state would be repeated at once; as
    // patches are longer than the state every state is whole instead.
    #expect(compact.lines.allSatisfy { $0.kind != .keyframe })
    var builder = SessionBuilder()
    let text = JSONValue.string(String(repeating: "x", count: 100))
    builder.whole(0, ["a": 0, "b": text])
    for n in 1...6 {
      builder.action(n)
      builder.whole(n, ["a": .number(n), "b": text])
    }
    let rewritten = try rewritten(try builder.session(), .delta)
    let repeated = (0...6).filter { rewritten.steps.keyframes[$0] != nil }
    // Patches of 43 bytes, a state of 115.
    #expect(repeated == [3, 6])
  }

  @Test("a keyframe with members of its own is kept, and one that differs is damage")
  func ownKeyframes() throws {
    var builder = SessionBuilder.counter([1], closed: false)
    builder.add(["kind": "keyframe", "n": 1, "state": ["total": 1], "why": "by hand"])
    #expect(
      try lines(rewritten(try builder.session(crc: false), .full)).last
        == #"{"kind":"keyframe","n":1,"state":{"total":1},"why":"by hand"}"#)
    builder.keyframe(1, ["total": 2])
    let session = try builder.session(crc: false)
    #expect(
      errorText { () throws(InspectorError) in
        var writer = SessionWriter(to: nil)
        var rewrite = SessionRewrite(session, as: .full)
        try rewrite.run(into: &writer, interrupted: { false })
      }
        == "s.ndjson:6:1: the keyframe of state 1 differs from that state at \"/total\" (byte 396)"
        + "; --salvage reads the rest, and inspect repair makes a sound copy")
  }

  @Test("a member `patch` beside a whole state is refused, as nobody could tell which holds")
  func bothContents() throws {
    var builder = SessionBuilder()
    builder.whole(0, ["a": 0])
    builder.action(1)
    builder.whole(1, ["a": 1]) {
      $0.extra = [Member(name: "patch", value: [["op": "remove", "path": "/a"]])]
    }
    let fault = LineFault.illTyped("patch", expected: "left out where there is a state")
    let causes = try SessionCheck(builder.session()).faults.map(\.cause)
    #expect(causes == [.line(LineError(.fault(fault), 0))])
  }

  @Test("line ends become LF, blank lines and a byte order mark go")
  func lineEnds() throws {
    let builder = SessionBuilder.mixed()
    let ends: [UInt8] = [13, 10, 32, 10]
    let bytes: [UInt8] =
      [0xEF, 0xBB, 0xBF] + builder.chunks().flatMap { Array($0.dropLast()) + ends }
    let left = try rewritten(try open(bytes), .delta)
    let right = try rewritten(try builder.session(), .delta)
    #expect(try lines(left) == lines(right))
    #expect(left.parts[0].bytes == right.parts[0].bytes)
  }
}
