package import SessionFormat

extension SessionComparison {
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
  /// The first states from action `n` on that differ; nil if none is known to.
  ///
  /// Complexity: O(pairs × patch + sizes of the states).
  ///
  /// - Throws: ``InspectorError/interrupted``; after damage no difference is known.
  mutating func firstStates(
    from n: Int, _ pairs: [SessionAlignment.Pair], _ interrupted: () -> Bool
  ) throws(InspectorError) -> SessionComparison.FirstStates? {
    do throws(InspectorError) {
      for pair in pairs where pair.left >= n || pair.right >= n {
        if interrupted() { throw .interrupted }
        guard left.hasState(pair.left), right.hasState(pair.right) else { continue }
        let differences = try differences(of: pair.left, and: pair.right).told
        guard differences.isEmpty else {
          return SessionComparison.FirstStates(
            left: pair.left, right: pair.right, type: try right.action(pair.right).type,
            differences: differences)
        }
      }
      return nil
    } catch .interrupted {
      throw .interrupted
    } catch {
      return nil
    }
  }
}
