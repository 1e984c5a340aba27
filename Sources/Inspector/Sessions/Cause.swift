public import SessionFormat

/// One change of the value at a path.
public struct Cause: Equatable, Sendable {
  /// What changed the value.
  public enum Origin: Equatable, Sendable {
    /// The first state, with that number, has the value. If it is not state 0, steps that the file does
    /// not have may have set it.
    case beginning(of: Int)
    /// An action.
    case action(n: Int, type: String)
    /// Something outside the store, after that action.
    case outside(after: Int)
    /// Something in a part that is not recorded, before that state.
    case unrecorded(before: Int)

    /// The first state that shows the change; nil for the beginning.
    package var n: Int? {
      switch self {
      case .beginning: nil
      case .action(let n, _), .outside(let n), .unrecorded(let n): n
      }
    }
  }

  /// What changed the value.
  public let origin: Origin
  /// The value before and after.
  package let sides: ChangedValue

  /// The value before; nil if there was none.
  public var old: JSONValue? { sides.old.value }
  /// The value after; nil if there is none.
  public var new: JSONValue? { sides.new.value }
  /// Whether the old value is unknown because the state before was cut when it was recorded.
  public var isOldUnknown: Bool { sides.old.isUnknown }
  /// Whether the new value is unknown because the state is cut.
  public var isNewUnknown: Bool { sides.new.isUnknown }

  /// The first state that shows the change.
  public var n: Int? { origin.n }
}

/// A value before and after a change.
package struct ChangedValue: Equatable, Sendable {
  /// The value in a state that may be cut.
  package struct Side: Equatable, Sendable {
    /// Nil if there is none or it is unknown.
    package var value: JSONValue?
    /// Whether it is unknown because the state is cut.
    package var isUnknown = false
    /// The value with marks for its omitted parts; nil if it is complete.
    package var marked: JSONValue?
  }

  package let old: Side
  package let new: Side
}

extension ChangedValue {
  /// Two values that are known.
  init(old: JSONValue?, new: JSONValue?) {
    self.init(old: Side(value: old), new: Side(value: new))
  }
}

extension Cause {
  /// A change of known values.
  init(origin: Origin, old: JSONValue?, new: JSONValue?) {
    self.init(origin: origin, sides: ChangedValue(old: old, new: new))
  }
}
