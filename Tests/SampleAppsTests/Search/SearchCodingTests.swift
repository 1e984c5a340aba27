import Foundation
import Recorder
import SessionFormat
import Testing

@testable import SampleApps

@Suite("The coding of the search's actions")
struct SearchCodingTests {
  static let actions: [(action: SearchAction, text: String)] = [
    (.searchQueryChanged("k"), #"{"searchQueryChanged":{"_0":"k"}}"#),
    (
      .locationTapped(Location(id: 1, title: "Kyoto")),
      #"{"locationTapped":{"_0":{"id":1,"title":"Kyoto"}}}"#
    ),
    (
      .locationsResponse(.success([Location(id: 1, title: "Kyoto")])),
      #"{"locationsResponse":{"_0":{"success":{"_0":[{"id":1,"title":"Kyoto"}]}}}}"#
    ),
    (
      .locationsResponse(.failure(.init())), #"{"locationsResponse":{"_0":{"failure":{"_0":{}}}}}"#
    ),
    (
      .locationWeatherResponse(.success(.init(consolidatedWeather: [], id: 2))),
      #"{"locationWeatherResponse":{"_0":{"success":{"_0":{"consolidatedWeather":[],"id":2}}}}}"#
    ),
    (
      .locationWeatherResponse(.failure(.init())),
      #"{"locationWeatherResponse":{"_0":{"failure":{"_0":{}}}}}"#
    ),
  ]

  @Test("an action is encoded as if Result were Codable, and comes back")
  func roundTrips() throws {
    for (action, text) in Self.actions {
      let value = try ValueEncoder().encode(action).value
      #expect("\(value)" == text)
      #expect(try ValueDecoder().decode(SearchAction.self, from: value) == action)
    }
  }

  @Test("dates and temperatures of any bits come back from a session, and from its replay")
  func exactWeather() async throws {
    var random = SeededNumbers(seed: 7)
    var values = [
      -0.0, .leastNonzeroMagnitude, .greatestFiniteMagnitude, 0.1 + 0.2, 1_772_528_400.125,
    ]
    while values.count < 300 {
      let value = Double(bitPattern: random.next())
      if value.isFinite { values.append(value) }
    }
    let days = values.map {
      LocationWeather.ConsolidatedWeather(
        applicableDate: Date(timeIntervalSinceReferenceDate: $0), maxTemp: $0, minTemp: -$0,
        theTemp: $0 / 3, weatherStateName: nil)
    }
    let weather = LocationWeather(consolidatedWeather: days, id: 1)
    let session = try await RecordedSession.record("search") { recorder in
      var state = SearchState()
      recorder.step(
        SearchAction.locationWeatherResponse(.success(weather)), into: &state
      ) { $0.locationWeather = weather }
    }
    let last = try ValueDecoder().decode(SearchState.self, from: try #require(session.states.last))
    let back = last.locationWeather?.consolidatedWeather ?? []
    #expect(back.map(\.maxTemp.bitPattern) == values.map(\.bitPattern))
    #expect(back.map(\.minTemp.bitPattern) == values.map { (-$0).bitPattern })
    #expect(
      back.map(\.applicableDate.timeIntervalSinceReferenceDate.bitPattern)
        == days.map(\.applicableDate.timeIntervalSinceReferenceDate.bitPattern))
    try Replay(of: session, by: SearchApp.host).reproduces(session)
  }
}

/// Numbers that are the same in every run (SplitMix64).
struct SeededNumbers: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
