import Foundation
import TestSupport

/// Records random steps over states of every construct, and compares each state by other means with
/// a full encoding of it.
struct RandomSteps {
  /// How many steps there are, in each environment.
  let count: Int
  let seed: UInt64
  /// Only states of this name; all if it is empty.
  let only: String

  /// A session, and by which words to come back to it.
  private struct Session: Sendable, CustomStringConvertible {
    let state: String
    let size: String
    let seed: UInt64
    let steps: Int
    let isPublicOnly: Bool

    var environment: [String: String] {
      var environment = ProcessRun.plainEnvironment
      if isPublicOnly { environment["HINDSIGHT_PRIVATE_LAYOUT"] = "off" }
      return environment
    }

    var words: [String] { ["state=\(state)", "size=\(size)", "seed=\(seed)", "steps=\(steps)"] }

    var description: String {
      (isPublicOnly ? "HINDSIGHT_PRIVATE_LAYOUT=off " : "")
        + "RandomSteps \(words.joined(separator: " "))"
    }
  }

  /// What a comparison counted.
  private struct Comparison: Decodable, Sendable {
    let known: Int
    let encoded: Int
    let wrong: Int
    let differences: [String]
    let trouble: [String]
    let counts: [String: Int]
  }

  private struct Outcome: Sendable {
    var faults: [String] = []
    var comparison: Comparison?
  }

  private struct Told: Decodable { let troubles: [String] }

  private static let sizes = [("small", 500), ("medium", 1000), ("large", 250)]

  /// A state whose encoding depends on more than its value, so that it may lack a change until the
  /// recorder has told so.
  private static let dependsOnMore = "Places"

  /// Whether every state of every session was right, by patches and expanded.
  func run() -> Bool {
    var part = Part("random steps")
    var numbers = "no session"
    do {
      let sessions = try sessions()
      let (program, inspect) = (try BuiltBinary.randomSteps, try BuiltBinary.inspect)
      let outcomes = AllProcessors.map(0..<UInt64(sessions.count)) { place in
        Result { try outcome(of: sessions[Int(place)], program, inspect) }
      }
      var counts: [String: Int] = [:]
      for (session, result) in zip(sessions, outcomes) {
        do {
          let outcome = try result.get()
          part.note(outcome.faults, in: "\(session)")
          guard let comparison = outcome.comparison else { continue }
          counts["known", default: 0] += comparison.known
          counts["encoded", default: 0] += comparison.encoded
          counts["wrong", default: 0] += comparison.wrong
          counts.merge(comparison.counts) { $0 + $1 }
        } catch { part.note(error, in: "\(session)") }
      }
      numbers = told(sessions, counts)
    } catch { part.note(error, in: "the sessions") }
    return part.finish(numbers)
  }

  private func told(_ sessions: [Session], _ counts: [String: Int]) -> String {
    func of(_ name: String) -> Int { counts[name] ?? 0 }
    return "\(sessions.count) sessions, \(sessions.map(\.steps).reduce(0, +)) steps, "
      + "\(of("known")) comparisons (\(of("encoded")) with another encoder), "
      + "\(of("state by patch") + of("outside by patch")) states by patches with "
      + "\(of("add")) add, \(of("remove")) remove, \(of("replace")) replace and "
      + "\(of("splice")) splice, \(of("wrong")) wrong"
  }

  /// All sessions, each in both environments.
  private func sessions() throws -> [Session] {
    let list = try ProcessRun.run(try BuiltBinary.randomSteps, ["list"])
    let states = list.output.split(separator: "\n").map(String.init)
      .filter { only.isEmpty || $0 == only }
    var (sessions, left, number) = ([Session](), states.isEmpty ? 0 : count, seed)
    while left > 0 {
      for (size, most) in Self.sizes {
        for state in states where left > 0 {
          let steps = min(most, left)
          left -= steps
          for isPublicOnly in [false, true] {
            sessions.append(
              Session(
                state: state, size: size, seed: number, steps: steps, isPublicOnly: isPublicOnly))
          }
        }
      }
      number += 1
    }
    return sessions
  }

  /// Records a session and has it compared; the files stay if anything is wrong.
  private func outcome(of session: Session, _ program: URL, _ inspect: URL) throws -> Outcome {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("hindsight-steps-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = folder.appendingPathComponent("session.ndjson").path
    let full = folder.appendingPathComponent("full.ndjson").path
    let truth = folder.appendingPathComponent("truth.ndjson").path
    var outcome = Outcome()
    let recorded = try ProcessRun.run(
      program, session.words + ["session=\(file)", "truth=\(truth)"],
      environment: session.environment, within: 1200)
    guard recorded.status == .exited(0),
      let told = try? JSONDecoder().decode(Told.self, from: Data(recorded.outputBytes))
    else {
      outcome.faults = ["it \(recorded.status): \(recorded.error.prefix(300)), see \(folder.path)"]
      return outcome
    }
    let isTold = told.troubles.contains { $0.contains("depends on more than its value") }
    let mayLack = session.state == Self.dependsOnMore && isTold
    if isTold && !mayLack { outcome.faults.append("it is said to depend on more than its value") }
    for verb in [["check", file], ["expand", file, "-o", full]] {
      let run = try ProcessRun.run(inspect, verb, within: 1200)
      guard run.status != .exited(0) else { continue }
      outcome.faults.append(
        "\(verb[0]) \(run.status): \(run.output.prefix(300)) \(run.error.prefix(300))")
    }
    for path in [file, full] {
      let (comparison, faults) = try compared(path, truth)
      if path == file { outcome.comparison = comparison }
      if !mayLack { outcome.faults += faults }
    }
    if outcome.faults.isEmpty {
      try FileManager.default.removeItem(at: folder)
    } else {
      outcome.faults.append("see \(folder.path)")
    }
    return outcome
  }

  /// Compares by a program that does not share a line with the recorder.
  private func compared(_ path: String, _ truth: String) throws -> (Comparison?, [String]) {
    let script = PackageRoot.url.appendingPathComponent("Tests/RandomSteps/check.py").path
    let run = try ProcessRun.run(
      URL(filePath: "/usr/bin/env"), ["python3", script, path, truth, "--json"], within: 1800)
    let name = URL(filePath: path).lastPathComponent
    guard let comparison = try? JSONDecoder().decode(Comparison.self, from: Data(run.outputBytes))
    else { return (nil, ["check.py of \(name) \(run.status): \(run.error.prefix(300))"]) }
    var faults = (comparison.trouble + comparison.differences).map { "\(name): \($0)" }
    if faults.isEmpty, run.status != .exited(0) { faults = ["check.py of \(name) \(run.status)"] }
    return (comparison, faults)
  }
}
