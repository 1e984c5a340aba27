import Foundation
import SessionFormat

/// A part of a recording as a session of its own that begins with a recorded state.
package struct SessionExcerpt {
  let session: Session
  let first: Int
  let last: Int
  /// Whether it ends as the recording does, and has what was only dispatched; otherwise it is closed,
  /// so that it replays to its end.
  var isFaithful = false

  /// The part of a session after the last actions that it lost, up to a step, or from its first known
  /// state on; the session itself if it lost nothing.
  ///
  /// No replay gets past actions that are unknown.
  ///
  /// - Throws: Damage of the recording, or ``InspectorError/interrupted``.
  package static func behindLoss(
    _ session: Session, upTo last: Int, interrupted: () -> Bool
  ) throws(InspectorError) -> Session {
    let losses = session.steps.gaps.filter { $0.room > 0 && $0.to <= last }
    // There may be no state after the last loss.
    let firsts = losses.reversed().lazy.compactMap { loss in
      session.recorded(from: loss.to, through: last).first(where: session.hasState)
    }
    let isUnknown = losses.isEmpty && !session.hasState(session.first)
    let known =
      isUnknown
      ? session.recorded(from: session.first, through: last).first(where: session.hasState) : nil
    guard let first = firsts.first ?? known else { return session }
    let fault = try SessionCheck(session, interrupted: interrupted).faults.first { !$0.isTorn }
    if let fault, session.mode != .salvage { throw .session(fault) }
    return try SessionExcerpt(session: session, first: first, last: session.last)
      .made(interrupted: interrupted)
  }

  /// Makes the session.
  ///
  /// Complexity: O(its lines).
  ///
  /// - Parameter interrupted: Asked at each line; true ends the work.
  /// - Throws: An error if something cannot be read, or ``InspectorError/interrupted``.
  func made(interrupted: () -> Bool = { false }) throws(InspectorError) -> Session {
    var bytes: [UInt8] = []
    func add(_ line: SessionLine) { bytes += LineCoding.bytes(of: line.document) }
    add(.session(header))
    var start = StateLine(n: first, content: .whole(try session.state(first)))
    let opaque = try session.opaquePlaces(first).map(\.description)
    if !opaque.isEmpty { start.opaque = opaque }
    start.cut = try session.stateLine(first).cut
    add(.state(start))
    guard let state = session.steps.states[first] else {
      throw .stateUnknown(n: first, reason: .damage)
    }
    // An action that began before its predecessor ended precedes the predecessor's state.
    let begin = min(state, session.steps.actions[first + 1] ?? state)
    var t = 0
    for index in begin..<session.lines.count where session.steps.isInOrder(index) {
      if interrupted() { throw .interrupted }
      let line = try session.line(index)
      switch line {
      case .action(let action):
        if action.n > last { return try closed(bytes, t) }
        guard action.n > first else { continue }
        t = action.t
        add(line)
      case .input(let input) where input.n > first: add(line)
      case .state(let state) where state.n > first && session.steps.states[state.n] == index:
        add(line)
      case .gap(let gap) where gap.n > first: add(line)
      case .mark(let mark) where mark.n >= first: add(line)
      case .outside(let change) where change.n >= first && (change.n < last || isFaithful):
        add(line)
      case .dispatched(let action) where action.n >= first && isFaithful: add(line)
      default: break
      }
    }
    return try closed(bytes, t)
  }

  /// What the header says of it, before the number of the state.
  static let change = "begins with the recorded state"

  private var header: SessionHeader {
    var header = session.header
    header.id = UUID().uuidString.lowercased()
    header.derived = session.header.derivation(
      first > session.first ? ["\(Self.change) \(first)"] : [])
    if first > 0 {
      header.continues = SessionHeader.Origin(
        id: session.header.continues?.id ?? session.header.id, n: first)
    }
    return header
  }

  /// The session with its end line, unless the app died.
  private func closed(_ bytes: [UInt8], _ t: Int) throws(InspectorError) -> Session {
    var bytes = bytes
    let isClosed = last == session.last && session.ending == .closed
    if isClosed || (session.hasState(last) && !isFaithful) {
      bytes += LineCoding.bytes(of: SessionLine.end(EndLine(n: last, t: t)).document)
    }
    return try Session(bytes: Data(bytes), file: session.file)
  }
}
