import Commands
import Foundation
import Inspector
import Query
import SessionFormat

/// The code on the pages of the catalogues, which stands here line for line, and what it gives.
struct PageCode {
  let path: String
  private(set) var printed: [String] = []

  init(path: String) { self.path = path }

  /// Keeps what the pages print.
  private mutating func print(_ items: Any...) {
    printed.append(items.map { "\($0)" }.joined(separator: " "))
  }

  mutating func opening() throws -> [SessionError] {
    let session = try Session(path: path)
    for note in session.notes { print("note:", note) }
    print(session.header.store, session.first, session.last, session.ending)

    let check = try SessionCheck(session)
    for fault in check.faults { print(fault) }
    return check.faults
  }

  func walking() throws -> (types: [String: Int], sizes: [Int]) {
    let session = try Session(path: path)
    var types: [String: Int] = [:]
    var sizes: [Int] = []

    let timeline = Timeline(session)
    for n in (session.first + 1)...session.last where timeline.hasAction(n) {
      let step = try timeline.step(n)
      guard timeline.hasState(n) else { continue }
      let state = try timeline.state(n)
      types[step.type, default: 0] += 1
      sizes.append(state.textSize)
    }
    return (types, sizes)
  }

  mutating func asking() throws -> (JSONValue?, steps: [Int]) {
    let session = try Session(path: path)
    let timeline = Timeline(session)

    let state = try session.state(session.last)
    let message = JSONPointer(tokens: ["items", "0", "message"]).value(in: state)
    let urgent = try JSONPath("$.items[?@.type == 'error'].id").nodes(in: state)
    for node in urgent { print(node.normalizedPath, node.pointer, node.value) }

    let path = JSONPointer(tokens: ["items"])
    if let cause = try CauseScan(timeline, path: path).last(upTo: session.last) {
      print(cause.origin, cause.old ?? "nothing", cause.new ?? "nothing")
    }

    let condition = try Condition("count($.state.items[*]) > 2 && $.type == 'enqueueToast'")
    let steps = try StepSearch(timeline, where: condition).matches()
    return (message, steps)
  }

  mutating func comparing() throws -> [UInt8] {
    let session = try Session(path: path)
    let state = try session.state(session.last)

    let before = try session.before(session.last)
    let patch = JSONPatch(from: before, to: state)
    do throws(JSONPatchError) {
      let after = try patch.applied(to: before)
      assert(after == state)
    } catch {
      print("operation \(error.operation ?? 0) at \(error.path ?? .root): \(error.reason)")
    }

    let bytes = try state.canonicalBytes()
    return bytes
  }

  func commanding() throws -> String {
    let session = try Session(path: path)

    var prompt = Prompt(session)
    let answer = try prompt.run("why items[0].message")
    return answer
  }

  func firstPages() throws -> (cause: Cause?, JSONValue?, JSONPatch, [UInt8]) {
    func overview() throws -> (JSONValue?, JSONPatch, [UInt8]) {
      let state = try JSONValue(parsing: #"{"total": 1.50, "items": [{"id": "b7"}]}"#)
      let total = JSONPointer(tokens: ["total"]).value(in: state)  // 1.50, as written
      let addition = JSONPatch([.add(try JSONPointer("/items/-"), ["id": "c1"])])
      let later = try addition.applied(to: state)
      let changes = JSONPatch(from: state, to: later)  // one operation, an `add`
      let bytes = try later.canonicalBytes()  // the same for all equal states
      return (total, changes, bytes)
    }
    let (total, changes, bytes) = try overview()

    let session = try Session(path: path)
    let state = try session.state(session.last)
    let items = try JSONPointer("/items")
    let cause = try CauseScan(Timeline(session), path: items).last(upTo: session.last)
    return (state.isNull ? nil : cause, total, changes, bytes)
  }
}
