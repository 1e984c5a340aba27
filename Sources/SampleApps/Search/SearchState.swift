import Foundation

/// A place whose weather is known.
struct Location: Codable, Equatable, Sendable {
  var id: Int
  var title: String
}

/// The weather of the days to come at a place.
struct LocationWeather: Codable, Equatable, Sendable {
  var consolidatedWeather: [ConsolidatedWeather]
  var id: Int

  /// The weather of a day; temperatures in degrees Celsius.
  struct ConsolidatedWeather: Codable, Equatable, Sendable {
    var applicableDate: Date
    var maxTemp: Double
    var minTemp: Double
    var theTemp: Double
    var weatherStateName: String?
  }
}

/// The search screen: the query, the results, and the weather of the tapped place.
struct SearchState: Codable, Equatable, Sendable {
  var locations: [Location] = []
  var locationWeather: LocationWeather?
  var locationWeatherRequestInFlight: Location?
  var searchQuery = ""
}

enum SearchAction: Equatable, Sendable {
  case locationsResponse(Result<[Location], WeatherClient.Failure>)
  case locationTapped(Location)
  case locationWeatherResponse(Result<LocationWeather, WeatherClient.Failure>)
  case searchQueryChanged(String)
}

/// What the reducer's effects need from outside.
struct SearchEnvironment: Sendable {
  var weatherClient: WeatherClient
  var mainQueue: any Composable.Scheduler
}

/// Identifies the effects of the search; one is in flight at a time.
private struct SearchLocationID: Hashable, Sendable {}

/// Identifies the effects of the weather; one is in flight at a time.
private struct SearchWeatherID: Hashable, Sendable {}

/// The reducer of the search.
///
/// Clearing the query cancels a search, but not a request for the weather. Its answer comes to an
/// empty screen: a fault that a recorded session shows.
func searchReducer(
  _ state: inout SearchState, _ action: SearchAction, _ environment: SearchEnvironment
) -> Composable.Effect<SearchAction, Never> {
  switch action {
  case .locationsResponse(.success(let locations)):
    state.locations = locations
    return .none

  case .locationsResponse(.failure):
    state.locations = []
    return .none

  case .locationTapped(let location):
    state.locationWeatherRequestInFlight = location
    return environment.weatherClient.weather(location.id)
      .receive(on: environment.mainQueue)
      .catchToEffect()
      .map(SearchAction.locationWeatherResponse)
      .cancellable(id: SearchWeatherID(), cancelInFlight: true)

  case .locationWeatherResponse(.success(let weather)):
    state.locationWeather = weather
    state.locationWeatherRequestInFlight = nil
    return .none

  case .locationWeatherResponse(.failure):
    state.locationWeather = nil
    state.locationWeatherRequestInFlight = nil
    return .none

  case .searchQueryChanged(let query):
    state.searchQuery = query
    guard !query.isEmpty else {
      state.locations = []
      state.locationWeather = nil
      return .cancel(id: SearchLocationID())
    }
    return environment.weatherClient.searchLocation(query)
      .receive(on: environment.mainQueue)
      .catchToEffect()
      .debounce(
        id: SearchLocationID(), for: .milliseconds(300), scheduler: environment.mainQueue
      )
      .map(SearchAction.locationsResponse)
  }
}
