import Commands
import Foundation
import Inspector
import TestSupport
import Testing

@Suite("A test target's verdict through a host in a process of its own")
struct SessionFileCauseTests {
  private func verdict(finding: Bool) throws -> Verdict {
    let host = HostCommand(
      program: try BuiltBinary.inspect.path, arguments: ["host", "toast-clock"])
    return try SessionFile(path: Inspect.clock).verify(
      by: host, accepting: false, findingCauses: finding)
  }

  /// The lines of a verdict, the second that the clock said left out, as another replay has another.
  private func lines(of verdict: Verdict) -> [String] {
    verdict.description.split(separator: "\n").map { line in
      line.hasPrefix("  replayed") ? "  replayed" : String(line)
    }
  }

  @Test("a failure did not tell why a step differs")
  func cause() throws {
    let words = lines(of: try verdict(finding: true))
    #expect(words.contains("  cause     the clock (certain)"))
    #expect(words.first?.hasPrefix("✗ DIVERGES  ") == true)
    let short = lines(of: try verdict(finding: false))
    #expect(short == Array(words.prefix(4)) + words.suffix(1))
    #expect(short.count == 5)
  }
}
