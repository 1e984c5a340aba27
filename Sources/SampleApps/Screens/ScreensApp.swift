import Recorder
import RecorderHost

/// The app store's screens as an app.
enum ScreensApp {
  static let sample = SampleApp(
    name: "screens", summary: "an app store: one view state a screen, details keyed by app",
    scenarios: ScreenScript.all.map { script in
      Scenario(script.name, script.summary) { play(script, $0) }
    },
    actionNames: actions.names, serve: { host.run() })

  static var host: ReducerHost<ApplicationState, any ReSwift.Action> {
    ReducerHost(store: "screens", codec: actions.codec) {
      $0 = ApplicationState.reduce(action: $1, state: $0)
    }
  }

  static let actions = ActionRegistry<any ReSwift.Action> { types in
    types.add(ApplicationState.Appear.self) { $0 }
    types.add(ApplicationState.Disappear.self) { $0 }
    types.add(ApplicationState.TodayLoaded.self) { $0 }
    types.add(ApplicationState.SearchTyped.self) { $0 }
    types.add(ApplicationState.SearchFound.self) { $0 }
    types.add(ApplicationState.DetailLoaded.self) { $0 }
    types.add(ApplicationState.StoryExpanded.self) { $0 }
  }

  /// Plays a script.
  static func play(
    _ script: ScreenScript, _ recorder: SessionRecorder,
    reducer: @escaping ReSwift.Reducer<ApplicationState> = ApplicationState.reduce
  ) {
    let scheduler = ManualScheduler(ManualClock(0))
    let catalogue = AppCatalogue(scheduler: scheduler)
    let screens = AppStoreScreens(recorder: recorder, catalogue: catalogue, reducer: reducer)
    script.play(screens, catalogue, scheduler)
  }
}

/// What a person does in the app store.
struct ScreenScript: Sendable {
  let name: String
  let summary: String
  let play: @Sendable (AppStoreScreens, AppCatalogue, ManualScheduler) -> Void

  static let all = [browse, twice, late]

  static let browse = ScreenScript(
    name: "browse", summary: "from today to an app, to a related one, and back; then a search"
  ) { screens, catalogue, time in
    screens.openToday()
    time.advance(by: 1)
    screens.openDetail("tide")
    time.advance(by: 1)
    screens.detail?.expandStory()
    screens.openDetail("fog")
    time.advance(by: 1)
    screens.mark("back, where the story is still open")
    screens.back()
    screens.back()
    screens.closeToday()
    screens.openSearch()
    // The answer to the first letters comes later.
    catalogue.delays = [0.9]
    screens.type("ti")
    screens.type("tidy")
    time.advance(by: 1)
    screens.closeSearch()
  }

  static let twice = ScreenScript(
    name: "twice",
    summary: "an app, a related one, and the first again: one view state, two screens"
  ) { screens, _, time in
    for id in ["tide", "fog", "tide"] {
      screens.openDetail(id)
      time.advance(by: 1)
    }
    screens.detail?.expandStory()
    for _ in 1...3 { screens.back() }
  }

  static let late = ScreenScript(
    name: "late", summary: "an answer for a screen that is gone, and one for its next visit"
  ) { screens, catalogue, time in
    catalogue.delays = [2]
    screens.openDetail("loom")
    time.advance(by: 1)
    screens.back()
    time.advance(by: 2)
    screens.mark("again")
    catalogue.delays = [2, 0.3]
    screens.openDetail("loom")
    screens.back()
    screens.openDetail("loom")
    time.advance(by: 3)
  }
}
