package import SessionFormat

/// A range of a session's actions as a test repeats them: the state to begin with, each action with
/// what its reducer drew from outside, and the values that places must have afterwards.
package struct ReductionScript {
  /// What is done and looked at, in this order.
  package enum Step: Equatable {
    /// The state becomes this one; the first step is of this kind, later ones say why.
    case state(JSONValue, n: Int, why: Reason)
    case action(ActionLine, inputs: [InputLine], throws: Bool)
    case expectations([Expectation], n: Int)
  }

  /// Why a state is given and not reduced.
  package enum Reason: Equatable {
    case start
    /// The app changed it without an action.
    case outside
    /// What led to it is not in the file, or not in an order that a test can repeat.
    case unknown
  }

  /// A place of the state, and its value; nil if there is nothing.
  package struct Expectation: Equatable {
    package let path: JSONPointer
    package let value: JSONValue?
    /// Whether the test fails if the place has this value, because it shows a fault.
    package var isUnwanted = false
  }

  /// What a test is made of.
  package struct Request {
    /// The numbers of the actions; nil for all of which the state is known.
    package var actions: ClosedRange<Int>?
    /// The actions after which places are looked at; the last if there are none.
    package var looks: [Int] = []
    /// The places; if there are none, those that are not as they were at the start or the last look.
    package var places: [JSONPointer] = []
    /// Whether the values show a fault, so that the test fails if they come again.
    package var areUnwanted = false

    package init(actions: ClosedRange<Int>? = nil, looks: [Int] = [], places: [JSONPointer] = []) {
      (self.actions, self.looks, self.places) = (actions, looks, places)
    }
  }

  /// The most actions that a test has without being asked for them.
  private static let mostActions = 200

  package let header: SessionHeader
  /// The numbers of the actions.
  package let actions: ClosedRange<Int>
  package private(set) var steps: [Step] = []
  /// What a test has no place for, in words.
  package private(set) var losses: [String] = []
  private let session: Session
  private let request: Request
  private var hidden: HiddenPlaces
  /// The state with which the test began, or at which it looked last.
  private var known: JSONValue = .null
  /// How many places are left out because their values were hidden, or only rendered.
  private var lost = (hidden: 0, rendered: 0)

  /// Reads the actions.
  ///
  /// Complexity: O(states in the range).
  ///
  /// - Throws: Damage, ``InspectorError/noSuchStep(n:first:last:word:)`` for a number that the session
  ///   does not have, ``InspectorError/notRepeatable(_:)`` if a state or an action cannot be decoded,
  ///   and ``InspectorError/interrupted``.
  package init(
    _ session: Session, _ request: Request, interrupted: () -> Bool
  ) throws(InspectorError) {
    if let fault = session.fault { throw .session(fault) }
    (self.session, self.request, header) = (session, request, session.header)
    hidden = HiddenPlaces(session.header)
    actions = try Self.actions(of: session, request.actions)
    try add(try session.before(actions.lowerBound), n: actions.lowerBound - 1, .start)
    let looks = request.looks.isEmpty ? [actions.upperBound] : request.looks
    for n in looks where !actions.contains(n) {
      throw .noSuchStep(n: n, first: actions.lowerBound, last: actions.upperBound)
    }
    for n in actions {
      if interrupted() { throw .interrupted }
      try addStep(n)
      guard looks.contains(n) else { continue }
      if session.hasState(n) {
        try addExpectations(n)
      } else if !request.looks.isEmpty {
        _ = try session.state(n)
      }
    }
    try noteLosses()
  }

  private static func actions(
    of session: Session, _ chosen: ClosedRange<Int>?
  ) throws(InspectorError) -> ClosedRange<Int> {
    let all = session.first + 1
    if let chosen {
      for n in [chosen.lowerBound, chosen.upperBound]
      where !(all...max(all, session.last)).contains(n) {
        throw .noSuchStep(n: n, first: all, last: session.last)
      }
      return chosen
    }
    guard let last = session.steps.states.last(atOrBefore: session.last), last >= all else {
      throw .notRepeatable("the session has no action of which the state is known")
    }
    guard last - session.first <= mostActions else {
      throw .notRepeatable(
        "the session has \(last - session.first) actions, and a test of more than \(mostActions) is hard "
          + "to read: --actions 5-9 takes some of them, and minimize finds the fewest")
    }
    return all...last
  }

  private mutating func addStep(_ n: Int) throws(InspectorError) {
    if n > actions.lowerBound, session.steps.outsides[n - 1] != nil {
      try add(try session.before(n), n: n - 1, .outside)
    }
    guard session.isBeginningKnown(n) else {
      // Of a lost action there is not even a state.
      if session.hasState(n) { try add(try session.state(n), n: n, .unknown) }
      return
    }
    let line = try session.action(n)
    guard !line.opaque else {
      throw .notRepeatable(
        "action \(n) \(line.type) was only rendered when it was recorded, so no test can decode it: make "
          + "its type Codable, or leave it out with --actions")
    }
    let threw = session.hasState(n) ? try session.stateLine(n).threw : nil
    steps.append(.action(line, inputs: try session.inputs(n), throws: threw != nil))
  }

  private mutating func add(
    _ state: JSONValue, n: Int, _ why: Reason
  ) throws(InspectorError) {
    if let place = try session.opaquePlaces(n).first {
      let words = place.isRoot ? "" : " at \(place)"
      throw .notRepeatable(
        "state \(n) was only rendered\(words) when it was recorded, so no test can decode it: make its "
          + "type Codable")
    }
    if why == .start { known = state }
    steps.append(.state(state, n: n, why: why))
  }

  private mutating func addExpectations(_ n: Int) throws(InspectorError) {
    let state = try session.state(n)
    var places = request.places
    if places.isEmpty {
      Self.addChanged(from: known, to: state, at: .root, to: &places)
      // All that was done may have been undone.
      if places.isEmpty { places = [.root] }
    }
    known = state
    let masked = hidden.masked(state)
    let opaque = try session.opaquePlaces(n)
    var expected: [Expectation] = []
    for path in places {
      let value = path.value(in: state)
      if opaque.contains(where: { $0.isAtOrBelow(path) || path.isAtOrBelow($0) }) {
        lost.rendered += 1
      } else if path.value(in: masked) != value {
        lost.hidden += 1
      } else {
        expected.append(Expectation(path: path, value: value, isUnwanted: request.areUnwanted))
      }
    }
    steps.append(.expectations(expected, n: n))
  }

  /// The places at which two states differ, by position: an array of another length as a whole, as its
  /// elements may have moved.
  private static func addChanged(
    from old: JSONValue?, to new: JSONValue?, at path: JSONPointer, to places: inout [JSONPointer]
  ) {
    guard old != new else { return }
    if let old = old?.object, let new = new?.object {
      let added = new.filter { old[$0.name] == nil }.map(\.name)
      for name in old.map(\.name) + added {
        addChanged(from: old[name], to: new[name], at: path.appending(name), to: &places)
      }
    } else if let old = old?.array, let new = new?.array, old.count == new.count {
      for (index, pair) in zip(old, new).enumerated() {
        addChanged(from: pair.0, to: pair.1, at: path.appending(index), to: &places)
      }
    } else {
      places.append(path)
    }
  }

  private mutating func noteLosses() throws(InspectorError) {
    if lost.hidden > 0 {
      losses.append("\(CountText.words(lost.hidden, "place")) with values that were hidden")
    }
    if lost.rendered > 0 {
      losses.append("\(CountText.words(lost.rendered, "place")) that were only rendered")
    }
    if header.hook == .callback {
      losses.append("inputs of the reducer, which a callback does not see")
    }
    var outcasts = 0
    for case .dispatched in try session.events(actions) { outcasts += 1 }
    if outcasts > 0 {
      losses.append(CountText.words(outcasts, "action") + " that reached no reducer")
    }
  }
}
