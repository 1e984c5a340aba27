import Foundation
import Recorder
import RecorderHost

/// The app of five screens: a store, its middlewares, and what a person does there.
struct GourmetApp: Sendable {
  let name: String
  let summary: String
  /// Returns the identifier of the time zone of dates; the reducer calls it.
  let zone: @Sendable () -> String

  /// The zone comes through a recorded input, so the session reproduces.
  static let recordedZone = GourmetApp(
    name: "gourmet",
    summary: "five screens of an app about food; the time zone is a recorded input",
    zone: { Inputs.value("timeZone") { TimeZone.current.identifier } })
  /// The zone comes directly from the system, so the session reproduces only in the same zone.
  static let systemZone = GourmetApp(
    name: "gourmet-zone",
    summary: "the same five screens; the reducer asks the system for the zone",
    zone: { TimeZone.current.identifier })

  var reducer: ReduxReducer<AppState> {
    let zone = zone
    return appReducer { DateLabels(in: TimeZone(identifier: zone()) ?? .gmt) }
  }

  var host: ReducerHost<AppState, any ReduxAction> {
    let reducer = reducer
    return ReducerHost(store: name, codec: Self.actions.codec) { $0 = reducer($0, $1) }
  }

  var sample: SampleApp {
    SampleApp(
      name: name, summary: summary,
      scenarios: GourmetScript.all.map { script in
        Scenario(script.name, script.summary) { recorder in
          await script.play(recorder, reducer: reducer)
        }
      },
      actionNames: Self.actions.names, serve: { host.run() })
  }

  static let actions = ActionRegistry<any ReduxAction> { types in
    types.add(RequestOnboardingAction.self, as: "RequestOnboardingAction") { $0 }
    types.add(SuccessOnboardingAction.self, as: "SuccessOnboardingAction") { $0 }
    types.add(FailureOnboardingAction.self, as: "FailureOnboardingAction") { $0 }
    types.add(CloseOnboardingAction.self, as: "CloseOnboardingAction") { $0 }
    types.add(RequestHomeAction.self, as: "RequestHomeAction") { $0 }
    types.add(SuccessHomeAction.self, as: "SuccessHomeAction") { $0 }
    types.add(FailureHomeAction.self, as: "FailureHomeAction") { $0 }
    types.addArchiveActions()
    types.add(RequestFavoriteAction.self, as: "RequestFavoriteAction") { $0 }
    types.add(SuccessFavoriteAction.self, as: "SuccessFavoriteAction") { $0 }
    types.add(FailureFavoriteAction.self, as: "FailureFavoriteAction") { $0 }
    types.add(RequestProfileAction.self, as: "RequestProfileAction") { $0 }
    types.add(SuccessProfileAction.self, as: "SuccessProfileAction") { $0 }
    types.add(FailureProfileAction.self, as: "FailureProfileAction") { $0 }
  }
}
