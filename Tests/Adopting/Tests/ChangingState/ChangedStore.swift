import Commands
import Foundation
import Inspector
import Recorder
import RecorderHost
import SessionFormat

/// A session of a store as it was, replayed by one as it is.
struct ChangedStore {
  let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).ndjson").path

  /// Records actions.
  init<State: Codable & Sendable, Action: Codable & Sendable>(
    _ state: State, _ actions: [Action], version: String? = nil,
    options change: (inout RecorderOptions) -> Void = { _ in },
    _ reduce: (inout State, Action) -> Void
  ) throws {
    var options = RecorderOptions(environment: steadySurroundings())
    options.roundTripChecks = .actionsAndWholeStates
    if let version { options.app = AppInfo(version: version) }
    change(&options)
    let recorder = try SessionRecorder(path: path, store: "store", options: options)
    var state = state
    for action in actions { recorder.step(action, into: &state) { reduce(&$0, action) } }
    recorder.close()
  }

  func remove() { try? FileManager.default.removeItem(atPath: path) }

  var file: SessionFile { SessionFile(path: path) }
  var text: String { get throws { try String(contentsOfFile: path, encoding: .utf8) } }

  /// What verifying says, without the name of the file; of trouble its words.
  func verify<State, Action>(
    _ host: ReducerHost<State, Action>, accepting: Bool = false
  ) -> [String] {
    let name = (path as NSString).lastPathComponent
    do throws(InspectorError) {
      let verdict = try file.verify(accepting: accepting) { host.machine(answer: $0).handle }
      return verdict.description.replacing(path, with: "S").replacing(name, with: "S")
        .split(separator: "\n").map(String.init)
    } catch {
      return ["trouble: " + error.description.replacing(path, with: "S")]
    }
  }
}
