import SessionFormat

extension Renderings {
  /// Why a part of a value is not shown.
  public enum Limit: Hashable, Sendable {
    /// The value has more values than ``Renderings/nodeLimit``, this number.
    case values(Int)
    /// It is nested deeper than this number of levels: ``Renderings/depthLimit``, or what a session
    /// can hold.
    case levels(Int)
    /// The stack of the thread has room for only this number of levels.
    case stack(Int)
  }
}

extension Renderings.Limit: Comparable {
  /// Values come before levels, and levels before the stack.
  public static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }

  private var rank: (Int, Int) {
    switch self {
    case .values(let count): (0, count)
    case .levels(let count): (1, count)
    case .stack(let count): (2, count)
    }
  }

  private var words: String {
    switch self {
    case .values(let count): "\(count) values"
    case .levels(let count): "\(count) levels"
    case .stack(let count): "\(count) levels, for which the stack of the thread has room,"
    }
  }

  private var remedy: String {
    switch self {
    case .values: "raise renderings.nodeLimit (HINDSIGHT_NODE_LIMIT)"
    case .levels(let count) where count < RenderedText.mostLevels:
      "raise renderings.depthLimit (HINDSIGHT_DEPTH_LIMIT)"
    case .levels: "nest it less deeply, because a session holds no more"
    case .stack: "dispatch on a thread with a larger stack"
    }
  }

  /// The widest of each kind, in order.
  static func each(of limits: Set<Self>) -> [Self] {
    (0...2).compactMap { kind in limits.filter { $0.rank.0 == kind }.max() }
  }

  /// What several limits allow to be shown, and how to raise them.
  static func words(_ limits: [Self]) -> String {
    "as reflection shows " + limits.map(\.words).joined(separator: " and ") + " at the most: "
      + limits.map(\.remedy).joined(separator: " and ") + ", or make the type Encodable"
  }
}
