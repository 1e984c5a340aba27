import Foundation
import Inspector
import SessionFormat

/// The bytes of a session file, opened and examined in every way.
let sessionTarget = FuzzTarget(name: "session", largest: 512) { bytes in
  let session: Session
  do throws(InspectorError) { session = try Session(bytes: Data(bytes), file: "s") } catch {
    _ = error.description
    return
  }
  require(session.first <= session.last, "the steps have an order")
  // A gap may stand for a million steps, and there is time for only a few.
  let last = min(session.last, session.first + 24)
  let (states, hasFailed) = readForwards(session, last)
  requireSameBackwards(session, states, last)
  let check = try? SessionCheck(session)
  if let check {
    require(!check.faults.isEmpty || !hasFailed, "what fails to be read is a fault of the check")
    require(
      check.faults.allSatisfy { $0.location.offset <= bytes.count }, "a fault lies within the file")
  }
  // The check is quick if nothing is wrong, and thorough otherwise.
  if check?.faults.isEmpty == true {
    _ = requireSuccess("what the check finds sound is sound line by line") {
      try Session(bytes: Data(bytes), file: "s", mode: .strict)
    }
  }
  // Reading trusts a keyframe; only the check compares it with the patches.
  let text = String(decoding: bytes, as: UTF8.self)
  let mayLie = text.contains("keyframe") || text.contains("\\")
  if mayLie, check?.faults.isEmpty != true { return }
  guard session.last == last else { return }
  // One of these per input, so that more inputs are tried.
  switch bytes.count % 4 {
  case 0: if check?.faults.isEmpty == true { requireSameAsItself(session) }
  case 1: requireCauses(session, states, last, .root)
  case 2: requireCauses(session, states, last, JSONPointer(tokens: ["a"]))
  default: requireCauses(session, states, last, JSONPointer(tokens: ["a", "0"]))
  }
}

private func readForwards(_ session: Session, _ last: Int) -> ([Int: JSONValue], Bool) {
  var states: [Int: JSONValue] = [:]
  var hasFailed = false
  for n in session.first...last {
    do throws(InspectorError) {
      if session.hasState(n) { states[n] = try session.state(n) }
      if session.hasAction(n) { _ = try session.action(n) }
      _ = try session.inputs(n)
      _ = try session.outsides(n)
      _ = try session.events(n)
    } catch {
      hasFailed = true
      _ = error.description
    }
  }
  return (states, hasFailed)
}

private func requireSameBackwards(_ session: Session, _ states: [Int: JSONValue], _ last: Int) {
  for n in (session.first...last).reversed() {
    guard let state = states[n] else { continue }
    guard let again = try? session.state(n) else { return require(false, "a state is read again") }
    require(again == state, "a state is the same whatever was read before")
  }
}

private func requireCauses(
  _ session: Session, _ states: [Int: JSONValue], _ last: Int, _ path: JSONPointer
) {
  guard let changes = try? CauseScan(Timeline(session), path: path).changes(upTo: last) else {
    return
  }
  for (change, next) in zip(changes, changes.dropFirst()) {
    require(change.new == next.old, "each change begins where the one before ended")
    require(next.old != next.new, "a change changes something")
  }
  guard let state = states[last] else { return }
  require(changes.last?.new == path.value(in: state), "the last change made what is there")
}

/// A session is not different from itself.
private func requireSameAsItself(_ session: Session) {
  guard let comparison = try? SessionComparison(session, session) else { return }
  require(comparison.divergence == nil, "a session is equal to itself")
}
