import DamageSupport
import Foundation
import TestSupport

/// Hosts that end, fall silent or babble at random places of their answers.
struct HostDeaths {
  let count: Int
  let seed: UInt64

  /// Whether every verdict names the step and the host's fault, and the prompt outlives them all.
  func run() -> Bool {
    var part = Part("host deaths")
    var prompts = 0
    do {
      let (tool, host) = (try BuiltBinary.inspect, try BuiltBinary.rogueHost)
      let folder = try SessionFolder()
      let file = folder.file("ledger.ndjson")
      for number in 0..<UInt64(max(1, count)) {
        let law = HostDeathLaw(seed: seed &* 1_000_003 &+ number)
        let run = "death \(number), \(law.description)"
        do {
          part.note(try law.faultsOfVerdict(by: host), in: run)
          guard number % 5 == 0 else { continue }
          prompts += 1
          try Data(law.bytes).write(to: URL(filePath: file))
          part.note(try law.faultsOfPrompt(tool: tool, host: host, session: file), in: run)
        } catch { part.note(error, in: run) }
        if part.faults.count > 100 { break }
      }
    } catch { part.note(error, in: "host deaths") }
    return part.finish("\(count) hosts, \(prompts) of them at the prompt")
  }
}
