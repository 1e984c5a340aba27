import Foundation
import TestSupport

/// What is dispatched where the action is not what is hostile.
struct Move: Codable, Sendable {
  let step: Int
  let amount: Int

  /// The moves of a run: the same in every run, but no more than `HOSTILE_STEPS` asks for.
  static func all(_ count: Int) -> [Move] {
    var generator = SplitMix64(seed: 4_711)
    let most = ProcessInfo.processInfo.environment["HOSTILE_STEPS"].flatMap { Int($0) } ?? .max
    return (1...max(1, min(count, most))).map {
      Move(step: $0, amount: Int.random(in: 1...999, using: &generator))
    }
  }
}

/// A state that says after which step it is.
protocol Ticking {
  var tick: Int { get }
}

/// What the states of a specimen are compared with.
enum Truth: Sendable {
  /// A full encoding by `JSONEncoder`.
  case encoder
  /// What a new recorder writes that has seen no earlier state.
  case rendering
  /// Nothing: it cannot be had, or there is more than one.
  case none
}

/// What else is known of a specimen.
struct Traits: Sendable {
  var steps = 200
  /// The arrays whose order is none, by their pointers, and such of keys and values in turn.
  var unordered: [String] = []
  var pairs: [String] = []
  /// The stack of the thread on which it runs; nil for the main thread.
  var stack: Int?
  /// Whether the last step is as good as all: no comparison of ticks.
  var ticks = true
}

/// A state, its reducer, and how it is recorded.
struct Specimen: Sendable {
  let name: String
  let run: @Sendable (Recording) -> Report

  /// A state that is encoded.
  static func codable<State: Encodable & SendableMetatype>(
    _ name: String, _ truth: Truth = .encoder, _ traits: Traits = Traits(),
    _ initial: @escaping @Sendable () -> State,
    meanwhile: @escaping @Sendable (inout State, Move) -> Void = { _, _ in },
    _ reduce: @escaping @Sendable (inout State, Move) throws -> Void
  ) -> Specimen {
    Specimen(name: name) { recording in
      recording.run(
        traits, initial, { $0 }, truth: { truth.line(of: $0, encode: Truth.encoded) },
        meanwhile, reduce)
    }
  }

  /// A state that is not encoded but shown by reflection.
  static func reflected<State: SendableMetatype>(
    _ name: String, _ truth: Truth = .rendering, _ traits: Traits = Traits(),
    _ initial: @escaping @Sendable () -> State,
    meanwhile: @escaping @Sendable (inout State, Move) -> Void = { _, _ in },
    _ reduce: @escaping @Sendable (inout State, Move) throws -> Void
  ) -> Specimen {
    Specimen(name: name) { recording in
      recording.run(
        traits, initial, { $0 }, truth: { truth.line(of: $0) { _ in nil } }, meanwhile, reduce)
    }
  }

  /// A hostile action; the state is only a count.
  static func action<Action: SendableMetatype>(
    _ name: String, _ traits: Traits = Traits(), _ make: @escaping @Sendable (Move) -> Action
  ) -> Specimen {
    Specimen(name: name) { recording in
      recording.run(
        traits, { Tally() }, make, truth: { Truth.encoded($0) }, { _, _ in }
      ) { (tally: inout Tally, _: Action) in
        tally.tick += 1
        tally.total += tally.tick * 3
      }
    }
  }
}

/// The state of a specimen whose action is what is hostile.
struct Tally: Codable, Ticking, Sendable {
  var tick = 0
  var total = 0
}

/// Keeps values for ever, so that their end, level by level, overflows no stack.
enum Immortal {
  nonisolated(unsafe) private static var values: [Any] = []

  static func keep<Value>(_ value: Value) -> Value {
    values.append(value)
    return value
  }
}

/// What an app notices that it would not notice without a recorder.
enum Notices {
  private static let texts = Lock<[String]>([])

  static var all: [String] { texts.with { $0 } }

  static func add(_ text: String) {
    texts.with { if !$0.contains(text) { $0.append(text) } }
  }
}

/// A value that threads share.
final class Lock<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value

  init(_ value: Value) { self.value = value }

  func with<Result>(_ body: (inout Value) -> Result) -> Result {
    lock.withLock { body(&value) }
  }
}
