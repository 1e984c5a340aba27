public import SessionFormat

/// The dispatches in the lines, by dispatch number (session format, `dispatch` and `within`).
struct Dispatches: Sendable {
  /// The `dispatched` line of each dispatch number.
  let lines: [Int: Int]
  /// The action that each dispatch became; none if it was never reduced or is unknown.
  let reduced: [Int: Int]

  /// Reads the lines that may have a dispatch number.
  ///
  /// Complexity: O(bytes of the action lines), at about the speed of memory.
  ///
  /// - Throws: The damage of such a line.
  init(_ session: Session) throws(InspectorError) {
    var lines: [Int: Int] = [:]
    for entry in session.steps.events.entries where session.mayNameDispatch(entry) {
      if case .dispatched(let line) = try session.line(entry), let number = line.dispatch {
        lines[number] = entry
      }
    }
    var reduced: [Int: Int] = [:]
    for n in session.steps.actions.numbers {
      guard let entry = session.steps.actions[n], session.mayNameDispatch(entry) else { continue }
      if case .action(let line) = try session.line(entry), let number = line.dispatch {
        reduced[number] = n
      }
    }
    (self.lines, self.reduced) = (lines, reduced)
  }
}

/// The line of an action that was dispatched but not reduced.
package struct FoundDispatch: Sendable {
  /// The last step before it.
  package let n: Int
  fileprivate let entry: Int
}

/// The dispatch that surrounds an action: a thunk, or an action of a middleware that dispatched
/// others before it passed that one on.
package struct SurroundingDispatch: Equatable, Sendable {
  /// Its number.
  package let number: Int
  /// The type of its action; nil if it has no line, as in an excerpt that begins later.
  package let type: String?
  /// The step that it became, if it was reduced.
  package let n: Int?
}

extension Session {
  /// Whether a line may have a member `dispatch`.
  fileprivate func mayNameDispatch(_ entry: Int) -> Bool {
    lines.withBytes(of: entry) { Memory.contains(#""dispatch":"#, in: $0) }
  }

  /// The actions dispatched after these steps that no reducer received, in order.
  ///
  /// Complexity: O(lines after the steps); the first time also O(bytes of the action lines).
  public func onlyDispatched(
    _ range: ClosedRange<Int>
  ) throws(InspectorError) -> [DispatchedLine] {
    var found: [DispatchedLine] = []
    for entry in steps.events[range] {
      guard lines[entry].kind == .dispatched, case .dispatched(let line) = try line(entry) else {
        continue
      }
      if let number = line.dispatch, try dispatches.reduced[number] != nil { continue }
      found.append(line)
    }
    return found
  }

  /// All such dispatches, in order.
  func allOnlyDispatched() throws(InspectorError) -> [FoundDispatch] {
    var found: [FoundDispatch] = []
    for entry in steps.events.entries where lines[entry].kind == .dispatched {
      guard case .dispatched(let line) = try line(entry) else { continue }
      if let number = line.dispatch, try dispatches.reduced[number] != nil { continue }
      found.append(FoundDispatch(n: line.n, entry: entry))
    }
    return found
  }

  /// The line of such a dispatch.
  package func dispatched(_ found: FoundDispatch) throws(InspectorError) -> DispatchedLine {
    guard case .dispatched(let line) = try line(found.entry) else { throw missing(found.n) }
    return line
  }

  /// What is known of the dispatch with a number.
  package func dispatch(_ number: Int) throws(InspectorError) -> SurroundingDispatch {
    let dispatches = try dispatches
    let n = dispatches.reduced[number]
    var type = try n.map { (n) throws(InspectorError) in try action(n).type }
    if type == nil, let entry = dispatches.lines[number],
      case .dispatched(let line) = try line(entry)
    {
      type = line.type
    }
    return SurroundingDispatch(number: number, type: type, n: n)
  }

  private var dispatches: Dispatches {
    get throws(InspectorError) {
      try dispatchMemo.value { () throws(InspectorError) in try Dispatches(self) }
    }
  }
}
