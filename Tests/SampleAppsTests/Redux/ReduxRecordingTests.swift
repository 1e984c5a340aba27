import Foundation
import Recorder
import SessionFormat
import TestSupport
import Testing

@testable import SampleApps

/// An action that makes others: some at once, by a middleware, and some as answers to its request.
private struct Node: ReduxAction, Codable, Equatable {
  let id: Int
  var nested: [Node] = []
  var answers: [Node] = []

  /// A tree of so many actions, with ids from the given one.
  static func random(
    _ count: Int, from id: inout Int, using generator: inout SplitMix64
  ) -> Node {
    var node = Node(id: id)
    id += 1
    var left = count - 1
    while left > 0 {
      let part = Int.random(in: 1...left, using: &generator)
      let child = random(part, from: &id, using: &generator)
      if Bool.random(using: &generator) {
        node.nested.append(child)
      } else {
        node.answers.append(child)
      }
      left -= part
    }
    return node
  }

  /// Which action each one is to be recorded as caused by: the one whose request was running.
  func causes(_ cause: Int?, into causes: inout [Int: Int?]) {
    causes[id] = .some(cause)
    for node in nested { node.causes(cause, into: &causes) }
    for node in answers { node.causes(id, into: &causes) }
  }
}

private struct Sum: Codable, Sendable {
  var last = 0
  var weighted = 0
}

private func sumReducer(_ state: Sum, _ action: any ReduxAction) -> Sum {
  guard let node = action as? Node else { return state }
  return Sum(last: node.id, weighted: state.weighted &* 31 &+ node.id)
}

@Suite("A recorded store that reduces in a task")
@MainActor
struct ReduxRecordingTests {
  /// Records what is dispatched into a store whose middlewares make the actions of the nodes.
  private func record(
    _ oracle: Oracle<Sum>, _ dispatches: (ReduxStore<Sum>) async -> Void
  ) async throws -> RecordedSession {
    try await RecordedSession.record("sum") { recorder in
      let work = ReduxWork.recorded(by: recorder)
      let store = ReduxStore(
        reducer: recorder.reducer { (state: Sum, action: any ReduxAction) in
          let next = sumReducer(state, action)
          if let node = action as? Node { oracle.note(node, before: state, after: next) }
          return next
        }, state: Sum(),
        middlewares: [
          { _, action, dispatch in
            for node in (action as? Node)?.nested ?? [] { dispatch(node) }
          },
          { _, action, dispatch in
            guard let node = action as? Node, !node.answers.isEmpty else { return }
            work.perform(for: node) {
              for answer in node.answers {
                await Task.yield()
                dispatch(answer)
              }
            }
          },
        ], work: work)
      await dispatches(store)
      await store.settle()
    }
  }

  private func ids(_ session: RecordedSession) -> [Int] {
    session.steps.compactMap { $0.action.action["id"]?.int }
  }

  @Test(
    "bursts of actions that make others: each once, in the reducer's order, with its cause",
    arguments: 1...20 as ClosedRange<UInt64>)
  func bursts(seed: UInt64) async throws {
    var generator = SplitMix64(seed: seed)
    var next = 1
    let roots = (1...4).map { _ in
      Node.random(Int.random(in: 1...12, using: &generator), from: &next, using: &generator)
    }
    let oracle = Oracle<Sum>()
    let session = try await record(oracle) { store in
      for root in roots { store.dispatch(root) }
    }
    oracle.agrees(with: session)
    let ids = ids(session)
    #expect(ids.sorted() == Array(1..<next))

    var causes: [Int: Int?] = [:]
    for root in roots { root.causes(nil, into: &causes) }
    let recorded = session.steps.map { step in step.action.from.map { ids[$0 - 1] } }
    #expect(recorded == ids.map { causes[$0] ?? nil })
  }

  @Test("what a middleware dispatches at once comes before what is dispatched after its action")
  func nestedBeforeNext() async throws {
    let session = try await record(Oracle()) { store in
      store.dispatch(Node(id: 1, nested: [Node(id: 2, nested: [Node(id: 3)]), Node(id: 4)]))
      store.dispatch(Node(id: 5, answers: [Node(id: 6)]))
      store.dispatch(Node(id: 7))
    }
    #expect(ids(session) == [1, 2, 3, 4, 5, 7, 6])
    #expect(session.steps.map(\.action.from) == [nil, nil, nil, nil, nil, nil, 5])
  }

  @Test("dispatched on many threads: each once, every thread's in its order, the oracle agrees")
  func offMain() async throws {
    let threads = 6
    let each = 40
    let oracle = Oracle<Sum>()
    let session = try await record(oracle) { store in
      await withTaskGroup(of: Void.self) { group in
        for thread in 0..<threads {
          group.addTask {
            for number in 0..<each {
              store.dispatch(
                Node(
                  id: thread * 1000 + 2 * number, nested: [Node(id: thread * 1000 + 2 * number + 1)]
                )
              )
            }
          }
        }
      }
    }
    oracle.agrees(with: session)
    let ids = ids(session)
    for thread in 0..<threads {
      #expect(
        ids.filter { $0 / 1000 == thread } == (0..<2 * each).map { thread * 1000 + $0 })
    }
    #expect(ids.count == 2 * threads * each)
  }
}
