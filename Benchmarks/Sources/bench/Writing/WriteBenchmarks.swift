import Foundation
import Recorder

// The cost of writing a line so that it survives a crash of the app. Ours uses the recorder's
// public interface, including clock, lock, text, checksum and `write(2)`; the others are given a
// ready line of that length.

let writeBenchmarks = [
  line("system-call", rival: "write(2)", tellsBeyond: true, LineWriters.systemCall),
  line("stdio", rival: "fwrite + fflush", LineWriters.stdio),
  line("file-handle", rival: "FileHandle.write(contentsOf:)", LineWriters.fileHandle),
  step("step", .actionsAndWholeStates),
  step("step-unchecked", .none),
  Benchmark(name: "write/step-escaped", rival: "the same texts without line ends") {
    (try notes("line one\nline two\n\"quoted\""), try notes("line one  line two   quoted  "))
  },
]

/// A step that changes one of 1,000 texts.
private func notes(_ text: String) throws -> Benchmark.Work {
  let scratch = try Scratch()
  var options = RecorderOptions()
  options.onError = { fatalError("the recorder does not record: \($0)") }
  let recorder = try SessionRecorder(
    path: scratch.path("notes.ndjson"), store: "bench", options: options)
  var state = (0..<1_000).map { "\(text) \($0)" }
  var count = 0
  return {
    count += 1
    let place = count * 7 % state.count
    withExtendedLifetime(scratch) {
      recorder.step(place, into: &state) { $0[place] = "\(text) \(count)" }
    }
    return count
  }
}

/// A line of 200 bytes, with the session's clock between one second and ten.
private func line(
  _ name: String, rival: String, tellsBeyond: Bool = false,
  _ make: @escaping @Sendable ([UInt8], Scratch) throws -> Benchmark.Work
) -> Benchmark {
  Benchmark(name: "write/200B/\(name)", rival: rival, tellsBeyond: tellsBeyond) {
    let scratch = try Scratch()
    // {"kind":"mark","n":1,"t":1234567890,"text":"…","crc":"01234567"} and a line feed
    let text = String(repeating: "a small remark ", count: 10).prefix(200 - 65)
    let theirs = try make([UInt8](repeating: UInt8(ascii: "a"), count: 199) + [10], scratch)
    var options = RecorderOptions()
    options.onError = { fatalError("the recorder does not record: \($0)") }
    let recorder = try SessionRecorder(
      path: scratch.path("ours.ndjson"), store: "bench", options: options)
    _ = recorder.step(0, 0) { 1 }  // marks wait for the first action
    let mark = String(text)
    let ours = {
      withExtendedLifetime(scratch) {
        recorder.mark(mark)
        return 1
      }
    }
    return (ours, theirs)
  }
}

/// A whole step: the action before the reducer, the state after it, a line each.
private func step(_ name: String, _ checks: RecorderOptions.RoundTripChecks) -> Benchmark {
  Benchmark(name: "write/\(name)", rival: "JSONEncoder + FileHandle") {
    let scratch = try Scratch()
    var options = RecorderOptions()
    options.roundTripChecks = checks
    options.onError = { fatalError("the recorder does not record: \($0)") }
    let recorder = try SessionRecorder(
      path: scratch.path("ours.ndjson"), store: "bench", options: options)
    let handle = try FileHandle(forWritingTo: URL(filePath: try scratch.make("theirs")))
    let encoder = JSONEncoder()
    func write(_ value: some Encodable) throws {
      var line = try encoder.encode(value)
      line.append(10)
      try handle.write(contentsOf: line)
    }
    var (ourState, theirState, count) = (Scoreboard(), Scoreboard(), 0)
    return (
      {
        count += 1
        let action = ScoreAction.of(count)
        withExtendedLifetime(scratch) {
          recorder.step(action, into: &ourState) { $0.reduce(action) }
        }
        return ourState.points
      },
      {
        count += 1
        let action = ScoreAction.of(count)
        try write(action)
        theirState.reduce(action)
        try write(theirState)
        return theirState.points
      }
    )
  }
}

/// A state of about 150 bytes as JSON.
struct Scoreboard: Codable, Sendable {
  var points = 0
  var level = 1
  var player = "ann"
  var last: [Int] = [1, 2, 3, 4, 5]
  var isPaused = false
  var best = ["ann": 900, "bob": 1_200, "eve": 450]

  mutating func reduce(_ action: ScoreAction) {
    switch action {
    case .score(let more):
      points += more
      last[points % last.count] = more
    case .pause: isPaused.toggle()
    case .rename(let name): player = name
    }
  }
}

enum ScoreAction: Codable, Sendable {
  case score(Int)
  case pause
  case rename(to: String)

  /// Mostly scores, now and then something else.
  static func of(_ number: Int) -> ScoreAction {
    switch number % 8 {
    case 3: .pause
    case 6: .rename(to: number % 16 == 6 ? "bob" : "ann")
    default: .score(number % 100)
    }
  }
}
