package import SessionFormat

/// A place in a session that has the text searched for, or where the state came to have it.
package struct TextHit: Sendable {
  /// The kinds of what is searched.
  package enum Kind: String, CaseIterable, Sendable {
    case action, state, input, mark
  }

  /// What has the text.
  package enum Source: Sendable {
    case action
    /// An action that reached no reducer.
    case dispatched
    /// A value that the reducer drew.
    case input(name: String)
    case mark
    /// A state: something changed where the text is in it.
    case state(Cause.Origin)
  }

  /// What happened at a place of the state.
  package enum Change: String, Sendable {
    case appeared, changed, vanished
  }

  /// A place in an action, an input or the state.
  package struct Place: Sendable {
    package let path: JSONPointer
    package let match: TextQuery.Match
    /// The value that matches; the old one if it vanished, nil if only its name matches.
    package let value: JSONValue?
    /// Whether the value is only the part of a longer text around the match.
    package var isExcerpt = false
    /// What happened there; nil if it is not of a state.
    package var change: Change?
    /// Whether it may have been there before, as the state before was cut.
    package var isOldUnknown = false
  }

  /// The number of the step, or of the one before a mark.
  package let n: Int
  /// Nanoseconds since the start; nil of the first state, and of one after a gap.
  package let t: Int?
  /// The type of the action; nil if there is none.
  package let type: String?
  package let source: Source
  /// Whether the type of the action, the name of the input or the text of the mark has the text.
  package let isNamed: Bool
  /// The first places.
  package let places: [Place]
  /// The number of all places.
  package let count: Int

  /// How many places are kept of a hit.
  package static let mostPlaces = 8
}

/// The hits of a search, and their counts.
package struct TextHits: Sendable {
  /// The hits with one type of action.
  package struct Counts: Sendable {
    package var actions = 0
    package var inputs = 0
    package var states = 0
  }

  /// The first hits, in the order of the session.
  package private(set) var hits: [TextHit] = []
  /// The number of all hits.
  package private(set) var count = 0
  /// The counts by type of action, most first.
  package var types: [(type: String, counts: Counts)] {
    counts.map { (String(decoding: $0.key, as: UTF8.self), $0.value) }.sorted { left, right in
      let (a, b) = (left.1.all, right.1.all)
      return a != b ? a > b : left.0.precedesInBytes(right.0)
    }
  }
  /// The number of marks.
  package private(set) var marks = 0
  /// The number of states that changed without a known action.
  package private(set) var otherStates = 0
  private var counts: [[UInt8]: Counts] = [:]

  /// How many hits are kept; more are only counted.
  package static let mostKept = 100_000

  mutating func add(_ hit: TextHit) {
    count += 1
    if hits.count < Self.mostKept { hits.append(hit) }
    if case .mark = hit.source {
      marks += 1
      return
    }
    guard let type = hit.type else {
      otherStates += 1
      return
    }
    let key = Array(type.utf8)
    switch hit.source {
    case .action, .dispatched: counts[key, default: Counts()].actions += 1
    case .input: counts[key, default: Counts()].inputs += 1
    case .state: counts[key, default: Counts()].states += 1
    case .mark: break
    }
  }
}

extension TextHits.Counts {
  fileprivate var all: Int { actions + inputs + states }
}
