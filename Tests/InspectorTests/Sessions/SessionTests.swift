import Foundation
import SessionFormat
import TestSupport
import Testing

@testable import Inspector

@Suite("Sessions")
struct SessionTests {
  private static let seeds = Array(0..<40) as [UInt64]

  @Test("any state, asked for in any order, is the one that was put in", arguments: seeds)
  func states(seed: UInt64) throws {
    let builder = SessionBuilder.random(seed: seed)
    let session = try builder.session(crc: seed.isMultiple(of: 2))
    #expect(session.last == builder.n)
    var generator = SplitMix64(seed: seed)
    for n in (Array(0...builder.n) + Array(0...builder.n)).shuffled(using: &generator) {
      if let state = builder.states[n] {
        #expect(try session.state(n) == state)
        if n > 0, let before = builder.leaving[n - 1] { #expect(try session.before(n) == before) }
      } else {
        #expect(throws: InspectorError.stateUnknown(n: n, reason: .gap("disk full"))) {
          try session.state(n)
        }
      }
    }
    #expect(try SessionCheck(session).faults == [])
  }

  @Test("each prefix of the last line is either the whole line or left out, and the rest stays")
  func everyPrefix() throws {
    for crc in [true, false] {
      var builder = SessionBuilder(["items": []])
      builder.step(["items": ["チーズ"]])
      let start = builder.bytes(crc: crc).count
      builder.step(["items": ["チーズ", "洋食 \"x\""]], whole: true)
      let bytes = builder.bytes(crc: crc)
      for end in start...bytes.count {
        let session = try Session(bytes: Data(bytes[..<end]), file: "f")
        let isComplete = end >= bytes.count - 1
        // Between the two lines of step 2 the action may stand alone.
        let actionEnd = bytes[start...].firstIndex(of: 0x0A) ?? 0
        #expect(session.last == (end >= actionEnd ? 2 : 1), "cut at \(end)")
        #expect(session.hasState(2) == isComplete, "cut at \(end)")
        #expect(try session.state(1) == ["items": ["チーズ"]])
        let isTorn = end > start && end != actionEnd && end != actionEnd + 1 && !isComplete
        #expect(session.notes.isEmpty == !isTorn, "cut at \(end)")
        switch session.ending {
        case .died(let actions): #expect(actions == 2...2 && !isTorn && !isComplete)
        case .cutOff: #expect(end == start || isTorn || isComplete)
        case .closed: Issue.record("nobody closed it")
        }
      }
    }
  }

  @Test("every bit flipped: the check finds it, and reading on never traps")
  func everyBit() throws {
    var builder = SessionBuilder(["a": 1])
    builder.step(["a": 2], inputs: [("date", 5)])
    builder.keyframe()
    builder.step(["a": 2, "b": "é"])
    builder.add(.end(EndLine(n: 2, t: 3)))
    let bytes = builder.bytes()
    for byte in bytes.indices {
      for bit in 0..<8 {
        var broken = bytes
        broken[byte] ^= 1 << UInt8(bit)
        do {
          let session = try Session(bytes: Data(broken), file: "f")
          let faults = try SessionCheck(session).faults
          #expect(!faults.isEmpty, "byte \(byte) bit \(bit)")
          for n in 0...2 { _ = try? session.state(n) }
          _ = try? SessionComparison(session, session)
        } catch {
          // It does not open: that is finding it, too.
          guard case InspectorError.session = error else { throw error }
        }
      }
    }
  }

  @Test("a file that begins at a later state goes on from there")
  func continues() throws {
    var header = SessionHeader(id: "b", started: "then", store: "test")
    header.continues = SessionHeader.Origin(id: "a", n: 40)
    let lines: [SessionLine] = [
      .session(header), .state(StateLine(n: 40, content: .whole(1))),
      .action(ActionLine(n: 41, t: 0, type: "x", action: 0)),
      .state(StateLine(n: 41, content: .whole(2))), .end(EndLine(n: 41, t: 1)),
    ]
    let bytes = lines.flatMap { LineCoding.bytes(of: $0.document) }
    let session = try Session(bytes: Data(bytes), file: "f")
    #expect(session.first == 40)
    #expect(session.last == 41)
    #expect(session.ending == .closed)
    #expect(try session.before(41) == 1)
    #expect(throws: InspectorError.noSuchStep(n: 39, first: 40, last: 41)) { try session.state(39) }
  }

  @Test("CRLF, blank lines and a byte order mark are read over")
  func lenient() throws {
    var builder = SessionBuilder(["a": "\u{2028} stays in its line"])
    builder.step(["a": 1])
    let text = String(decoding: builder.bytes(), as: UTF8.self)
    let bytes =
      [0xEF, 0xBB, 0xBF] + Array(text.replacingOccurrences(of: "\n", with: "\r\n\r\n \n").utf8)
    let session = try Session(bytes: Data(bytes), file: "f")
    #expect(session.notes == [.byteOrderMark])
    #expect(try session.state(1) == ["a": 1])
    #expect(try SessionCheck(session).faults == [])
  }

  @Test("lines in another layout than the recorder's are read just the same")
  func otherLayout() throws {
    let text = """
      { "store" : "x", "kind" : "session", "format" : "hindsight-session", "version" : 1, \
      "id" : "i", "started" : "s" }
      {"n":0,"kind":"state","state":{"a":1}}
      {"t":1,"type":"x","action":{"kind":"state"},"n":1,"kind":"action"}
      {"kind":"state","n":1,"threw":"no","patch":[]}
      {"kind":"future","n":1,"x":[]}
      {"kind":"outside","n":1,"t":1,"state":{"a":3}}
      {"kind":"action","n":2,"t":2,"type":"y","action":1}
      {"kind":"state","n":2,"patch":[{"op":"copy","from":"/a","path":"/b"},{"op":"test","path":"/b","value":3}]}

      """
    let session = try Session(bytes: Data(text.utf8), file: "f")
    #expect(try session.state(2) == ["a": 3, "b": 3])
    #expect(try session.stateLine(1).threw == "no")
    #expect(try SessionCheck(session).faults == [])
  }

  @Test("a sound session with lost actions can be walked through, found in, and stood in")
  func lostActions() throws {
    var builder = SessionBuilder(["a": 0])
    builder.step(["a": 1])
    builder.gap(to: 5, ["a": 5])
    builder.step(["a": 6])
    let session = try builder.session()
    #expect(try SessionCheck(session).faults == [])
    let timeline = Timeline(session)
    #expect((1...6).map(timeline.hasAction) == [true, false, false, false, false, true])
    #expect(try session.state(5) == ["a": 5])
    #expect(try StepSearch(timeline, where: Condition("$.state.a > 0")).matches() == [1, 6])
    let list = try ListReport(timeline, Array(1...6), current: nil)
    #expect(list.rows.map { $0["lost"] == true } == [false, true, true, true, true, false])
    var workspace = Workspace(
      session, surroundings: Surroundings(table: CommandTable([]), host: { _ in nil }))
    for n in 0...6 {
      try workspace.move(to: n)
      #expect(!ReportFormat.text.rendered(try StepReport(workspace), RenderOptions()).isEmpty)
    }
  }

  @Test("numbers without room, after the end, or without sense are damage, told by what is wrong")
  func badNumbers() throws {
    func fault(_ lines: String...) throws -> String {
      let start =
        #"{"kind":"session","format":"hindsight-session","version":1,"id":"i","started":"s","store":"x"}"#
      let text = ([start] + lines).joined(separator: "\n") + "\n"
      do {
        let session = try Session(bytes: Data(text.utf8), file: "f")
        let faults = try SessionCheck(session).faults
        _ = try ListReport(Timeline(session), [], current: nil)
        return try #require(faults.first).words
      } catch let error as InspectorError {
        guard case .session(let fault) = error else { throw error }
        return fault.words
      }
    }
    let zero = #"{"kind":"state","n":0,"state":0}"#
    let number = "the member \"n\" must be a whole number of 0 or more"
    #expect(try fault(#"{"kind":"state","n":9223372036854775807,"state":0}"#) == number)
    #expect(try fault(zero, #"{"kind":"action","n":-1,"t":0,"type":"x","action":0}"#) == number)
    #expect(
      try fault(zero, #"{"kind":"action","n":99999999999999999999,"t":0,"type":"x","action":0}"#)
        == number)
    #expect(
      try fault(zero, #"{"kind":"end","n":0,"t":0}"#, #"{"kind":"mark","n":0,"t":0,"text":"x"}"#)
        == "a line after the end of the session")
    #expect(
      try fault(zero, #"{"kind":"gap","n":1000000000000,"t":0,"lost":1,"reason":"x"}"#)
        == "the gap before state 1000000000000 swallows more than 1000000 actions")
    #expect(
      try fault(zero, #"{"kind":"end","n":7,"t":0}"#)
        == "the end after 7 does not belong here: lines are missing or out of order")
  }

  @Test("a patch bomb ends in an error, not in memory")
  func patchBomb() throws {
    var builder = SessionBuilder(["a": [1]])
    builder.add(.action(ActionLine(n: 1, t: 0, type: "x", action: 0)))
    let copies = (0..<200).map { _ in
      JSONPatch.Operation.copy(
        from: JSONPointer(tokens: ["a"]), path: JSONPointer(tokens: ["a", "0"]))
    }
    builder.add(.state(StateLine(n: 1, content: .patch(JSONPatch(copies)))))
    let session = try builder.session()
    #expect {
      try session.state(1)
    } throws: { error in
      guard case InspectorError.session(let fault) = error, case .patch(1, let reason) = fault.cause
      else { return false }
      return reason.reason == .tooLarge(limit: 1 << 28) || reason.reason == .tooDeep(limit: 512)
    }
  }

  @Test("a step that began during another is told from one that did not")
  func overlaps() throws {
    var builder = SessionBuilder(0)
    builder.step(1)
    builder.add(.action(ActionLine(n: 2, t: 0, type: "x", action: 0)))
    builder.add(.action(ActionLine(n: 3, t: 0, type: "x", action: 0)))
    builder.add(.state(StateLine(n: 2, content: .whole(2))))
    builder.add(.state(StateLine(n: 3, content: .whole(3))))
    builder.add(.action(ActionLine(n: 4, t: 0, type: "x", action: 0)))
    let session = try builder.session()
    #expect((1...4).map(session.overlaps) == [false, false, true, false])
    #expect(session.ending == .died(actions: 4...4))
  }
}
