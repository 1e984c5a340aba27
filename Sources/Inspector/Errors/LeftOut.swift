import SessionFormat

/// For which limits of reflection values were left out of a state or action.
package struct CutLimits: Equatable, Sendable {
  /// Whether there are more values than are shown.
  private(set) var exceedsValues = false
  /// How many levels are shown of what is nested deeper; nil if nothing is.
  private(set) var levels: Int?

  package init() {}

  /// Takes note of a text that stands for what is left out.
  mutating func note(_ text: JSONValue) {
    guard let levels = text.string.flatMap(RenderedText.levels) else {
      exceedsValues = true
      return
    }
    self.levels = max(levels, self.levels ?? 0)
  }

  package mutating func formUnion(_ other: CutLimits) {
    exceedsValues = exceedsValues || other.exceedsValues
    levels = [levels, other.levels].compactMap(\.self).max()
  }

  func union(_ other: CutLimits) -> CutLimits {
    var union = self
    union.formUnion(other)
    return union
  }

  /// What helps.
  package var remedy: String {
    guard let levels else {
      return
        "raise renderings.nodeLimit in the app (HINDSIGHT_NODE_LIMIT), or make the type Encodable"
    }
    guard levels < RenderedText.mostLevels else {
      let flatten = "nest the state less deeply, as a session holds no more levels"
      return exceedsValues
        ? "raise renderings.nodeLimit in the app (HINDSIGHT_NODE_LIMIT), and \(flatten)" : flatten
    }
    return exceedsValues
      ? "raise renderings.nodeLimit and renderings.depthLimit in the app (HINDSIGHT_NODE_LIMIT, "
        + "HINDSIGHT_DEPTH_LIMIT), or make the type Encodable"
      : "raise renderings.depthLimit in the app (HINDSIGHT_DEPTH_LIMIT), or make the type Encodable"
  }

  /// Why a state is cut, as in "as it …".
  package var reason: String {
    let values = "has more values than are shown of what is not Encodable"
    guard let levels else { return values }
    let depth = "is nested deeper than the \(levels) levels that are shown"
    return exceedsValues ? "\(values), or \(depth)" : depth
  }

  /// The same behind a number of states.
  package var description: String {
    let values = "with more values than are shown of what is not Encodable"
    guard let levels else { return values }
    let depth = "nested deeper than the \(levels) levels that are shown"
    return exceedsValues ? "\(values), or \(depth)" : depth
  }
}

/// How much was left out of a state when it was recorded.
public struct LeftOut: Equatable, Sendable {
  /// How many members and elements, each of which may hold more.
  public let count: Int
  package let limits: CutLimits
}
