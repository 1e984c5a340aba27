import Foundation
import Testing

@testable import SampleApps

@Suite("The search")
@MainActor
struct SearchReducerTests {
  typealias Store = Composable.TestStore<SearchState, SearchAction, SearchEnvironment>

  nonisolated static let found = [
    Location(id: 3, title: "Kanazawa"), Location(id: 4, title: "Osaka"),
  ]
  nonisolated static let weather = LocationWeather(
    consolidatedWeather: [
      .init(
        applicableDate: .init(timeIntervalSince1970: 0.5), maxTemp: 21.3, minTemp: -0.25,
        theTemp: 10.1, weatherStateName: "Clear")
    ], id: 3)

  let scheduler = Composable.TestScheduler()

  private func makeStore(
    _ state: SearchState = SearchState(), client: WeatherClient = answering
  ) -> Store {
    Store(
      initialState: state, reducer: .init(searchReducer),
      environment: SearchEnvironment(weatherClient: client, mainQueue: scheduler))
  }

  nonisolated static let answering = WeatherClient(
    searchLocation: { _ in .init(value: found) }, weather: { _ in .init(value: weather) })

  private var beforeAnswer: Duration { .milliseconds(299) }
  private var rest: Duration { .milliseconds(1) }

  @Test("what is typed is searched for 300 ms later, and clearing it clears what was found")
  func searchAndClear() {
    makeStore().assert(
      .send(.searchQueryChanged("k")) { $0.searchQuery = "k" },
      .advance(scheduler, by: beforeAnswer),
      .do { #expect(scheduler.waiting == 1) },
      .advance(scheduler, by: rest),
      .receive(.locationsResponse(.success(Self.found))) { $0.locations = Self.found },
      .send(.searchQueryChanged("")) {
        $0.locations = []
        $0.searchQuery = ""
      })
  }

  @Test("a search that fails leaves nothing found")
  func searchFails() {
    makeStore(client: .failing).assert(
      .environment { $0.weatherClient.searchLocation = Self.answering.searchLocation },
      .send(.searchQueryChanged("k")) { $0.searchQuery = "k" },
      .advance(scheduler, by: .milliseconds(300)),
      .receive(.locationsResponse(.success(Self.found))) { $0.locations = Self.found },
      .environment { $0.weatherClient = .failing },
      .send(.searchQueryChanged("ka")) { $0.searchQuery = "ka" },
      .advance(scheduler, by: .milliseconds(300)),
      .receive(.locationsResponse(.failure(.init()))) { $0.locations = [] })
  }

  @Test("of letters typed within 300 ms only the last is searched for")
  func debounces() {
    let asked = Notes()
    let client = WeatherClient(
      searchLocation: { query in
        Composable.Effect.future { answer in
          asked.note(query)
          answer(.success([Location(id: 1, title: query)]))
        }
      }, weather: Self.answering.weather)
    makeStore(client: client).assert(
      .send(.searchQueryChanged("k")) { $0.searchQuery = "k" },
      .advance(scheduler, by: beforeAnswer),
      .send(.searchQueryChanged("ky")) { $0.searchQuery = "ky" },
      .advance(scheduler, by: beforeAnswer),
      .send(.searchQueryChanged("kyo")) { $0.searchQuery = "kyo" },
      .advance(scheduler, by: beforeAnswer),
      .do { #expect(asked.all == []) },
      .advance(scheduler, by: rest),
      .receive(.locationsResponse(.success([Location(id: 1, title: "kyo")]))) {
        $0.locations = [Location(id: 1, title: "kyo")]
      })
    #expect(asked.all == ["kyo"])
  }

  @Test("clearing cancels a search, while it waits and while it is answered")
  func clearingCancels() {
    let slow = WeatherClient.inMemory(delay: .milliseconds(100), scheduler)
    for wait in [Duration.milliseconds(299), .milliseconds(399)] {
      makeStore(client: slow).assert(
        .send(.searchQueryChanged("kyoto")) { $0.searchQuery = "kyoto" },
        .advance(scheduler, by: wait),
        .send(.searchQueryChanged("")) { $0.searchQuery = "" },
        .advance(scheduler, by: .seconds(1)))
    }
  }

  @Test("tapping a place asks for its weather, which is shown when it comes")
  func tapping() {
    let place = Self.found[0]
    makeStore().assert(
      .send(.locationTapped(place)) { $0.locationWeatherRequestInFlight = place },
      .advance(scheduler, by: .zero),
      .receive(.locationWeatherResponse(.success(Self.weather))) {
        $0.locationWeather = Self.weather
        $0.locationWeatherRequestInFlight = nil
      })
  }

  @Test("tapping another place cancels the first request")
  func tappingAnother() {
    let slow = WeatherClient(
      searchLocation: Self.answering.searchLocation,
      weather: { [scheduler] id in
        .init(value: LocationWeather(consolidatedWeather: [], id: id))
          .deferred(for: .milliseconds(id == 3 ? 100 : 200), scheduler: scheduler)
      })
    makeStore(client: slow).assert(
      .send(.locationTapped(Self.found[0])) { $0.locationWeatherRequestInFlight = Self.found[0] },
      .advance(scheduler, by: .milliseconds(50)),
      .send(.locationTapped(Self.found[1])) { $0.locationWeatherRequestInFlight = Self.found[1] },
      .advance(scheduler, by: .milliseconds(200)),
      .receive(.locationWeatherResponse(.success(.init(consolidatedWeather: [], id: 4)))) {
        $0.locationWeather = .init(consolidatedWeather: [], id: 4)
        $0.locationWeatherRequestInFlight = nil
      })
  }

  @Test("a request for the weather that fails leaves none")
  func weatherFails() {
    let place = Self.found[0]
    makeStore(SearchState(locationWeather: Self.weather), client: .failing).assert(
      .send(.locationTapped(place)) { $0.locationWeatherRequestInFlight = place },
      .advance(scheduler, by: .zero),
      .receive(.locationWeatherResponse(.failure(.init()))) {
        $0.locationWeather = nil
        $0.locationWeatherRequestInFlight = nil
      })
  }

  @Test("clearing does not cancel a request for the weather: the fault of the app")
  func lateWeather() {
    let place = Self.found[0]
    makeStore(SearchState(searchQuery: "k")).assert(
      .send(.locationTapped(place)) { $0.locationWeatherRequestInFlight = place },
      .send(.searchQueryChanged("")) { $0.searchQuery = "" },
      .advance(scheduler, by: .zero),
      .receive(.locationWeatherResponse(.success(Self.weather))) {
        $0.locationWeather = Self.weather
        $0.locationWeatherRequestInFlight = nil
      })
  }
}
