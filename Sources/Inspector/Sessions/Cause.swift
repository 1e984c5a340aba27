public import SessionFormat

/// One change of the value at a path.
public struct Cause: Equatable, Sendable {
  /// Who changed it.
  public enum Origin: Equatable, Sendable {
    /// The first state has it.
    case beginning
    /// An action.
    case action(n: Int, type: String)
    /// Something outside the store, after that action.
    case outside(after: Int)
    /// Something in a stretch that is not recorded, before that state.
    case unrecorded(before: Int)
  }

  /// Who changed it.
  public let origin: Origin
  /// What was there; nil if nothing was.
  public let old: JSONValue?
  /// What is there since; nil if nothing is.
  public let new: JSONValue?
  /// Whether what was there is not known, as the state before was cut when it was recorded.
  public var isOldUnknown = false
  /// Whether what is there since is not known, as the state is cut.
  public var isNewUnknown = false
  /// What was there, with marks for what is left out of it; nil if nothing is.
  package var oldMarked: JSONValue?
  /// What is there since, with marks for what is left out of it; nil if nothing is.
  package var newMarked: JSONValue?

  /// The state in which the change is seen first.
  public var n: Int? {
    switch origin {
    case .beginning: nil
    case .action(let n, _), .outside(let n), .unrecorded(let n): n
    }
  }
}
