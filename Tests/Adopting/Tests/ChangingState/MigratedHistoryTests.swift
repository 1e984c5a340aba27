import Commands
import Foundation
import Inspector
import Recorder
import RecorderHost
import SessionFormat
import Testing

@Suite("Sessions of each version of an app")
struct MigratedHistoryTests {
  enum Step: Codable, Sendable { case add(Int) }
  enum NewStep: Codable, Sendable { case insert(Int) }
  struct Count: Codable, Sendable { var count = 0 }
  struct Sum: Codable, Sendable { var sum = 0 }

  private var host: ReducerHost<Sum, NewStep> {
    ReducerHost(store: "store", codec: .codable) { state, action in
      if case .insert(let more) = action { state.sum += more }
    }
  }

  private func old(
    version: String?, _ change: (inout RecorderOptions) -> Void = { _ in }
  ) throws -> ChangedStore {
    try ChangedStore(Count(), [Step.add(2), .add(3)], version: version, options: change) {
      state, action in
      if case .add(let more) = action { state.count += more }
    }
  }

  @Test(
    "a step from a version later than the session's was passed over where only other types had one from its own"
  )
  func laterStep() throws {
    var host = host
    host.migrate(.action("add"), from: "1.0", as: "insert") { try $0.move("/add", to: "/insert") }
    host.migrate(.state, from: "1.1") { try $0.move("/count", to: "/sum") }
    let first = try old(version: "1.0")
    defer { first.remove() }
    #expect(
      first.verify(host) == [
        "✓ reproduces  S  2 of 2 actions equal, migrated",
        "  types     impossible: state /sum is new and required; or was it renamed from count?",
        "  types     impossible: action /add is a case that is gone",
        "  types     2 differences that every value survives",
        "  migrated  state from 1.1  3 states", "  migrated  action add from 1.0  2 actions",
        "  read as   3 recorded states with other values at /count, /sum",
      ])
    // Of 1.1 only the states are old.
    let second = try ChangedStore(Count(), [NewStep.insert(2)], version: "1.1") { state, action in
      if case .insert(let more) = action { state.count += more }
    }
    defer { second.remove() }
    #expect(
      second.verify(host) == [
        "✓ reproduces  S  1 of 1 action equal, migrated",
        "  types     impossible: state /sum is new and required; or was it renamed from count?",
        "  types     1 difference that every value survives",
        "  migrated  state from 1.1  2 states",
        "  read as   2 recorded states with other values at /count, /sum",
      ])
    // One of today is not touched, whatever others need.
    let today = try ChangedStore(Sum(), [NewStep.insert(2)], version: "1.2") { state, action in
      if case .insert(let more) = action { state.sum += more }
    }
    defer { today.remove() }
    #expect(today.verify(host) == ["✓ reproduces  S  1 of 1 action equal"])
  }

  @Test("a later step leaves a type alone that is that of today already")
  func laterStepOfTodaysType() throws {
    var host = ReducerHost<Count, NewStep>(store: "store", codec: .codable) { state, action in
      if case .insert(let more) = action { state.count += more }
    }
    host.migrate(.action("add"), from: "1.0", as: "insert") { try $0.move("/add", to: "/insert") }
    // In 1.1 it had another name for a while.
    host.migrate(.state, from: "1.1") { try $0.move("/total", to: "/count") }
    let session = try old(version: "1.0")
    defer { session.remove() }
    #expect(
      session.verify(host) == [
        "✓ reproduces  S  2 of 2 actions equal, migrated",
        "  types     impossible: action /add is a case that is gone",
        "  types     1 difference that every value survives",
        "  migrated  action add from 1.0  2 actions",
      ])
  }

  @Test("an accepted session of a build that told no types was migrated again")
  func acceptedWithoutTypes() throws {
    let session = try old(version: nil) { $0.recordsTypes = false }
    defer { session.remove() }
    var host = host
    host.migrate(.state) { try $0.move("/count", to: "/sum") }
    host.migrate(.action("add"), as: "insert") { try $0.move("/add", to: "/insert") }
    #expect(
      session.verify(host) == [
        "✓ reproduces  S  2 of 2 actions equal, migrated", "  migrated  state  3 states",
        "  migrated  action add  2 actions",
        "  read as   3 recorded states with other values at /count, /sum",
      ])
    #expect(session.verify(host, accepting: true) == ["✓ reproduces  S  2 of 2 actions equal"])
    #expect(session.verify(host) == ["✓ reproduces  S  2 of 2 actions equal"])
    let header = try Session(path: session.path, mode: .strict).header
    #expect(header.fingerprint?.string?.hasPrefix("v1; state ") == true)
    // A host that tells no types goes on without, and says so with each session.
    host.recordsTypes = false
    #expect(session.verify(host).first?.hasPrefix("trouble: ") == true)
  }

  struct Rating: Codable, Sendable { var name = "" }
  struct RatedItem: Codable, Sendable {
    struct Meta: Codable, Sendable {
      var name = ""
      var stars: Int
    }
    var meta: Meta?
  }
  struct OldItem: Codable, Sendable { var meta: Rating? }
  struct Items: Codable, Sendable { var items: [OldItem] }
  struct RatedItems: Codable, Sendable { var items: [RatedItem] }

  @Test("where one element had nothing for a default to be in, no other got it")
  func filledInSome() throws {
    let items = Items(items: [OldItem(meta: Rating()), OldItem(), OldItem(meta: Rating())])
    let session = try ChangedStore(items, [Step.add(1)], version: "1.0") { state, _ in
      state.items.append(OldItem())
    }
    defer { session.remove() }
    var host = ReducerHost<RatedItems, Step>(store: "store", codec: .codable) { state, _ in
      state.items.append(RatedItem())
    }
    host.fill(.state, "/items/*/meta/stars", with: 3)
    #expect(
      session.verify(host) == [
        "✓ reproduces  S  1 of 1 action equal, migrated",
        "  types     impossible: state /items/*/meta/stars is new and required",
        "  migrated  default /items/*/meta/stars  2 states",
        "  read as   2 recorded states with other values at /items/*/meta/stars",
      ])
  }

  struct Comment: Codable, Sendable {
    var text = ""
    var colour = 0
    var replies: [Comment] = []
  }
  struct PlainComment: Codable, Sendable {
    var text = ""
    var replies: [PlainComment] = []
  }

  @Test("a member that is gone from a type that is part of itself was a divergence further in")
  func recursive() throws {
    let session = try ChangedStore(Comment(), [Step.add(1), .add(2), .add(3)]) { state, action in
      if case .add(let colour) = action {
        state = Comment(colour: colour, replies: [state, state])
      }
    }
    defer { session.remove() }
    func host(_ text: String) -> ReducerHost<PlainComment, Step> {
      ReducerHost(store: "store", codec: .codable) { state, _ in
        state = PlainComment(text: text, replies: [state, state])
      }
    }
    #expect(
      session.verify(host("")) == [
        "✓ reproduces  S  3 of 3 actions equal, migrated",
        "  types     1 difference that every value survives",
        "  read as   4 recorded states with other values at /colour, /replies/*/colour, /replies/*/replies/*/colour, /replies/*/replies/*/replies/*/colour",
      ])
    #expect(
      session.verify(host("x")).first == "✗ DIVERGES  S  at 1/3 add  0 of 3 actions equal, migrated"
    )
  }
}
