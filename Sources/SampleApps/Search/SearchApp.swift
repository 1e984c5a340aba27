import Recorder
import RecorderHost

/// The search for places and their weather as an app.
enum SearchApp {
  typealias Reducer = Composable.Reducer<SearchState, SearchAction, SearchEnvironment>
  typealias Store = Composable.Store<SearchState, SearchAction>

  static let sample = SampleApp(
    name: "search",
    summary: "places and their weather; reducers return effects, with debounce and cancellation",
    scenarios: SearchScript.all.map { script in
      Scenario(script.name, script.summary) { await play(script, $0) }
    },
    serve: { host.run() })

  /// The reducer builds its effects in a replay too, but nothing starts them.
  static var host: ReducerHost<SearchState, SearchAction> {
    let environment = SearchEnvironment(
      weatherClient: .silent, mainQueue: Composable.ImmediateScheduler())
    return ReducerHost(store: "search", codec: .codable) {
      _ = searchReducer(&$0, $1, environment)
    }
  }

  @MainActor
  static func play(
    _ script: SearchScript, _ recorder: SessionRecorder,
    reducer: @escaping Recordable = searchReducer
  ) {
    let scheduler = Composable.TestScheduler()
    let environment = SearchEnvironment(
      weatherClient: script.client(scheduler), mainQueue: scheduler)
    let store = Store(
      initialState: SearchState(), reducer: Reducer(recorder.reducer(reducer)),
      environment: environment)
    script.user(SearchUser(store: store, scheduler: scheduler, recorder: recorder))
  }

  typealias Recordable = (inout SearchState, SearchAction, SearchEnvironment) ->
    Composable.Effect<SearchAction, Never>
}

/// A person at the search screen; time passes as the script says.
@MainActor
struct SearchUser {
  let store: SearchApp.Store
  let scheduler: Composable.TestScheduler
  let recorder: SessionRecorder

  /// Types a text, letter by letter, with a pause after each.
  func type(_ text: String, pause: Duration = .milliseconds(100)) {
    for end in text.indices {
      change(to: String(text[...end]))
      wait(pause)
    }
  }

  func change(to query: String) {
    recorder.at { store.send(.searchQueryChanged(query)) }
  }

  /// Taps a place in the results, the first being 0; does nothing if there is none.
  func tap(_ row: Int) {
    guard store.state.locations.indices.contains(row) else { return }
    let location = store.state.locations[row]
    recorder.at { store.send(.locationTapped(location)) }
  }

  func wait(_ duration: Duration) { scheduler.advance(by: duration) }

  /// Waits until every effect is over.
  func settle() { scheduler.run() }
}

/// What a person does at the search screen.
struct SearchScript: Sendable {
  let name: String
  let summary: String
  let client: @Sendable (Composable.TestScheduler) -> WeatherClient
  let user: @MainActor @Sendable (SearchUser) -> Void

  init(
    _ name: String, _ summary: String,
    client: @escaping @Sendable (Composable.TestScheduler) -> WeatherClient = {
      .inMemory(delay: .milliseconds(120), $0)
    },
    user: @escaping @MainActor @Sendable (SearchUser) -> Void
  ) {
    self.name = name
    self.summary = summary
    self.client = client
    self.user = user
  }

  static let all = [typing, failure, late]

  /// Four letters in 400 ms: one request.
  ///
  /// Another letter while it is in flight cancels it, and so does clearing.
  static let typing = SearchScript(
    "typing", "types, taps two places in a row, searches again, clears"
  ) { user in
    user.type("kyot")
    user.settle()
    user.recorder.mark("found Kyoto")
    user.change(to: "san")
    // The request is in flight when the next letter comes, and is never answered.
    user.wait(.milliseconds(350))
    user.change(to: "san ")
    user.settle()
    user.recorder.mark("taps one place, then another before the answer")
    user.tap(0)
    user.wait(.milliseconds(50))
    user.tap(1)
    user.settle()
    user.change(to: "san f")
    user.change(to: "")
    user.settle()
  }

  static let failure = SearchScript(
    "failure", "the service knows places and fails to tell the weather, then knows nothing",
    client: { scheduler in
      let service = WeatherClient.inMemory(delay: .milliseconds(120), scheduler)
      let broken = WeatherClient.failing
      return WeatherClient(
        searchLocation: { $0 == "os" ? service.searchLocation($0) : broken.searchLocation($0) },
        weather: broken.weather)
    }
  ) { user in
    user.change(to: "os")
    user.settle()
    user.tap(0)
    user.settle()
    user.change(to: "osa")
    user.settle()
  }

  /// The fault of the reducer.
  static let late = SearchScript(
    "late", "the weather is awaited while the query is cleared, and comes to an empty screen"
  ) { user in
    user.change(to: "otaru")
    user.settle()
    user.tap(0)
    user.wait(.milliseconds(50))
    user.change(to: "")
    user.recorder.mark("nothing is searched for any more")
    user.settle()
  }
}
