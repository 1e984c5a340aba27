import Foundation
import TestSupport
import Testing

@Suite("repair of gzips and of files that were cut off, and fresh checksums")
struct RepairFormTests {
  @Test("a tail of NUL bytes or of garbage, of whatever length, is one torn line")
  func tails() throws {
    let start = DamagedSession.lines[..<2].joined(separator: "\n") + "\n"
    var random = SplitMix64(seed: 3)
    for count in [1, 2, 63, 64, 4095, 4096, 4097, 1 << 16, 1 << 20] {
      let garbage = (0..<count).map { _ in UInt8.random(in: 0x80...0xFF, using: &random) }
      for tail in [[UInt8](repeating: 0, count: count), garbage] {
        let file = try Scratch.file("tail.ndjson", Array(start.utf8) + tail)
        let bytes = "\(count) byte\(count == 1 ? "" : "s")"
        let check = try Inspect.run("check", file)
        let fault =
          "tail.ndjson:3:1: the last line was cut off after \(bytes) (byte "
          + "\(start.utf8.count))"
        #expect(
          check.output == "\(fault)\ntail.ndjson: damaged  1 fault in 3 lines, 1 left out "
            + "(\(bytes)); not closed\n")
        #expect(check.status == .exited(1))
        let repair = try Inspect.run("repair", file, "-o", "-")
        #expect(repair.output == start)
        #expect(
          repair.error == """
            \(fault)
            -: repaired  2 lines kept
            left out  1 damaged line of \(bytes): 1 unreadable
            lost      no state

            """)
      }
    }
  }
}
