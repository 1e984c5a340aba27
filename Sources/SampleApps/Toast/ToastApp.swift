import Foundation
import Recorder

/// The toast queue as an app: a store, its view model, and what a person does there.
struct ToastApp: Sendable {
  let name: String
  let summary: String
  /// The clock that the reducer asks for ids.
  let now: @Sendable () -> Date

  /// Ids come through a recorded input: the session reproduces.
  static let recordedIDs = ToastApp(
    name: "toast", summary: "a queue of toasts; ids are recorded inputs", now: Inputs.date)
  /// Ids come straight from the clock: the session does not reproduce.
  static let clockIDs = ToastApp(
    name: "toast-clock", summary: "a queue of toasts; ids come from the clock in the reducer",
    now: { Date() })

  var reducer: ToastReducer { toastReducer(now: now) }

  var host: ReducerHost<ToastState, ToastAction> {
    let reducer = reducer
    return ReducerHost(store: name, codec: .codable) { $0 = reducer($1, $0) }
  }

  var sample: SampleApp {
    SampleApp(
      name: name, summary: summary,
      scenarios: ToastScript.all.map { script in
        Scenario(script.name, script.summary) { recorder in
          await script.play(ToastScreen(recorder: recorder, reducer: reducer), .live)
        }
      },
      serve: { host.run() })
  }
}
