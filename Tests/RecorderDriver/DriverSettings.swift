import Foundation
import Recorder

/// What the app is to do, as its arguments say: each a name, `=`, and a value.
struct DriverSettings {
  private let values: [String: String]

  private static let names: Set = [
    "path", "folder", "segment", "total", "durability", "steps", "acknowledge", "trap", "mode",
    "threads", "fork", "within", "largest", "descriptors", "until", "tick", "pause", "chatter",
  ]

  /// Nil if an argument is not understood.
  init?(_ arguments: some Sequence<String>) {
    var values: [String: String] = [:]
    for argument in arguments {
      let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2, Self.names.contains(parts[0]) else { return nil }
      values[parts[0]] = parts[1]
    }
    self.values = values
  }

  /// The file to record to; nil for a folder.
  var path: String? { values["path"] }
  /// The folder to record in, where there is no path.
  var folder: String { values["folder"] ?? "sessions" }
  /// How many actions each thread dispatches.
  var steps: Int { number("steps") ?? 100 }
  /// Whether each action is told on standard output, as it begins and when it is done.
  var acknowledges: Bool { number("acknowledge") == 1 }
  /// Whether the app prints on standard error as well, for no reason.
  var chatters: Bool { number("chatter") == 1 }
  /// The action in whose reducer the app traps.
  var trap: Int? { number("trap") }
  /// How many threads dispatch.
  var threads: Int { number("threads") ?? 1 }
  /// Whether the threads have a ledger each, so that their steps overlap.
  var isBare: Bool { values["mode"] == "bare" }
  /// Before which action the process forks.
  var fork: Int? { number("fork") }
  /// In which posting's reducer the first thread forks.
  var forkWithin: Int? { number("within") }
  /// How large a file may get, in bytes, by the system's limit.
  var largestFile: Int? { number("largest") }
  /// Before which action the process loses its right to more files than it has open.
  var descriptors: Int? { number("descriptors") }
  /// Before which action the limits are taken back.
  var until: Int? { number("until") }
  /// How far the clock goes each time that it is asked, in nanoseconds; nil for the system's.
  var tick: Int? { number("tick") }
  /// How long the app waits after each action, in microseconds.
  var pause: Int { number("pause") ?? 0 }

  /// How large the recorder's files may grow; nil if nothing is said.
  var limits: SizeLimits? {
    number("segment").map { SizeLimits(segment: $0, total: number("total") ?? 1 << 40) }
  }

  /// What outlives a loss of power.
  var durability: Durability {
    switch values["durability"] {
    case "line": .everyLine
    case let text?: Int(text).map { .interval(milliseconds: $0) } ?? .system
    case nil: .system
    }
  }

  private func number(_ name: String) -> Int? { values[name].flatMap { Int($0) } }
}
