import SessionFormat

@testable import Recorder

/// A recorder whose session is the same in every run, and what it wrote and told.
struct Recorded {
  let sink: CollectingSink
  let recorder: SessionRecorder
  private let troublesTold = Gathered<RecorderError>()

  /// - Parameters:
  ///   - snapshots: How states are written.
  ///   - refusesFrom: The first line that cannot be written, from 1.
  ///   - recordsTypes: Whether the header has a fingerprint.
  init(
    _ snapshots: RecorderOptions.Snapshots = .delta, refusesFrom: Int? = nil,
    recordsTypes: Bool = false
  ) {
    sink = CollectingSink(refusesFrom: refusesFrom)
    let clock = CountingClock()
    var options = RecorderOptions(
      snapshots: snapshots,
      environment: RecorderOptions.Environment(
        nanoseconds: clock.now, id: "00000000-0000-4000-8000-000000000000",
        started: "2026-01-02T03:04:05.678Z", platform: ["os": "Test"]),
      onError: { [troublesTold] in troublesTold.append($0) })
    options.recordsTypes = recordsTypes
    recorder = SessionRecorder(sink: sink, store: "test", options: options)
  }

  /// What was told to `onError`, in order.
  var troubles: [RecorderError] { troublesTold.all }

  /// The lines after the header, without checksums.
  var texts: [String] { get throws { Array(try sink.texts.dropFirst()) } }

  /// The actions, and the states with all changes applied, by the order of their lines.
  var story: [String] {
    get throws {
      var state = JSONValue.null
      return try sink.sessionLines.compactMap { line in
        switch line {
        case .action(let action): return "action \(action.n) \(action.action)"
        case .state(let line):
          state = try line.content.applied(to: state)
          return "state \(line.n) \(state)"
        case .outside(let line):
          state = try line.content.applied(to: state)
          return "outside \(line.n) \(state)"
        default: return nil
        }
      }
    }
  }
}

extension StateContent {
  /// The state that this makes of the one before.
  func applied(to state: JSONValue) throws -> JSONValue {
    switch self {
    case .whole(let whole): return whole
    case .patch(let patch): return try patch.applied(to: state)
    }
  }
}
