import Foundation
import Testing

@testable import SampleApps

@Suite("Effects")
struct EffectTests {
  struct Refused: Error, CustomStringConvertible {
    var description: String { "Refused" }
  }

  typealias Answer = Composable.Effect<Int, Refused>

  let notes = Notes()
  let scheduler = Composable.TestScheduler()
  let cancellations = Composable.Cancellations()

  private func start(_ effect: Answer, _ name: String = "") -> Composable.Cancellation {
    notes.start(effect, name, in: cancellations)
  }

  /// An answer after some milliseconds.
  private func answer(_ value: Int, after delay: Int) -> Answer {
    Answer(value: value).deferred(for: .milliseconds(delay), scheduler: scheduler)
  }

  @Test("nothing, a value and a failure are told at once, and then no more")
  func atOnce() {
    _ = start(.none)
    _ = start(Answer(value: 1))
    _ = start(Answer(error: Refused()))
    #expect(notes.all == ["finished", "1", "finished", "failed Refused"])
  }

  @Test("values are changed, ends are not; a failure becomes the last value")
  func mapped() {
    for effect in [Answer.none, Answer(value: 1), Answer(error: Refused())] {
      _ = notes.start(effect.map { $0 * 10 })
      _ = notes.start(effect.catchToEffect())
    }
    #expect(
      notes.all.map { $0.replacingOccurrences(of: "SampleAppsTests.EffectTests.", with: "") } == [
        "finished", "finished", "10", "finished", "success(1)", "finished", "failed Refused",
        "failure(Refused)", "finished",
      ])
  }

  @Test("merged effects end with the last of them, or with the first that fails")
  func merged() {
    _ = start(.merge(answer(1, after: 2), answer(2, after: 1), .none), "both")
    _ = start(
      .merge(
        answer(3, after: 1),
        Answer(error: Refused()).deferred(for: .milliseconds(2), scheduler: scheduler),
        answer(4, after: 3)),
      "fails")
    _ = start(.merge(), "empty")
    scheduler.run()
    #expect(
      notes.all == [
        "empty finished", "both 2", "fails 3", "both 1", "both finished", "fails failed Refused",
      ])
  }

  @Test("where one of merged effects fails, the others are cancelled, begun or not")
  func mergedFails() {
    let slow = answer(1, after: 9).cancellable(id: "a")
    _ = start(.merge(slow, Answer(error: Refused()), slow))
    #expect(notes.all == ["failed Refused"])
    #expect(cancellations.count == 0)
    #expect(scheduler.waiting == 0)
  }

  @Test("a cancelled effect tells nothing more, wherever it is cut", arguments: 0...4)
  func cancelled(cut: Int) {
    let running = start(.merge(answer(1, after: 1), answer(2, after: 3)).receive(on: scheduler))
    scheduler.advance(by: .milliseconds(cut))
    running.cancel()
    scheduler.run()
    #expect(notes.all == Array(["1", "2", "finished"].prefix([0, 1, 1, 3, 3][cut])))
  }

  @Test("a cancelled id ends all of its effects, and no others")
  func cancelledByID() {
    _ = start(answer(1, after: 1).cancellable(id: "a"), "a")
    _ = start(answer(2, after: 1).cancellable(id: "a"), "a'")
    _ = start(answer(3, after: 1).cancellable(id: "b"), "b")
    #expect(cancellations.count == 3)
    _ = start(.cancel(id: "a"), "cancel")
    #expect(cancellations.count == 1)
    scheduler.run()
    #expect(
      notes.all == ["a finished", "a' finished", "cancel finished", "b 3", "b finished"])
    #expect(cancellations.count == 0)
  }

  @Test("an effect that cancels those in flight does not cancel itself")
  func cancelInFlight() {
    for value in 1...3 {
      _ = start(
        answer(value, after: 1).cancellable(id: 7, cancelInFlight: true), "\(value):")
    }
    scheduler.run()
    #expect(notes.all == ["1: finished", "2: finished", "3: 3", "3: finished"])
    #expect(cancellations.count == 0)
  }

  @Test("an effect that cancels its own id while it starts is over, and its work is cancelled")
  func cancelsItself() {
    let own = Answer.merge(.cancel(id: "a"), answer(1, after: 9))
    _ = start(own.cancellable(id: "a"))
    #expect(notes.all == ["finished"])
    #expect(scheduler.waiting == 0)
    _ = start(own.debounce(id: "a", for: .milliseconds(1), scheduler: scheduler))
    scheduler.advance(by: .milliseconds(1))
    #expect(notes.all == ["finished", "finished"])
    #expect(scheduler.waiting == 0)
    #expect(cancellations.count == 0)
  }

  @Test("cancelling from outside forgets the id as well")
  func forgets() {
    let running = start(answer(1, after: 1).cancellable(id: "a"))
    running.cancel()
    #expect(cancellations.count == 0)
    #expect(scheduler.waiting == 0)
    #expect(notes.all == [])
  }

  /// All gaps between three letters, around the 300 ms.
  static let gaps = [0, 100, 299, 300, 301].flatMap { a in
    [0, 100, 299, 300, 301].map { [a, $0] }
  }

  @Test("debounced, one is done where none follows within the time", arguments: gaps)
  func debounced(gaps: [Int]) {
    for (place, gap) in (gaps + [1000]).enumerated() {
      _ = start(
        Answer(value: place).debounce(
          id: "typing", for: .milliseconds(300), scheduler: scheduler), "\(place):")
      scheduler.advance(by: .milliseconds(gap))
    }
    let expected = (gaps + [1000]).enumerated().flatMap { place, gap in
      (gap >= 300 ? ["\(place): \(place)"] : []) + ["\(place): finished"]
    }
    #expect(notes.all == expected)
  }

  @Test("answers of other threads are told by the scheduler, on the thread that advances it")
  func offMain() async {
    let answered = DispatchGroup()
    let callers = Notes()
    for value in 0..<50 {
      answered.enter()
      let effect = Answer.future { answer in
        DispatchQueue.global().async {
          answer(value % 5 == 0 ? .failure(Refused()) : .success(value))
          answered.leave()
        }
      }
      _ = start(
        effect.receive(on: scheduler).map { value in
          callers.note("\(Self.isInAdvance)")
          return value
        })
    }
    await withCheckedContinuation { done in answered.notify(queue: .global()) { done.resume() } }
    #expect(notes.all == [])
    Self.$isInAdvance.withValue(true) { scheduler.run() }
    let values = (0..<50).map { $0 % 5 == 0 ? ["failed Refused"] : ["\($0)", "finished"] }
    #expect(notes.all.sorted() == values.joined().sorted())
    #expect(callers.all == Array(repeating: "true", count: 40))
  }

  @TaskLocal private static var isInAdvance = false
}
