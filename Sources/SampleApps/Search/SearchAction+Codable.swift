// `Result` is not Codable, so no coding of the actions can be synthesized. This coding is what it
// would be otherwise: each response is a `success` or a `failure`.

extension SearchAction: Codable {
  init(from decoder: any Decoder) throws {
    self =
      switch try Coded(from: decoder) {
      case .locationsResponse(let answer): .locationsResponse(answer.result)
      case .locationTapped(let location): .locationTapped(location)
      case .locationWeatherResponse(let answer): .locationWeatherResponse(answer.result)
      case .searchQueryChanged(let query): .searchQueryChanged(query)
      }
  }

  func encode(to encoder: any Encoder) throws {
    let coded: Coded =
      switch self {
      case .locationsResponse(let result): .locationsResponse(Answer(result))
      case .locationTapped(let location): .locationTapped(location)
      case .locationWeatherResponse(let result): .locationWeatherResponse(Answer(result))
      case .searchQueryChanged(let query): .searchQueryChanged(query)
      }
    try coded.encode(to: encoder)
  }

  /// The same cases, with payloads that are Codable.
  private enum Coded: Codable {
    case locationsResponse(Answer<[Location], WeatherClient.Failure>)
    case locationTapped(Location)
    case locationWeatherResponse(Answer<LocationWeather, WeatherClient.Failure>)
    case searchQueryChanged(String)
  }
}

/// A `Result` that is Codable.
private enum Answer<Success: Codable, Failure: Error & Codable>: Codable {
  case success(Success)
  case failure(Failure)

  init(_ result: Result<Success, Failure>) {
    switch result {
    case .success(let value): self = .success(value)
    case .failure(let error): self = .failure(error)
    }
  }

  var result: Result<Success, Failure> {
    switch self {
    case .success(let value): .success(value)
    case .failure(let error): .failure(error)
    }
  }
}
