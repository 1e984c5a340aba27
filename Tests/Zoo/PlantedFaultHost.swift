import Recorder
import RecorderHost
import TestSupport

/// Records and serves a small reducer with a fault, to test searches for the fewest actions.
///
/// Arguments: the way and the number needed; for a recording also the number of actions, a seed and
/// the file.
struct PlantedFaultHost {
  private let fault: ReducerFault
  private let words: [String]

  init?(_ words: ArraySlice<String>) {
    self.words = Array(words)
    guard words.count >= 2, let way = ReducerFault.Way(rawValue: self.words[0]),
      let needed = Int(self.words[1])
    else { return nil }
    fault = ReducerFault(way, needed: needed)
  }

  func serve() -> Int32 {
    let fault = fault
    return ReducerHost<FaultState, FaultAction>(store: "fault", codec: .codable) { state, action in
      state.reduce(action, fault)
    }.run()
  }

  func record() throws {
    guard words.count == 5, let count = Int(words[2]), let seed = UInt64(words[3]) else { return }
    var options = RecorderOptions()
    options.roundTripChecks = .none
    let recorder = try SessionRecorder(path: words[4], store: "fault", options: options)
    var state = FaultState()
    for action in fault.row(of: count, seed: seed) {
      recorder.step(action, into: &state) { $0.reduce(action, fault) }
    }
    recorder.close()
  }
}
