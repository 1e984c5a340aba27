public import SessionFormat

/// One change of the value at a path.
public struct Cause: Equatable, Sendable {
  /// What changed the value.
  public enum Origin: Equatable, Sendable {
    /// The first state has the value.
    case beginning
    /// An action.
    case action(n: Int, type: String)
    /// Something outside the store, after that action.
    case outside(after: Int)
    /// Something in a part that is not recorded, before that state.
    case unrecorded(before: Int)
  }

  /// What changed the value.
  public let origin: Origin
  /// The value before; nil if there was none.
  public let old: JSONValue?
  /// The value after; nil if there is none.
  public let new: JSONValue?
  /// Whether the old value is unknown because the state before was cut when it was recorded.
  public var isOldUnknown = false
  /// Whether the new value is unknown because the state is cut.
  public var isNewUnknown = false
  /// The old value, with marks for its omitted parts; nil if there was none.
  package var oldMarked: JSONValue?
  /// The new value, with marks for its omitted parts; nil if there is none.
  package var newMarked: JSONValue?

  /// The first state that shows the change.
  public var n: Int? {
    switch origin {
    case .beginning: nil
    case .action(let n, _), .outside(let n), .unrecorded(let n): n
    }
  }
}
