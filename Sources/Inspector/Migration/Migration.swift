package import SessionFormat

/// What a host did to the values of a session that was recorded with other types.
package struct Migration: Equatable, Sendable {
  /// One thing that it did, and how often.
  package struct Step: Equatable, Sendable {
    /// What the host calls it: `state from 1.4`.
    package let name: String
    /// To how many recorded states.
    package internal(set) var states = 0
    /// To how many actions.
    package internal(set) var actions = 0
  }

  /// The most places and steps that are listed.
  package static let mostPlaces = 20
  private static let mostSteps = 100

  /// What it did, in the order in which it was met.
  package private(set) var steps: [Step] = []
  /// How many recorded states are read with other values than they are written.
  package private(set) var states = 0
  /// Places at which they are, `*` for each element of an array; at most twenty.
  ///
  /// There a recorded value is not compared with the replay but what the host reads it as, so a
  /// coding that loses something goes unnoticed.
  package private(set) var places: [String] = []
  /// How many such places there are.
  package private(set) var placeCount = 0
  private var known: Set<String> = []

  init() {}

  /// Whether every recorded value is read as it is written.
  package var isEmpty: Bool { steps.isEmpty && states == 0 }

  /// Counts what an answered line says that was done.
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

  /// Takes note of where a recorded state is read with another value.
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

/// A place at which the types of a recording and of a host differ, and what that means.
package struct TypeChange: Equatable, Sendable {
  package let difference: TypeDifference

  /// `fine`: each recorded value is read.
  ///
  /// `risky`: that depends on the value, or something is lost. `impossible`: no value that has this
  /// place is read.
  package var grade: String { difference.grade.rawValue }
  /// The place and what differs there, in words.
  package var description: String { difference.description }
}
