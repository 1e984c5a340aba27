package import SessionFormat

extension SessionComparison {
  /// The states of two sessions after actions at the same place, from the first divergence on.
  package struct LaterStates: Equatable, Sendable {
    /// How many were compared, up to the first that differ.
    package fileprivate(set) var compared = 0
    /// The first that differ; nil if none is known to.
    package fileprivate(set) var first: FirstStates?
  }

  /// The first states of two sessions that differ after actions at the same place.
  package struct FirstStates: Equatable, Sendable {
    /// The numbers of the states in their sessions.
    package let left: Int
    package let right: Int
    /// The type of the action in the second session.
    package let type: String
    package let differences: [Difference]
  }
}

extension SessionComparison.Divergence {
  /// The action from which on states may differ as well; nil if the divergence is one of states, or
  /// if no action of both comes after it.
  var statesMayDifferFrom: Int? {
    switch self {
    case .action(let n, _, _), .inputs(let n, _, _, _), .threw(let n, _, _, _),
      .stateOnOneSide(let n, _, _):
      n
    case .start, .beginning, .state, .length: nil
    }
  }
}

extension ComparisonRun {
  /// The states from action `n` on, up to the first that differ; nil if none could be
  /// compared.
  ///
  /// Complexity: O(pairs × patch + sizes of the states).
  ///
  /// - Throws: ``InspectorError/interrupted``.
  mutating func laterStates(
    from n: Int, _ pairs: [SessionAlignment.Pair], _ interrupted: () -> Bool
  ) throws(InspectorError) -> SessionComparison.LaterStates? {
    var states = SessionComparison.LaterStates()
    do throws(InspectorError) {
      for pair in pairs where pair.left >= n || pair.right >= n {
        if interrupted() { throw .interrupted }
        guard left.hasState(pair.left), right.hasState(pair.right) else { continue }
        let (differences, hasRendered) = try differences(of: pair.left, and: pair.right)
        guard differences.isEmpty else {
          states.first = SessionComparison.FirstStates(
            left: pair.left, right: pair.right, type: try right.action(pair.right).type,
            differences: differences)
          break
        }
        // What was only rendered is not known to be equal.
        if !hasRendered { states.compared += 1 }
      }
      return states == SessionComparison.LaterStates() ? nil : states
    } catch .interrupted {
      throw .interrupted
    } catch {
      return nil
    }
  }
}
