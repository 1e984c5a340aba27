import Foundation
import Recorder
import RecorderHost
import SessionFormat
import TestSupport

/// Reducers whose sessions do not reproduce, each for one known cause, and reducers that only look
/// that way.
///
/// `Zoo list` lists them, `Zoo list-chance` lists those that depend on chance with few outcomes,
/// `Zoo record NAME FILE` records one, `Zoo host NAME` is its reducer host. `Zoo record-fault` and
/// `Zoo host-fault` do so with a ``PlantedFaultHost``.
@main
struct Zoo {
  static let all =
    hashing + clock + addresses + surroundings + hidden + chance + coding + numbers + code + leftOut
    + cleanInputs + cleanOrders + cleanValues + cleanProcesses

  static func main() throws {
    let words = Array(CommandLine.arguments.dropFirst())
    switch words.first {
    case "list":
      for specimen in all { print(specimen.document.description) }
    case "list-chance":
      for specimen in fewOutcomes + lossyNowAndThen { print(specimen.document.description) }
    case "record" where words.count == 3:
      guard let specimen = find(words[1]) else { exit(64) }
      try specimen.record(words[2])
    case "host" where words.count == 2:
      guard let specimen = find(words[1]) else { exit(64) }
      exit(specimen.serve())
    case "record-fault", "host-fault":
      guard let planted = PlantedFaultHost(words.dropFirst()) else { exit(64) }
      if words[0] == "host-fault" { exit(planted.serve()) }
      try planted.record()
    default: exit(64)
    }
  }

  private static func find(_ name: String) -> Specimen? {
    (all + fewOutcomes + lossyNowAndThen).first { $0.name == name }
  }
}

/// A reducer, and the facts known about its sessions.
struct Specimen: Sendable {
  let name: String
  /// The reason why its sessions do not reproduce, by its name in `verify`; nil if they do.
  let cause: String?
  /// Further true causes; each of them may be reported too.
  var alsoCauses: [String] = []
  /// The kind of chance, if it has few outcomes, and the number of outcomes: nil if no two are ever
  /// the same.
  var kind: String?
  var outcomes: Int?
  /// The first step that differs.
  let step: Int
  /// Whether only a stepwise verification finds it.
  var isHiddenFromChain = false
  /// The environments in which it is recorded and replayed.
  var recordEnvironment: [String: String] = [:]
  var hostEnvironment: [String: String] = [:]
  /// The places that its verification leaves out.
  var ignored: [String] = []
  let record: @Sendable (_ path: String) throws -> Void
  let serve: @Sendable () -> Int32

  /// A line of the list.
  var document: JSONValue {
    func object(_ texts: [String: String]) -> JSONValue {
      .object(texts.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) })
    }
    return [
      "name": .string(name), "cause": cause.map(JSONValue.string) ?? .null,
      "also": .array(alsoCauses.map(JSONValue.string)),
      "kind": kind.map(JSONValue.string) ?? .null,
      "outcomes": outcomes.map { .number($0) } ?? .null, "step": .number(step),
      "hidden": .bool(isHiddenFromChain), "record": object(recordEnvironment),
      "host": object(hostEnvironment), "ignore": .array(ignored.map(JSONValue.string)),
    ]
  }
}

/// The state of most specimens.
struct Pen: Codable, Sendable {
  var count = 0
  var text = ""
  var numbers: [Double] = []
  var names: [String] = []
}

/// The actions of all specimens: calm ones are always reproducible.
enum Visit: Codable, Sendable {
  case calm(Int)
  case wild(Int)
}

extension Specimen {
  /// A reducer with a fault in its wild steps.
  ///
  /// - Parameters:
  ///   - calm: How many steps come before the first wild one.
  ///   - before: Run in the recorded process before the recording begins.
  static func fault(
    _ name: String, _ cause: String, calm: Int, before: @escaping @Sendable () -> Void = {},
    _ wild: @escaping @Sendable (inout Pen, Int) -> Void
  ) -> Specimen {
    of(name, cause, step: calm + 1, Pen(), before: before) { pen, visit in
      switch visit {
      case .calm(let amount): pen.count = (pen.count &+ amount) % 1000
      case .wild(let amount): wild(&pen, amount)
      }
    }
  }

  /// A reducer that looks faulty in its wild steps, but is not.
  static func clean(
    _ name: String, _ wild: @escaping @Sendable (inout Pen, Int) throws -> Void
  ) -> Specimen {
    of(name, nil, step: 3, Pen()) { pen, visit in
      switch visit {
      case .calm(let amount): pen.count = (pen.count &+ amount) % 1000
      case .wild(let amount): try wild(&pen, amount)
      }
    }
  }

  /// A reducer with a state of its own.
  ///
  /// - Parameters:
  ///   - step: The first wild step; if it is 0, the first two steps are calm.
  ///   - visits: The actions; nil for some of both kinds, with `step` as the first wild one.
  static func of<State: Codable & Sendable>(
    _ name: String, _ cause: String?, step: Int, _ initial: State,
    apps: (recorded: AppInfo, host: AppInfo)? = nil,
    before: @escaping @Sendable () -> Void = {}, visits: [Visit]? = nil,
    _ reduce: @escaping @Sendable (inout State, Visit) throws -> Void
  ) -> Specimen {
    Specimen(
      name: name, cause: cause, step: step,
      record: { path in
        _ = isRecording
        before()
        var options = RecorderOptions(app: apps?.recorded)
        options.roundTripChecks = .none
        if apps != nil { options.environment.platform = ["code": "a1"] }
        let recorder = try SessionRecorder(path: path, store: name, options: options)
        var state = initial
        let calm = step == 0 ? 2 : step - 1
        let rest: [Visit] = [.wild(3), .calm(5), .wild(4), .calm(2), .wild(9)]
        for visit in visits ?? (0..<calm).map({ Visit.calm($0 + 1) }) + rest {
          // A thrown error is recorded with its step.
          try? recorder.step(visit, into: &state) { try reduce(&$0, visit) }
        }
        recorder.close()
      },
      serve: {
        // Made here, so that no step asks for it.
        _ = isRecording
        var host = ReducerHost<State, Visit>(store: name, codec: .codable, reduce: reduce)
        host.app = apps?.host
        return host.run()
      })
  }

  /// Whether this process is being recorded; only to simulate a build other than the host's.
  ///
  /// A constant, as what two builds differ in is no variable of either.
  static let isRecording = CommandLine.arguments.dropFirst().first == "record"

  /// The same, verified without the places of a pattern.
  func ignoring(_ pattern: String) -> Specimen {
    var copy = self
    copy.ignored.append(pattern)
    return copy
  }

  /// The same, with another true cause.
  func also(_ cause: String) -> Specimen {
    var copy = self
    copy.alsoCauses.append(cause)
    return copy
  }

  /// The same, recorded and replayed in these environments.
  func `in`(recorded: [String: String], replayed: [String: String]) -> Specimen {
    var copy = self
    copy.recordEnvironment = recorded
    copy.hostEnvironment = replayed
    return copy
  }
}

/// A dozen names.
let animals = [
  "ape", "bear", "cat", "deer", "eagle", "fox", "goat", "horse", "ibis", "jay", "koala", "lynx",
]
