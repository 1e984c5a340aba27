import SessionFormat
import Testing

@testable import Recorder

/// A number that is read back as a whole one.
private struct Cut: Codable {
  var value: Double
  init(_ value: Double) { self.value = value }
  init(from decoder: any Decoder) throws {
    value = try decoder.singleValueContainer().decode(Double.self).rounded(.down)
  }
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(value)
  }
}

/// A state that loses a value, in a place that tells the number of the state.
private struct Leaky: Codable {
  var lost = ["at0": Cut(0.5)]
  var filler: String
  var n = 0

  mutating func advance() {
    n += 1
    lost = ["at\(n)": Cut(0.5)]
  }
}

private enum Move: Codable {
  case walk
  case jump
  case measured(Cut)
}

@Suite("When codings are checked")
struct CodecWatchTests {
  private let sink = CollectingSink()
  private let troubles = Gathered<RecorderError>()

  private func recorder(
    _ checks: RecorderOptions.RoundTripChecks?, _ snapshots: RecorderOptions.Snapshots = .delta
  ) -> SessionRecorder {
    var options = RecorderOptions(
      snapshots: snapshots, onError: { [troubles] in troubles.append($0) })
    if let checks { options.roundTripChecks = checks }
    return SessionRecorder(sink: sink, store: "test", options: options)
  }

  /// The numbers of the states that were found lossy.
  private var checked: [Int] {
    troubles.all.compactMap { trouble in
      guard case .lossyCodec("Leaky", let path, "another number comes back") = trouble
      else { return nil }
      return Int(path.dropFirst("/lost/at".count))
    }
  }

  private func play(_ moves: [Move], _ recorder: SessionRecorder, filler: Int = 1000) {
    var state = Leaky(filler: String(repeating: "x", count: filler))
    for move in moves { recorder.step(move, into: &state) { $0.advance() } }
  }

  @Test("by default: the first state, and the first after each type of action")
  func usual() {
    play([.walk, .walk, .jump, .walk, .jump], recorder(nil))
    #expect(checked == [0, 1, 3])
    #expect(troubles.all.count == 3)
  }

  @Test("by default also that of a keyframe, once the lines of states have taken 4 KiB since")
  func keyframes() throws {
    play(Array(repeating: .walk, count: 200), recorder(nil), filler: 300)
    var (due, bytes, keyframes) = ([0, 1], 0, 0)
    let lines = try sink.sessionLines
    #expect(lines.count == sink.lines.count)
    for (line, text) in zip(lines, sink.lines) {
      switch line {
      case .state(let line): bytes += line.n == 0 ? 0 : text.count
      case .keyframe(let line):
        keyframes += 1
        if bytes >= 4096 {
          due.append(line.n)
          bytes = 0
        }
        bytes += text.count
      default: break
      }
    }
    #expect(keyframes > 60 && due.count > 5)
    #expect(checked == due)
  }

  @Test("by default also each state that is larger as a patch, and is written whole")
  func wholeStates() throws {
    play(Array(repeating: .walk, count: 12), recorder(nil), filler: 0)
    let whole = try sink.sessionLines.compactMap { line -> Int? in
      guard case .state(let line) = line, case .whole = line.content else { return nil }
      return line.n
    }
    #expect(whole.count > 6)
    #expect(checked == Set(whole + [1]).sorted())
  }

  @Test("every state where all are written whole")
  func full() {
    play([.walk, .walk, .walk], recorder(nil, .full))
    #expect(checked == [0, 1, 2, 3])
  }

  @Test("all: every state")
  func all() {
    play([.walk, .walk, .walk], recorder(.all))
    #expect(checked == [0, 1, 2, 3])
  }

  @Test("none: neither state nor action nor input")
  func none() {
    let recorder = recorder(RecorderOptions.RoundTripChecks.none)
    play([.walk, .measured(Cut(0.5))], recorder)
    _ = recorder.step(Move.walk, 0) { Inputs.value("cut") { Cut(0.5) }.value > 0 ? 1 : 2 }
    #expect(troubles.all == [])
  }

  @Test("every action and input is checked, and each type and path told once")
  func actions() {
    let recorder = recorder(nil)
    for level in [1, 0.5, 1.5] {
      _ = recorder.step(Move.measured(Cut(level)), 0) {
        Inputs.value("cut") { Cut(level) }.value > 0 ? 1 : 2
      }
    }
    let reason = "another number comes back"
    #expect(
      troubles.all == [
        .lossyCodec(type: "Move", path: "/measured/_0", reason: reason),
        .lossyCodec(type: "Cut", path: "", reason: reason),
      ])
    #expect(
      troubles.all.map(\.description) == [
        #""Move" does not survive encode → decode at "/measured/_0": another number comes back"#,
        #""Cut" does not survive encode → decode: another number comes back"#,
      ])
  }

  @Test("what is only rendered is not checked")
  func opaque() {
    struct Half: Codable {
      struct Refusal: Error {}
      init() {}
      init(from decoder: any Decoder) throws { throw Refusal() }
      func encode(to encoder: any Encoder) throws { throw Refusal() }
    }
    _ = recorder(.all).step(Half(), 0) { 1 }
    #expect(troubles.all == [.cannotEncode(type: "Half", reason: "Refusal()")])
  }

  @Test("no more are told than the limit, however many places there are")
  func limit() {
    play(Array(repeating: .walk, count: RoundTripWatch.reportLimit + 20), recorder(.all))
    #expect(checked == Array(0..<RoundTripWatch.reportLimit))
  }

  @Test("what decoding draws is no input of the step")
  func drawing() throws {
    struct Drawing: Codable {
      var id = 1
      init() {}
      init(from decoder: any Decoder) throws { id = Inputs.value("id") { 1 } }
    }
    _ = recorder(.all).step(Move.walk, 0) { Inputs.value("drawn") { Drawing() }.id }
    let inputs = try sink.sessionLines.compactMap { line -> String? in
      if case .input(let input) = line { input.name } else { nil }
    }
    #expect(inputs == ["drawn"])
  }
}
