public import SessionFormat

/// One action of a timeline with everything that belongs to it.
public struct Step: Equatable, Sendable {
  /// The line of the action.
  public var action: ActionLine
  /// The inputs that the reducer read.
  public var inputs: [InputLine]
  /// What the reducer threw.
  public var threw: String?
  /// Nanoseconds in the reducer.
  public var took: Int?
  /// Whether the state after it is known.
  public var hasState: Bool
  /// Why the host of a branch did not reduce it, if so; the state is then unchanged.
  public var refusal: HostError?

  /// The number of the action.
  public var n: Int { action.n }
  /// The name of the action.
  public var type: String { action.type }
}
