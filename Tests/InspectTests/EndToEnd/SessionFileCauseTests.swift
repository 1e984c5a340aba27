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

  @Test("a failure did not tell why a step differs")
  func cause() throws {
    let words = try verdict(finding: true).description.split(separator: "\n").map(String.init)
    #expect(words.contains("  cause     the clock (likely)"))
    #expect(words.first?.hasPrefix("diverges    ") == true)
    let short = try verdict(finding: false).description.split(separator: "\n").map(String.init)
    #expect(short == Array(words.prefix(short.count)))
    #expect(short.count == 5)
  }
}
