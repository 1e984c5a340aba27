import SessionFormat
import TestSupport
import Testing

@testable import Recorder

/// A store in which everybody dispatches at random: subscribers, middlewares, thunks, listeners.
///
/// It keeps its own account of what was reduced and why.
private final class Turmoil {
  /// Everything that was dispatched, in the order in which a session has it, with its cause.
  private(set) var account: [String] = []
  /// What each listener heard.
  private(set) var heard: [[String]] = [[], []]
  /// What was told before its reducer had returned, or while the store could take nothing.
  private(set) var early: [String] = []
  private var store: ChainStore?
  private var listenings: [ActionSubscription] = []
  private var random: SplitMix64
  private var budget = 12
  private var reductions = 0
  private var isReducing = false
  /// The actions on their way, the innermost last: nil until one is reduced.
  private var ways: [Int?] = []
  /// What each action that was not reduced was dispatched for, until each listener has heard of it.
  private var causesOfDispatched: [[Int?]] = [[], []]
  private let isNumbered: Bool

  /// - Parameter isNumbered: Whether what is heard is noted with its number.
  init(
    _ attachment: Attachment, _ recorder: SessionRecorder, seed: UInt64, isNumbered: Bool = true
  ) {
    random = SplitMix64(seed: seed)
    self.isNumbered = isNumbered
    let reducer: (any Action, Counter?) -> Counter = { [unowned self] in self.reduce($0, $1) }
    let meddling: Middleware<Counter> = { [unowned self] _, _ in
      { next in { action in self.meddle(action, next) } }
    }
    let watching: Middleware<Counter> = { [unowned self] _, _ in
      { next in { action in self.onItsWay(action, next) } }
    }
    let store = attachment.store(
      recorder, [watching, meddling], reducing: reducer)
    store.subscribers = [{ [unowned self] _ in perhapsDispatch() }]
    self.store = store
    listenings = [0, 1].map { place in
      recorder.observeActions(of: (any Action).self) { [unowned self] action, step in
        hear(place, action, step)
      }
    }
  }

  func play() {
    // A session begins with what is reduced.
    store?.dispatch(Add())
    for _ in 1...3 { store?.dispatch(someAction()) }
  }

  private func someAction() -> any Action {
    let actions: [any Action] = [Add(), Note(text: "x"), Swallowed(), Callback {}, NoThunk()]
    return actions[Int.random(in: 0..<actions.count, using: &random)]
  }

  private func perhapsDispatch() {
    guard budget > 0, Int.random(in: 0..<3, using: &random) == 0 else { return }
    budget -= 1
    store?.dispatch(someAction())
  }

  private var cause: Int? { ways.last { $0 != nil } ?? nil }

  private func onItsWay(_ action: any Action, _ next: Dispatch) {
    let cause = cause
    ways.append(nil)
    next(action)
    guard ways.removeLast() == nil else { return }
    note("dispatched", action, nil)
    for place in heard.indices { causesOfDispatched[place].append(cause) }
  }

  private func meddle(_ action: any Action, _ next: Dispatch) {
    if action is Swallowed { return }
    if action is NoThunk {
      perhapsDispatch()
      return perhapsDispatch()
    }
    perhapsDispatch()
    next(action)
    perhapsDispatch()
  }

  private func reduce(_ action: any Action, _ state: Counter?) -> Counter {
    isReducing = true
    defer { isReducing = false }
    note("reduced", action, cause)
    reductions += 1
    if !ways.isEmpty { ways[ways.count - 1] = reductions }
    return reduced(action, state)
  }

  private func note(_ what: String, _ action: any Action, _ cause: Int?) {
    account.append("\(what) \(type(of: action))\(cause.map { " from \($0)" } ?? "")")
  }

  private func hear(_ place: Int, _ action: any Action, _ step: ObservedStep) {
    let words = step.isReduced ? "reduced" : "dispatched"
    let n = isNumbered ? step.n.map { " \($0)" } ?? "" : ""
    heard[place].append("\(words) \(type(of: action))\(n)")
    if isReducing || step.n.map({ $0 > reductions }) ?? false { early.append(heard[place][0]) }
    // What is dispatched now is for this action, whatever is under way here.
    let others = ways
    ways = [step.isReduced ? step.n : causesOfDispatched[place].removeFirst()]
    perhapsDispatch()
    ways = others
  }
}

/// Swallowed too, while others are dispatched in its place.
private struct NoThunk: Action {}

@Suite("Listeners, whoever dispatches whenever")
struct ListeningLawTests {
  private static let seeds = UInt64(0)..<60

  /// A recorder that is turned off from outside.
  private static var off: SessionRecorder {
    SessionRecorder(
      in: .folder("s"), store: "test", options: RecorderOptions(),
      environment: ["HINDSIGHT_RECORD": "0"], files: MemoryFiles())
  }

  /// What a session says was dispatched, in its order.
  private static func lines(_ session: Recorded) throws -> (told: [String], caused: [String]) {
    var told: [String] = []
    var caused: [String] = []
    let lines = try session.sink.sessionLines
    // Those stood as dispatched before they were reduced.
    let later = Set(
      lines.compactMap { if case .action(let line) = $0 { line.dispatch } else { nil } })
    for line in lines {
      switch line {
      case .action(let line):
        told.append("reduced \(line.type) \(line.n)")
        caused.append("reduced \(line.type)\(line.from.map { " from \($0)" } ?? "")")
      case .dispatched(let line) where line.dispatch.map(later.contains) != true:
        told.append("dispatched \(line.type)")
        caused.append("dispatched \(line.type)")
      default: break
      }
    }
    return (told, caused)
  }

  /// What was heard or accounted for, without numbers and causes.
  private static func names(_ entries: [String]) -> [String] {
    entries.map { $0.split(separator: " ").prefix(2).joined(separator: " ") }
  }

  /// What was reduced, in order, and then the others by name: a session has these where something is
  /// first dispatched within them, and they are heard when their dispatch is over.
  private static func byKind(_ entries: [String]) -> [String] {
    let isReduced = { (entry: String) in entry.hasPrefix("reduced") }
    return entries.filter(isReduced) + entries.filter { !isReduced($0) }.sorted()
  }

  @Test(
    "each listener hears each action once, in the session's order, after its reducer",
    arguments: Attachment.allCases)
  func hearsAll(_ attachment: Attachment) throws {
    var total = 0
    for seed in Self.seeds {
      let session = Recorded()
      let turmoil = Turmoil(attachment, session.recorder, seed: seed)
      turmoil.play()
      let (told, caused) = try Self.lines(session)
      try #require(turmoil.heard.map(Self.byKind) == [told, told].map(Self.byKind), "seed \(seed)")
      let order = Self.names(turmoil.account)
      try #require(turmoil.heard.map(Self.names) == [order, order], "seed \(seed)")
      try #require(turmoil.early == [], "seed \(seed)")
      try #require(Self.byKind(turmoil.account) == Self.byKind(caused), "seed \(seed)")
      total += told.count
    }
    #expect(total > 400)
  }

  @Test(
    "it is the same while paused, when closed, turned off, and where nothing can be written",
    arguments: Attachment.allCases)
  func hearsWithoutRecording(_ attachment: Attachment) throws {
    for seed in Self.seeds {
      let ways: [(SessionRecorder, (SessionRecorder) -> Void)] = [
        (Recorded().recorder, { _ in }), (Recorded().recorder, { $0.pause() }),
        (Recorded().recorder, { $0.close() }), (Recorded(refusesFrom: 1).recorder, { _ in }),
        (Recorded(refusesFrom: 4).recorder, { _ in }), (Self.off, { _ in }),
      ]
      let heard = ways.map { recorder, prepare in
        prepare(recorder)
        let turmoil = Turmoil(attachment, recorder, seed: seed, isNumbered: false)
        turmoil.play()
        return turmoil.heard
      }
      for other in heard { try #require(other == heard[0], "seed \(seed)") }
    }
  }
}
