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
  /// What was there; nil where nothing was.
  public let old: JSONValue?
  /// What is there since; nil where nothing is.
  public let new: JSONValue?

  /// The state in which the change is seen first.
  public var n: Int? {
    switch origin {
    case .beginning: nil
    case .action(let n, _), .outside(let n), .unrecorded(let n): n
    }
  }
}

/// Walks a timeline forward and tells every change of one value.
public struct CauseScan {
  private let timeline: Timeline
  private let path: JSONPointer
  private let interrupted: () -> Bool

  /// A scan for the value at a path.
  ///
  /// - Parameters:
  ///   - timeline: What is walked.
  ///   - path: The place of the value.
  ///   - interrupted: Asked at each step; true ends the scan.
  public init(
    _ timeline: Timeline, path: JSONPointer, interrupted: @escaping () -> Bool = { false }
  ) {
    self.timeline = timeline
    self.path = path
    self.interrupted = interrupted
  }

  /// All changes up to state `n`, in order; the first is what the timeline begins with, where it
  /// begins with something.
  ///
  /// Complexity: O(steps × (patch + size of the value)).
  ///
  /// - Throws: The damage that was met, or ``InspectorError/interrupted``.
  public func changes(upTo n: Int) throws(InspectorError) -> [Cause] {
    var changes: [Cause] = []
    var value = path.value(in: try timeline.state(timeline.first))
    if let value { changes.append(Cause(origin: .beginning, old: nil, new: value)) }
    func note(_ next: JSONValue?, _ origin: Cause.Origin) {
      guard next != value else { return }
      changes.append(Cause(origin: origin, old: value, new: next))
      value = next
    }
    for step in stride(from: timeline.first + 1, through: n, by: 1) {
      if interrupted() { throw .interrupted }
      if timeline.hasBefore(step) {
        note(path.value(in: try timeline.before(step)), .outside(after: step - 1))
      }
      guard timeline.hasState(step) else { continue }
      let state = try timeline.state(step)
      guard timeline.isWhole(step) else {
        note(path.value(in: state), .unrecorded(before: step))
        continue
      }
      // The line of the action is read only where it is named.
      let next = path.value(in: state)
      if next != value { note(next, .action(n: step, type: try timeline.step(step).type)) }
    }
    return changes
  }

  /// The last change at or before state `n`; nil where the value never was.
  public func last(upTo n: Int) throws(InspectorError) -> Cause? {
    try changes(upTo: n).last
  }
}
