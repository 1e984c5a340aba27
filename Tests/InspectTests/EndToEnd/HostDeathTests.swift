import DamageSupport
import Foundation
import TestSupport
import Testing

@testable import Commands
@testable import Inspector

@Suite("A host that ends, falls silent or babbles anywhere is told with its fault and its step")
struct HostDeathTests {
  @Test("by the verdict", arguments: (0..<40 as Range<UInt64>).thinned(8, usual: 4))
  func verdict(seed: UInt64) throws {
    let law = HostDeathLaw(seed: seed)
    #expect(try law.faultsOfVerdict(by: try BuiltBinary.rogueHost) == [], "\(law.description)")
  }

  @Test("and the prompt goes on", arguments: (0..<10 as Range<UInt64>).thinned(8, usual: 4))
  func prompt(sixth: UInt64) throws {
    let seed = sixth * 6
    let law = HostDeathLaw(seed: seed)
    let bytes = String(decoding: law.bytes, as: UTF8.self)
    let file = try Scratch.file("host-death-\(seed).ndjson", bytes)
    #expect(
      try law.faultsOfPrompt(
        tool: try BuiltBinary.inspect, host: try BuiltBinary.rogueHost, session: file) == [],
      "\(law.description)")
  }
}
