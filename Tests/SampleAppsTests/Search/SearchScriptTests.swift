import Foundation
import Recorder
import SessionFormat
import Testing

@testable import SampleApps

@Suite("Recorded searches for the weather")
@MainActor
struct SearchScriptTests {
  private static func noting(_ oracle: Oracle<SearchState>) -> SearchApp.Recordable {
    { state, action, environment in
      let before = state
      let effect = searchReducer(&state, action, environment)
      oracle.note(action, before: before, after: state)
      return effect
    }
  }

  private static func record(
    _ script: SearchScript, oracle: Oracle<SearchState> = Oracle()
  ) async throws -> RecordedSession {
    try await RecordedSession.record("search") { recorder in
      SearchApp.play(script, recorder, reducer: noting(oracle))
    }
  }

  /// Each step: the action's type, the query, what is found, whose weather is awaited and shown.
  private static func log(_ session: RecordedSession) -> [String] {
    session.steps.map { step in
      let state = step.after
      let found = (state?["locations"]?.array ?? []).compactMap { $0["title"]?.string }
      let awaited = state?["locationWeatherRequestInFlight"]?["title"]?.string ?? "-"
      let shown = state?["locationWeather"]?["id"]?.int.map { "\($0)" } ?? "-"
      let query = state?["searchQuery"]?.string ?? "?"
      return "\(step.action.type) '\(query)' \(found) \(awaited) \(shown)"
    }
  }

  @Test(
    "each action is recorded once, in order, between its states, and reproduced",
    arguments: SearchScript.all)
  func agreesWithOracle(script: SearchScript) async throws {
    let oracle = Oracle<SearchState>()
    let session = try await Self.record(script, oracle: oracle)
    oracle.agrees(with: session)
    #expect(session.outsides == [])
    // The user's actions have their place, those of effects none.
    #expect(
      session.steps.map { $0.action.at != nil }
        == session.steps.map {
          !$0.action.type.contains("Response")
        })
    try Replay(of: session, by: SearchApp.host).reproduces(session)
  }

  @Test("typing: one request for four letters; what is tapped, typed or cleared later wins")
  func typing() async throws {
    #expect(
      Self.log(try await Self.record(.typing)) == [
        "searchQueryChanged 'k' [] - -",
        "searchQueryChanged 'ky' [] - -",
        "searchQueryChanged 'kyo' [] - -",
        "searchQueryChanged 'kyot' [] - -",
        #"locationsResponse.success 'kyot' ["Kyoto"] - -"#,
        #"searchQueryChanged 'san' ["Kyoto"] - -"#,
        #"searchQueryChanged 'san ' ["Kyoto"] - -"#,
        #"locationsResponse.success 'san ' ["San Diego", "San Francisco"] - -"#,
        #"locationTapped 'san ' ["San Diego", "San Francisco"] San Diego -"#,
        #"locationTapped 'san ' ["San Diego", "San Francisco"] San Francisco -"#,
        #"locationWeatherResponse.success 'san ' ["San Diego", "San Francisco"] - 7"#,
        #"searchQueryChanged 'san f' ["San Diego", "San Francisco"] - 7"#,
        "searchQueryChanged '' [] - -",
      ])
  }

  @Test("failure: no weather, then no places")
  func failure() async throws {
    #expect(
      Self.log(try await Self.record(.failure)) == [
        "searchQueryChanged 'os' [] - -",
        #"locationsResponse.success 'os' ["Osaka"] - -"#,
        #"locationTapped 'os' ["Osaka"] Osaka -"#,
        #"locationWeatherResponse.failure 'os' ["Osaka"] - -"#,
        #"searchQueryChanged 'osa' ["Osaka"] - -"#,
        "locationsResponse.failure 'osa' [] - -",
      ])
  }

  @Test("late: the weather comes to an empty screen")
  func late() async throws {
    #expect(
      Self.log(try await Self.record(.late)) == [
        "searchQueryChanged 'otaru' [] - -",
        #"locationsResponse.success 'otaru' ["Otaru"] - -"#,
        #"locationTapped 'otaru' ["Otaru"] Otaru -"#,
        "searchQueryChanged '' [] Otaru -",
        "locationWeatherResponse.success '' [] - 5",
      ])
  }

  @Test("the app as it is shipped reproduces what it recorded", arguments: SearchScript.all)
  func shippedAppReproduces(script: SearchScript) async throws {
    let sample = try #require(SampleApps.named("search"))
    let scenario = try #require(sample.scenarios.first { $0.name == script.name })
    let session = try await RecordedSession.record(sample.name) { await scenario.run($0) }
    try Replay(of: session, by: SearchApp.host).reproduces(session)
  }

  /// Actions as a store under load sees them.
  private static func burst(
    client: WeatherClient, _ drive: (SearchApp.Store) async throws -> Void
  ) async throws -> (session: RecordedSession, oracle: Oracle<SearchState>) {
    let oracle = Oracle<SearchState>()
    let session = try await RecordedSession.record("search") { recorder in
      let store = SearchApp.Store(
        initialState: SearchState(),
        reducer: SearchApp.Reducer(recorder.reducer(noting(oracle))),
        environment: SearchEnvironment(
          weatherClient: client, mainQueue: Composable.ImmediateScheduler()))
      try await drive(store)
    }
    return (session, oracle)
  }

  @Test("effects that answer at once, and observers that send: each action once, in order")
  func nested() async throws {
    let client = WeatherClient(
      searchLocation: { .init(value: [Location(id: $0.count, title: $0)]) },
      weather: { .init(value: LocationWeather(consolidatedWeather: [], id: $0)) })
    let (session, oracle) = try await Self.burst(client: client) { store in
      // Taps whatever is found, while it is told.
      store.observe { [unowned store] state in
        guard let found = state.locations.first, state.locationWeather?.id != found.id else {
          return
        }
        store.send(.locationTapped(found))
      }
      for length in 1...100 {
        store.send(.searchQueryChanged(String(repeating: "k", count: length)))
      }
    }
    oracle.agrees(with: session)
    let round = [
      "searchQueryChanged", "locationsResponse.success", "locationTapped",
      "locationWeatherResponse.success",
    ]
    #expect(session.steps.map(\.action.type) == Array(repeatElement(round, count: 100).joined()))
    try Replay(of: session, by: SearchApp.host).reproduces(session)
  }

  @Test("answers of other threads come back by the scheduler: each action once, in order")
  func offMain() async throws {
    let scheduler = Composable.TestScheduler()
    let answered = DispatchGroup()
    let oracle = Oracle<SearchState>()
    let client = WeatherClient(
      searchLocation: { _ in .none },
      weather: { id in
        .future { answer in
          answered.enter()
          DispatchQueue.global().async {
            answer(
              id % 3 == 0 ? .failure(.init()) : .success(.init(consolidatedWeather: [], id: id)))
            answered.leave()
          }
        }
      })
    let session = try await RecordedSession.record("search") { recorder in
      // One request at a time, so that none is cancelled.
      let store = SearchApp.Store(
        initialState: SearchState(),
        reducer: SearchApp.Reducer(recorder.reducer(Self.noting(oracle))),
        environment: SearchEnvironment(weatherClient: client, mainQueue: scheduler))
      for id in 0..<100 {
        store.send(.locationTapped(Location(id: id, title: "\(id)")))
        await withCheckedContinuation { done in
          answered.notify(queue: .global()) { done.resume() }
        }
        scheduler.run()
      }
    }
    oracle.agrees(with: session)
    #expect(
      session.steps.map(\.action.type)
        == (0..<100).flatMap {
          ["locationTapped", "locationWeatherResponse.\($0 % 3 == 0 ? "failure" : "success")"]
        })
    try Replay(of: session, by: SearchApp.host).reproduces(session)
  }
}
