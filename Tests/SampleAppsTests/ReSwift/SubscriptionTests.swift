import Testing

@testable import SampleApps

@Suite("Subscriptions with ReSwift's signatures")
struct SubscriptionTests {
  private struct Pair {
    var left = 0
    var right = 0
  }

  private enum Set: ReSwift.Action {
    case left(Int)
    case right(Int)
  }

  private func makeStore(skipsRepeats: Bool = true) -> ReSwift.Store<Pair> {
    ReSwift.Store(
      reducer: { action, state in
        var state = state ?? Pair()
        switch action as? Set {
        case .left(let value): state.left = value
        case .right(let value): state.right = value
        case nil: break
        }
        return state
      }, state: Pair(), automaticallySkipsRepeats: skipsRepeats)
  }

  private func play(_ store: ReSwift.Store<Pair>) {
    for action in [Set.left(1), .right(1), .left(1), .left(2)] { store.dispatch(action) }
  }

  @Test("the whole state is told at once and after each action; an equal one is not told again")
  func whole() {
    let pairs = makeStore()
    var told: [[Int]] = []
    let subscriber = Told<Pair> { told.append([$0.left, $0.right]) }
    pairs.subscribe(subscriber)
    play(pairs)
    #expect(told == [[0, 0], [1, 0], [1, 1], [1, 1], [2, 1]])

    for skips in [true, false] {
      let sums = makeSumStore(skipsRepeats: skips)
      var told: [Int] = []
      let subscriber = Told<Int> { told.append($0) }
      sums.subscribe(subscriber)
      for amount in [1, 0, 2] { sums.dispatch(SumAction.add(amount)) }
      #expect(told == (skips ? [0, 1, 3] : [0, 1, 1, 3]))
    }
  }

  @Test("a part is told when it has changed; without skipping after each action")
  func selects() {
    for skips in [true, false] {
      let store = makeStore(skipsRepeats: skips)
      var byPath: [Int] = []
      var byClosure: [Int] = []
      let first = Told<Int> { byPath.append($0) }
      let second = Told<Int> { byClosure.append($0) }
      store.subscribe(first) { $0.select(\.left) }
      store.subscribe(second) { $0.select { $0.right * 10 } }
      play(store)
      #expect(byPath == (skips ? [0, 1, 2] : [0, 1, 1, 1, 2]))
      #expect(byClosure == (skips ? [0, 10] : [0, 0, 10, 10, 10]))
    }
  }

  @Test("what is a repetition may be said, by equality or otherwise")
  func skips() {
    let store = makeStore(skipsRepeats: false)
    var equal: [Int] = []
    var bySum: [[Int]] = []
    var never: [Int] = []
    let first = Told<Int> { equal.append($0) }
    let second = Told<Pair> { bySum.append([$0.left, $0.right]) }
    let third = Told<Int> { never.append($0) }
    store.subscribe(first) { $0.select(\.right).skipRepeats() }
    store.subscribe(second) { $0.skipRepeats { $0.left + $0.right == $1.left + $1.right } }
    store.subscribe(third) { $0.skip { _, _ in true }.select(\.left) }
    play(store)
    #expect(equal == [0, 1])
    #expect(bySum == [[0, 0], [1, 0], [1, 1], [2, 1]])
    #expect(never == [0])
  }

  @Test("subscribers are told in the order in which they subscribed, in every run")
  func order() {
    let store = makeSumStore()
    var log: [Int] = []
    let subscribers = (0..<20).map { number in Told<Int> { _ in log.append(number) } }
    for subscriber in subscribers { store.subscribe(subscriber) }
    log = []
    store.dispatch(SumAction.add(1))
    #expect(log == Array(0..<20))
    // Whoever subscribes again comes last, and is told once.
    store.subscribe(subscribers[3])
    log = []
    store.dispatch(SumAction.add(1))
    #expect(log == Array(0..<20).filter { $0 != 3 } + [3])
  }

  @Test("a subscriber that has gone, or was unsubscribed even just now, is told nothing")
  func unsubscribes() {
    let store = makeSumStore()
    var log: [String] = []
    let last = Told<Int> { log.append("last \($0)") }
    let first = Told<Int> { [unowned store] in
      log.append("first \($0)")
      if $0 == 2 { store.unsubscribe(last) }
    }
    var fleeting: Told<Int>? = Told { log.append("fleeting \($0)") }
    store.subscribe(first)
    if let fleeting { store.subscribe(fleeting) }
    store.subscribe(last)
    log = []
    store.dispatch(SumAction.add(1))
    #expect(log == ["first 1", "fleeting 1", "last 1"])
    fleeting = nil
    log = []
    for _ in 1...2 { store.dispatch(SumAction.add(1)) }
    #expect(log == ["first 2", "first 3"])
  }
}
