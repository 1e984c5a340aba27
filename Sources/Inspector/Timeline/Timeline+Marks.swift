package import SessionFormat

extension Timeline {
  /// The recorded marks and the steps at which they stand here, in the order of these.
  ///
  /// A mark is of an action, as a mark of the user is: it stands where the action stands, also behind
  /// the fork, and is left out if the branch has no such action.
  ///
  /// Complexity: O(events + marks behind the fork × changes of the branch).
  package func marks() throws(InspectorError) -> [(n: Int, mark: MarkLine)] {
    var marks: [(n: Int, mark: MarkLine)] = []
    for (event, place) in placedEvents() {
      marks += try session.events(event).marks.map { (place, $0) }
    }
    return marks
  }

  /// The recorded marks of these steps.
  ///
  /// Complexity: O(changes of the branch) behind the fork.
  package func marks(_ numbers: ClosedRange<Int>) throws(InspectorError) -> [MarkLine] {
    guard numbers.upperBound > fork else { return try session.events(numbers).marks }
    // Few sessions have any.
    guard !session.steps.events.isEmpty else { return [] }
    let runs = PlaceRuns(plan)
    var marks: [MarkLine] = []
    for n in numbers {
      if n <= fork {
        marks += try session.events(n).marks
      } else if case .recorded(let event)? = runs[n]?.origin {
        marks += try session.events(event).marks
      }
    }
    return marks
  }

  /// The recorded steps after which something was noted, and where their actions stand here, in the
  /// order of these; without those whose action is not here.
  func placedEvents() -> [(event: Int, place: Int)] {
    let events = session.steps.events.keys
    guard isBranch else { return events.map { ($0, $0) } }
    let runs = PlaceRuns(plan)
    let placed = events.compactMap { n -> (event: Int, place: Int)? in
      if n <= fork { return (n, n) }
      return runs.place(of: PlaceRuns.Origin.recorded(n)).flatMap { $0 <= last ? (n, $0) : nil }
    }
    return placed.enumerated().sorted {
      ($0.element.place, $0.offset) < ($1.element.place, $1.offset)
    }.map(\.element)
  }
}

extension [SessionLine] {
  /// The marks among these lines.
  package var marks: [MarkLine] {
    compactMap { if case .mark(let mark) = $0 { mark } else { nil } }
  }
}
