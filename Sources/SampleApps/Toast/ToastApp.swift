import Foundation
import Recorder
import RecorderHost

/// The toast queue as an app: a store, its view model, and what a person does there.
struct ToastApp: Sendable {
  let name: String
  let summary: String
  /// How the reducer draws the date for an id from a clock.
  let draw: @Sendable (() -> Date) -> Date

  /// Ids come through a recorded input, so the session reproduces.
  static let recordedIDs = ToastApp(
    name: "toast", summary: "a queue of toasts; ids are recorded inputs"
  ) { Inputs.value("date", $0) }
  /// Ids come directly from the clock, so the session does not reproduce.
  static let clockIDs = ToastApp(
    name: "toast-clock", summary: "a queue of toasts; ids come from the clock in the reducer"
  ) { $0() }

  func reducer(clock: @escaping @Sendable () -> Date) -> ReSwift.Reducer<ToastState> {
    toastReducer(now: { draw(clock) })
  }

  /// The host; its clock is not the last call there, which would have no line in an optimized build.
  func host(
    clock: @escaping @Sendable () -> Date = { Date().addingTimeInterval(0) }
  ) -> ReducerHost<ToastState, ToastAction> {
    let reducer = reducer(clock: clock)
    return ReducerHost(store: name, codec: .codable) { $0 = reducer($1, $0) }
  }

  var sample: SampleApp {
    SampleApp(
      name: name, summary: summary,
      scenarios: ToastScript.all.map { script in
        Scenario(script.name, script.summary) { recorder in
          let pauses = script.isTimeless ? Pauses.timeless() : .live
          let screen = ToastScreen(recorder: recorder, reducer: reducer(clock: pauses.now))
          await script.play(screen, pauses)
        }
      },
      serve: { host().run() })
  }
}
