import SessionFormat

/// What a host did to the values of a session that was recorded with other types.
package struct Migration: Equatable, Sendable {
  /// One thing that the host did, and how often.
  package struct Step: Equatable, Sendable {
    /// What the host calls it: `state from 1.4`.
    package let name: String
    /// The number of recorded states to which it was done.
    package internal(set) var states = 0
    /// The number of actions to which it was done.
    package internal(set) var actions = 0
  }

  /// The most places and steps that are listed.
  package static let mostPlaces = 20
  private static let mostSteps = 100

  /// What the host did, in the order of first occurrence.
  package private(set) var steps: [Step] = []
  /// How many recorded states the host reads as values other than the written ones.
  package private(set) var states = 0
  /// The paths of these values, `*` for each element of an array; at most twenty.
  ///
  /// At these paths the replay is compared with the host's reading of the recorded value, not with
  /// the value itself. A coding that loses something there goes unnoticed.
  package private(set) var places: [String] = []
  /// How many such places there are.
  package private(set) var placeCount = 0
  private var known: Set<String> = []

  /// Whether every recorded value is read as it is written.
  package var isEmpty: Bool { steps.isEmpty && states == 0 }

  /// Counts the changes that an answered line reports.
  mutating func add(_ members: [Member], isState: Bool) {
    guard let done = members.first(where: { $0.name == "migrated" })?.value.array else { return }
    for name in done.lazy.compactMap(\.string).prefix(Self.mostSteps) {
      var place = steps.firstIndex { $0.name == name }
      if place == nil, steps.count < Self.mostSteps {
        place = steps.count
        steps.append(Step(name: name))
      }
      guard let place else { continue }
      if isState { steps[place].states += 1 } else { steps[place].actions += 1 }
    }
  }

  /// Notes the paths at which a recorded state is read as another value.
  mutating func add(_ paths: [JSONPointer]) {
    guard !paths.isEmpty else { return }
    states += 1
    for path in paths {
      let tokens = path.tokens.map { JSONPointer.index($0) == nil ? $0 : "*" }
      let place = JSONPointer(tokens: tokens).description
      guard known.count < 10_000, known.insert(place).inserted else { continue }
      placeCount += 1
      if places.count < Self.mostPlaces { places.append(place) }
    }
  }
}
