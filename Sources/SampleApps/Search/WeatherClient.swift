import Foundation

/// Asks a weather service.
struct WeatherClient: Sendable {
  var searchLocation: @Sendable (String) -> Composable.Effect<[Location], Failure>
  var weather: @Sendable (Int) -> Composable.Effect<LocationWeather, Failure>

  struct Failure: Error, Codable, Equatable {}
}

extension WeatherClient {
  /// Answers nothing: enough for a replay, which drops every effect.
  static let silent = WeatherClient(
    searchLocation: { _ in .none }, weather: { _ in .none })

  /// A service that is down.
  static let failing = WeatherClient(
    searchLocation: { _ in .init(error: Failure()) }, weather: { _ in .init(error: Failure()) })

  /// A service that knows some places and answers after a delay.
  ///
  /// - Parameters:
  ///   - delay: How long each answer takes.
  ///   - scheduler: Where that delay passes.
  static func inMemory(
    delay: Duration, _ scheduler: any Composable.Scheduler
  ) -> WeatherClient {
    WeatherClient(
      searchLocation: { query in
        let found = Self.places.filter { $0.title.lowercased().contains(query.lowercased()) }
        return .init(value: found).deferred(for: delay, scheduler: scheduler)
      },
      weather: { id in
        let answer: Composable.Effect<LocationWeather, Failure> =
          places.contains { $0.id == id } ? .init(value: weather(of: id)) : .init(error: Failure())
        return answer.deferred(for: delay, scheduler: scheduler)
      })
  }

  /// The places of the service in memory.
  static let places = [
    "Kushiro", "Kyoto", "Kanazawa", "Osaka", "Otaru", "San Diego", "San Francisco", "São Paulo",
  ].enumerated().map { Location(id: $0 + 1, title: $1) }

  /// Three days of weather, from the third of March 2026, 09:00:00.125 in UTC.
  ///
  /// The values are not round: a session must return each of them exactly.
  private static func weather(of id: Int) -> LocationWeather {
    let names = ["Light Rain", "Clear", nil]
    let days = names.enumerated().map { day, name in
      let low = Double(id) * 0.1 + Double(day) / 3
      return LocationWeather.ConsolidatedWeather(
        applicableDate: Date(timeIntervalSince1970: 1_772_528_400.125 + Double(day) * 86_400),
        maxTemp: low + 7.7, minTemp: low, theTemp: (low + low + 7.7) / 2, weatherStateName: name)
    }
    return LocationWeather(consolidatedWeather: days, id: id)
  }
}
