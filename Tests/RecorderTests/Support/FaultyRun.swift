import Foundation
import SessionFormat
import TestSupport
import Testing

@testable import Recorder

/// An app that records to a faulty file system: what it did, what was written, what it was told.
struct FaultyRun {
  /// What the app itself saw: the results of its steps, and its states.
  private(set) var results: [String] = []
  private(set) var truth: [JSONValue] = []
  let files: MemoryFiles
  let troubles: [RecorderError]
  let paths: [String]

  /// A small session with every kind of line that a recorder writes: inputs, errors, a change from
  /// outside, marks, a pause, a keyframe.
  ///
  /// - Parameters:
  ///   - steps: How many actions.
  ///   - pauses: Before which actions the app pauses, and goes on two later.
  ///   - tick: How far the clock goes each time that it is asked, in nanoseconds.
  ///   - before: What other programs do to the files before an action.
  init(
    _ files: MemoryFiles, steps: Int = 8, limits: SizeLimits? = nil,
    durability: Durability = .system, pausesAt: Int? = nil, tick: UInt64 = 100_000_000,
    before: (Int, SessionRecorder, MemoryFiles) -> Void = { _, _, _ in },
    atEnd: (SessionRecorder) -> Void = { _ in }
  ) {
    self.files = files
    let told = Gathered<RecorderError>()
    let recorder = Self.recorder(
      files, limits: limits, durability: durability, tick: tick, told: told)
    var state = Counter(log: ["a text that is long enough for a change to be the smaller"])
    truth.append(Self.encoded(state))
    recorder.mark("start")
    for n in 1...steps {
      before(n, recorder, files)
      if n == pausesAt { recorder.pause() }
      if n == pausesAt.map({ $0 + 2 }) { recorder.resume() }
      results.append(Self.step(recorder, n, &state))
      truth.append(Self.encoded(state))
      #expect(recorder.change { $0.checkInvariants() } == [], "after action \(n)")
    }
    atEnd(recorder)
    recorder.close()
    troubles = told.all
    paths = recorder.paths
  }

  private static func step(_ recorder: SessionRecorder, _ n: Int, _ state: inout Counter) -> String
  {
    let action = CounterAction.note(String(repeating: "n", count: n))
    do {
      let drawn = try recorder.step(action, into: &state) { state throws(Refused) in
        count(&state, action)
        if n == 4 { throw Refused(why: "four") }
        return Inputs.value("n") { n }
      }
      return "\(drawn) \(state)"
    } catch { return "\(error) \(state)" }
  }

  private static func recorder(
    _ files: MemoryFiles, limits: SizeLimits?, durability: Durability, tick: UInt64,
    told: Gathered<RecorderError>
  ) -> SessionRecorder {
    var options = RecorderOptions(
      environment: RecorderOptions.Environment(
        nanoseconds: CountingClock(tick: tick).now, id: "00000000-0000-4000-8000-000000000000",
        started: "2026-01-02T03:04:05.678Z", platform: nil, segmentID: { "next" }),
      onError: { told.append($0) })
    options.limits = limits
    options.durability = durability
    return SessionRecorder(
      in: .folder("sessions"), store: "test", options: options, environment: [:], files: files)
  }

  /// The session's files as they are now.
  var segments: [String] { paths.map(files.text).filter { !$0.isEmpty } }

  /// What an independent reader makes of them.
  var oracle: SegmentOracle<KnownStates> {
    var oracle = SegmentOracle(judge: KnownStates(truth))
    for segment in segments { oracle.read(Array(segment.utf8)) }
    return oracle
  }

  private static func encoded(_ state: Counter) -> JSONValue {
    do { return try ValueEncoder().encode(state).value } catch { return .null }
  }
}
