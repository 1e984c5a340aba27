package import SessionFormat

/// What is known of the change of a value in addition to its cause: the action with its payload and
/// time, the actions that caused that one, and other places that hold the same.
package struct CauseDetails: Sendable {
  /// An action in a chain of causes.
  package struct Link: Sendable, Equatable {
    package let n: Int
    /// The type and the time; nil if the action is lost.
    package let type: String?
    package let t: Int?
  }

  /// Another place of the same state that holds the same value.
  package struct Twin: Sendable {
    package let path: JSONPointer
    /// Its last change; nil if it was not looked for.
    package let cause: Cause?
    /// When it was changed; nil if no action did it.
    package let t: Int?
  }

  /// The action that changed the value; nil if none did.
  package private(set) var action: ActionLine?
  /// How much is left out of its payload.
  package private(set) var leftOut: LeftOut?
  /// The dispatch inside which the action was made.
  package private(set) var within: SurroundingDispatch?
  /// The actions that caused it, the nearest first.
  package private(set) var causes: [Link] = []
  /// The first twins.
  package private(set) var twins: [Twin] = []
  /// The number of all twins.
  package private(set) var twinCount = 0

  /// The most actions of a chain, and the most twins that are looked at.
  private static let (longestChain, mostTwins) = (20, 3)

  /// The details of a cause found for a place up to state `n`.
  ///
  /// Complexity: O(size of the state), and that of a ``CauseScan`` for each of a few twins.
  package init(
    _ timeline: Timeline, _ path: JSONPointer, _ cause: Cause, upTo n: Int,
    interrupted: @escaping () -> Bool = { false }
  ) throws(InspectorError) {
    if case .action(let step, _) = cause.origin {
      let action = try timeline.step(step).action
      self.action = action
      leftOut = timeline.cuts(of: action).amount
      within = try action.within.map { (number) throws(InspectorError) in
        try timeline.session.dispatch(number)
      }
      causes = try timeline.causes(of: action, upTo: Self.longestChain)
    }
    guard let value = cause.new, value.height == 0, value.isTelling, timeline.hasState(n) else {
      return
    }
    if interrupted() { throw .interrupted }
    let cuts = try timeline.cuts(n)
    let found = EqualPlaces(of: value, in: try timeline.state(n), keeping: Self.mostTwins) {
      $0 != path && !cuts.hide($0)
    }
    twinCount = found.count
    for twin in found.paths {
      let cause = try CauseScan(timeline, path: twin, interrupted: interrupted).last(upTo: n)
      var t: Int?
      if case .action(let step, _) = cause?.origin { t = try timeline.front(step).t }
      twins.append(Twin(path: twin, cause: cause, t: t))
    }
  }
}

extension Timeline {
  /// The actions that caused an action, the nearest first, as the recorder noted them.
  func causes(
    of action: ActionLine, upTo limit: Int
  ) throws(InspectorError) -> [CauseDetails.Link] {
    var links: [CauseDetails.Link] = []
    var (n, from) = (action.n, action.from)
    // A cause comes before its effect; a line that says otherwise ends the chain.
    while let cause = from, cause < n, cause > first, links.count < limit {
      n = cause
      guard hasAction(cause) else {
        links.append(CauseDetails.Link(n: cause, type: nil, t: nil))
        break
      }
      let line = try step(cause).action
      links.append(CauseDetails.Link(n: cause, type: line.type, t: line.t))
      from = line.from
    }
    return links
  }
}
