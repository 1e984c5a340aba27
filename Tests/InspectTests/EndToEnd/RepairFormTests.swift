import Foundation
import TestSupport
import Testing

@Suite("repair of gzips and of files that were cut off, and fresh checksums")
struct RepairFormTests {
  /// The gzip of a text, as other tools write it.
  private func gzip(_ text: String) throws -> [UInt8] {
    try ProcessRun.run(URL(filePath: "/bin/gzip"), ["-nc"], input: Array(text.utf8)).outputBytes
  }

  @Test("from a gzip, and into one where the name ends in .gz")
  func gzips() throws {
    let file = try Scratch.file("repair-gz.data", try gzip(DamagedSession.damaged))
    let plain = Scratch.path("repair-gz.ndjson")
    let gzipped = Scratch.path("repair-gz.ndjson.gz")
    for copy in [plain, gzipped] {
      let run = try Inspect.run("repair", file, "-o", copy)
      #expect(run.output == DamagedSession.report("repair-gz.data", copy: Inspect.clean(copy)))
    }
    #expect(try DamagedSession.text(plain) == DamagedSession.repaired)
    let inflated = try ProcessRun.run(URL(filePath: "/bin/gzip"), ["-dc", gzipped])
    #expect(inflated.output == DamagedSession.repaired)
    #expect(
      try Inspect.run("check", gzipped).output
        == "repair-gz.ndjson.gz: sound  8 lines, 3 actions, closed\n")
  }

  @Test("what is wrong with a gzip is counted by check, told by repair, and mended")
  func damagedGzip() throws {
    let file = try Scratch.file(
      "repair-tail.ndjson.gz", try gzip(DamagedSession.sound) + Array("rest".utf8))
    let fault =
      "repair-tail.ndjson.gz:10:1: 4 bytes after the end of the gzip are not gzip, and are left "
      + "out (byte \(DamagedSession.sound.utf8.count))"
    let check = try Inspect.run("check", file)
    #expect(
      check.output
        == "\(fault)\nrepair-tail.ndjson.gz: damaged  1 fault in 9 lines, none left out; closed\n")
    #expect(check.status == .exited(1))
    let copy = Scratch.path("repair-tail.ndjson")
    #expect(
      try Inspect.run("repair", file, "-o", copy).output == """
        \(fault)
        repair-tail.ndjson: repaired  9 lines kept
        left out  0 damaged lines of 0 bytes
        lost      no state

        """)
    #expect(try DamagedSession.text(copy) == DamagedSession.sound)
  }

  @Test("a gzip that ends behind an open action tells of no crash once it is repaired")
  func cutGzip() throws {
    let open = DamagedSession.lines[..<3].joined(separator: "\n") + "\n"
    let file = try Scratch.file("repair-cut.ndjson.gz", try gzip(open).dropLast(4))
    let copy = Scratch.path("repair-cut.ndjson")
    #expect(
      try Inspect.run("repair", file, "-o", copy).output == """
        repair-cut.ndjson.gz:4:1: the gzip was cut off: the end of the session is missing \
        (byte \(open.utf8.count))
        repair-cut.ndjson: repaired  3 lines kept
        left out  0 damaged lines of 0 bytes
        gap       before state 1: 0 actions without a line
        lost      state 1

        """)
    #expect(try Inspect.run("check", copy).status == .exited(0))
  }

  @Test("a recording into a name that ends in .gz is gzipped, and a crash in it too")
  func records() throws {
    for (sample, scenario) in [("toast", "queue"), ("counter", "crash")] {
      let path = Scratch.path("record-\(sample).ndjson.gz")
      let run = try Inspect.run("record", sample, "--scenario", scenario, "-o", path)
      #expect(run.error == "")
      #expect(run.status == .exited(0))
      #expect(try Data(contentsOf: URL(filePath: path)).prefix(2) == Data([0x1F, 0x8B]))
      #expect(try Inspect.run("check", path).status == .exited(0))
      let left = try FileManager.default.contentsOfDirectory(atPath: Scratch.folder.path)
        .filter { $0.hasPrefix("record-\(sample).") }
      #expect(left == ["record-\(sample).ndjson.gz"])
    }
    let refused = try Inspect.run("record", "toast", "-o", "x.gz", "--in-process")
    #expect(
      refused.error == "inspect: record: --in-process writes line by line, which a gzip does not "
        + "allow; usage: inspect record SAMPLE [--scenario NAME] [-o FILE] [--in-process]\n")
    #expect(refused.status == .exited(2))
  }

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
          check.output == "\(fault)\ntail.ndjson: damaged  1 fault in 2 lines, 1 left out "
            + "(\(bytes)); not closed\n")
        #expect(check.status == .exited(1))
        let repair = try Inspect.run("repair", file, "-o", "-")
        #expect(repair.output == start)
        #expect(
          repair.error == """
            \(fault)
            -: repaired  2 lines kept
            left out  1 damaged line of \(bytes)
            lost      no state

            """)
      }
    }
  }

  @Test("--recrc after an edit by hand changes checksums alone, and once more nothing")
  func recrc() throws {
    let edited = DamagedSession.damaged.replacingOccurrences(of: #""t":7"#, with: #""t":70"#)
    let file = try Scratch.file("recrc.ndjson", edited)
    let copy = Scratch.path("recrc-copy.ndjson")
    let run = try Inspect.run("repair", "--recrc", file, "-o", copy)
    #expect(run.output == "recrc-copy.ndjson  9 lines: every line has a fresh checksum\n")
    let text = try DamagedSession.text(copy)
    func lines(_ text: String) -> [String] { text.split(separator: "\n").map(String.init) }
    let mask = (#""crc":"[0-9a-f]{8}""#, #""crc":"C""#)
    #expect(
      text.masking(mask.0, with: mask.1) == edited.masking(mask.0, with: mask.1))
    let changed = zip(lines(text), lines(edited)).enumerated().filter { $1.0 != $1.1 }.map(\.0)
    #expect(changed == [3, 6])
    #expect(
      try Inspect.run("check", copy).output
        == "recrc-copy.ndjson: sound  9 lines, 3 actions, closed\n")
    let again = try Inspect.run("repair", "--recrc", copy, "-o", "-")
    #expect(again.output == text)
    // A session without checksums gets them.
    let bare = edited.masking(#","crc":"[0-9a-f]{8}""#, with: "")
    #expect(try Inspect.run("repair", "--recrc", "-", "-o", "-", input: bare).output == text)
  }

  @Test(
    "--recrc mends a session of which no line has its checksum at its end",
    arguments: [("space", " "), ("tab", "\t"), ("return", " \r")])
  func blanksBehindEveryChecksum(name: String, blanks: String) throws {
    let sound = DamagedSession.sound
    let header = DamagedSession.lines[0].utf8.count
    let file = try Scratch.file(
      "\(name).ndjson", sound.replacingOccurrences(of: "\n", with: blanks + "\n"))
    let refused = try Inspect.run("check", file)
    #expect(refused.status == .exited(2))
    #expect(
      refused.error
        == "inspect: \(name).ndjson:1:\(header + 1): not a session: the first line must be of kind "
        + #""session", but blanks behind the checksum (crc), which is the end of a line: the line "#
        + "end was changed or damaged; to edit a session by hand, delete crc on all lines, or run "
        + "inspect repair --recrc (byte \(header))\n")
    let run = try Inspect.run("repair", "--recrc", file, "-o", "-")
    #expect(run.status == .exited(0))
    #expect(run.output == DamagedSession.lines.map { $0 + "\n" }.joined())
  }
}
