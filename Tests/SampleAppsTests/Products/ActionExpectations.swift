import Testing

@testable import SampleApps

/// A middleware for tests: it sees every action pass, and says which of those that were expected
/// did not.
final class ActionExpectations {
  private let expected: [any ReSwift.Action.Type]
  private(set) var passed: [any ReSwift.Action] = []

  /// - Parameter expected: The types of the actions, in order, with nothing between them.
  init(_ expected: any ReSwift.Action.Type...) { self.expected = expected }

  func middleware<State>() -> ReSwift.Middleware<State> {
    { _, _ in
      { next in
        { action in
          self.passed.append(action)
          next(action)
        }
      }
    }
  }

  /// What is wrong, in words; nil if all passed as expected.
  var difference: String? {
    let wanted = expected.map { "\($0)" }
    let got = passed.map { "\(type(of: $0))" }
    guard wanted != got else { return nil }
    let place = zip(wanted, got).enumerated().first { $1.0 != $1.1 }?.offset
    let first = place ?? min(wanted.count, got.count)
    let words = { (names: [String]) in names.indices.contains(first) ? names[first] : "nothing" }
    return "action \(first + 1): expected \(words(wanted)), passed \(words(got))"
  }
}

@Suite("Expectations of actions")
struct ActionExpectationsTests {
  private struct First: ReSwift.Action {}
  private struct Second: ReSwift.Action {}

  private func difference(
    _ expectations: ActionExpectations, _ actions: [any ReSwift.Action]
  ) -> String? {
    let store = makeSumStore([expectations.middleware()])
    for action in actions { store.dispatch(action) }
    return expectations.difference
  }

  @Test("they are met by exactly those actions, and name the first that differs")
  func differences() {
    #expect(difference(ActionExpectations(), []) == nil)
    #expect(difference(ActionExpectations(First.self, Second.self), [First(), Second()]) == nil)
    #expect(
      difference(ActionExpectations(First.self, Second.self), [First(), First()])
        == "action 2: expected Second, passed First")
    #expect(
      difference(ActionExpectations(First.self, Second.self), [First()])
        == "action 2: expected Second, passed nothing")
    #expect(
      difference(ActionExpectations(), [Second()]) == "action 1: expected nothing, passed Second")
  }
}
