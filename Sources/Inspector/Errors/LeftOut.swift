import SessionFormat

/// The reflection limits that made a state or action lose values.
package struct CutLimits: Equatable, Sendable {
  /// Whether there are more values than the limit.
  private(set) var exceedsValues = false
  /// The number of levels that are shown, if something is nested deeper; else nil.
  private(set) var levels: Int?

  package init() {}

  /// Notes the limit that a text in place of omitted values names.
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

  /// What the user can do about it.
  package var remedy: String {
    guard let levels else {
      return
        "raise renderings.nodeLimit in the app (HINDSIGHT_NODE_LIMIT), or make the type Encodable"
    }
    guard levels < RenderedText.mostLevels else {
      let flatten = "nest the state less deeply, because a session holds no more levels"
      return exceedsValues
        ? "raise renderings.nodeLimit in the app (HINDSIGHT_NODE_LIMIT), and \(flatten)" : flatten
    }
    return exceedsValues
      ? "raise renderings.nodeLimit and renderings.depthLimit in the app (HINDSIGHT_NODE_LIMIT, "
        + "HINDSIGHT_DEPTH_LIMIT), or make the type Encodable"
      : "raise renderings.depthLimit in the app (HINDSIGHT_DEPTH_LIMIT), or make the type Encodable"
  }

  /// Why a state is cut, as the end of "as it …".
  package var reason: String { words(values: "has ", depth: "is ") }

  /// The same, to follow a number of states.
  package var description: String { words(values: "with ", depth: "") }

  private func words(values: String, depth: String) -> String {
    let values = values + "more values than are shown of what is not Encodable"
    guard let levels else { return values }
    let depth = depth + "nested deeper than the \(levels) levels that are shown"
    return exceedsValues ? "\(values), or \(depth)" : depth
  }
}

/// How much was left out of a state when it was recorded.
public struct LeftOut: Equatable, Sendable {
  /// The number of members and elements left out; each may hold more.
  public let count: Int
  package let limits: CutLimits
}
