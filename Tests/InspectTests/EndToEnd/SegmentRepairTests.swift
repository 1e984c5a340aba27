import Foundation
import TestSupport
import Testing

@Suite("Damaged segments are checked, read and repaired as one session")
struct SegmentRepairTests {
  /// A folder `name` of three segments, of the actions 1 and 2, 3 and 4, 5 and 6.
  private func folder(_ name: String, _ texts: [Int: String] = [:]) throws -> String {
    let folder = Scratch.path(name)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for segment in 1...3 {
      try (texts[segment] ?? HostileSegments.text(segment)).write(
        toFile: "\(folder)/a.000\(segment).ndjson", atomically: false, encoding: .utf8)
    }
    return folder
  }

  private func expect(
    _ arguments: [String], _ status: Int, _ output: String, _ error: String = "",
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let run = try Inspect.run(arguments)
    #expect(run.output == output, sourceLocation: sourceLocation)
    #expect(run.error == error, sourceLocation: sourceLocation)
    #expect(run.status == .exited(status), sourceLocation: sourceLocation)
  }

  @Test("sound segments become one file, and a second repair copies that as it is")
  func sound() throws {
    let folder = try folder("segments-sound")
    let copy = Scratch.path("segments-sound-copy.ndjson")
    try expect(
      ["repair", folder, "-o", copy], 0,
      "segments-sound-copy.ndjson  15 lines: 3 sound segments in one file\n")
    #expect(try DamagedSession.text(copy) == HostileSegments.joined)
    try expect(
      ["repair", copy, "-o", "-"], 0, HostileSegments.joined,
      "-  15 lines: sound already, copied as it is\n")
    try expect(
      ["check", folder], 0,
      """
      segments-sound/a.0001.ndjson  7 lines
      segments-sound/a.0002.ndjson  7 lines
      segments-sound/a.0003.ndjson  7 lines
      segments-sound: sound  21 lines, 6 actions, closed

      """)
  }

  @Test("damage is told of each file, and what is behind it is read")
  func damaged() throws {
    let second = HostileSegments.text(2).replacingOccurrences(
      of: #""value":3"#, with: #""value":X"#)
    let folder = try folder(
      "segments-damaged", [1: String(HostileSegments.text(1).dropLast(20)), 2: second])
    let faults = """
      segments-damaged/a.0001.ndjson:7:1: the last line was cut off after 7 bytes (byte 440)
      segments-damaged/a.0002.ndjson:4:72: no JSON value begins here (byte 322)

      """
    let files = """
      segments-damaged/a.0001.ndjson  7 lines  1 left out (7 bytes)
      segments-damaged/a.0002.ndjson  7 lines  1 left out (75 bytes)
      segments-damaged/a.0003.ndjson  7 lines

      """
    try expect(
      ["check", folder], 1,
      faults + files
        + "segments-damaged: damaged  2 faults in 20 lines, 2 left out (82 bytes); closed\n")
    let notes = (faults + "21 lines read, 2 left out (82 bytes); closed\n").split(separator: "\n")
    try expect(
      ["--salvage", "print", folder, "6", "/steps"], 0, "6\n",
      notes.map { "inspect: segments-damaged: note: \($0)\n" }.joined())
    let copy = Scratch.path("segments-damaged-copy.ndjson")
    try expect(
      ["repair", folder, "-o", copy], 0,
      faults + files + """
        segments-damaged-copy.ndjson: repaired  14 lines kept
        left out  2 damaged lines of 82 bytes
                  1 sound line that depends on what is lost
        gap       before state 4: 0 actions without a line
        lost      state 3

        """)
    try expect(
      ["check", copy], 0, "segments-damaged-copy.ndjson: sound  15 lines, 6 actions, closed\n")
  }

  @Test("the header of the first segment is made of that of the next")
  func header() throws {
    let folder = try folder("segments-header", [1: String(HostileSegments.text(1).dropFirst(5))])
    let run = try Inspect.run("repair", folder, "-o", "-")
    #expect(run.output == HostileSegments.joined)
    #expect(run.status == .exited(0))
  }

  @Test("no original is ever replaced, by whatever name")
  func originals() throws {
    let folder = try folder("segments-originals")
    let target = folder + "/a.0002.ndjson"
    try expect(
      ["repair", folder, "-o", target, "--force"], 2, "",
      "inspect: segments-originals/a.0002.ndjson: is the same file as "
        + "segments-originals/a.0002.ndjson: give -o another name, because the original is never "
        + "changed\n"
    )
    #expect(try DamagedSession.text(target) == HostileSegments.text(2))
  }

  @Test("fresh checksums for all lines, also after an edit of one segment")
  func checksums() throws {
    let edited = HostileSegments.text(2).replacingOccurrences(
      of: #""t":4}"#, with: #""t":4,"crc":"00000000"}"#)
    let folder = try folder("segments-checksums", [2: edited])
    let copy = Scratch.path("segments-checksums-copy.ndjson")
    let run = try Inspect.run("repair", folder, "--recrc", "-o", copy)
    #expect(
      run.output == "segments-checksums-copy.ndjson  15 lines: 3 sound segments in one file, every "
        + "line has a fresh checksum\n")
    try expect(
      ["check", copy], 0, "segments-checksums-copy.ndjson: sound  15 lines, 6 actions, closed\n")
  }
}

/// The text of small segments.
enum HostileSegments {
  static func text(_ segment: Int, session: String = "i") -> String {
    let first = 2 * segment - 2
    let id = segment == 1 ? session : "\(session)\(segment)"
    let origin = segment == 1 ? "" : #""continues":{"id":"\#(session)","n":\#(first)},"#
    return
      #"{"kind":"session","format":"hindsight-session","version":1,"id":"\#(id)","started":"s","#
      + "\(origin)\"store\":\"counter\"}\n"
      + #"{"kind":"state","n":\#(first),"state":{"value":1,"steps":\#(first)}}"# + "\n"
      + steps(first + 1...first + 2) + end(first + 2)
  }

  /// All of them in one file.
  static let joined =
    text(1).split(separator: "\n").dropLast().map { "\($0)\n" }.joined() + steps(3...6) + end(6)

  private static func end(_ n: Int) -> String { "{\"kind\":\"end\",\"n\":\(n),\"t\":\(n)}\n" }

  private static func steps(_ numbers: ClosedRange<Int>) -> String {
    numbers.map { n in
      #"{"kind":"action","n":\#(n),"t":\#(n),"type":"reset","action":{"reset":{}}}"# + "\n"
        + #"{"kind":"state","n":\#(n),"patch":[{"op":"replace","path":"/steps","value":\#(n)}]}"#
        + "\n"
    }.joined()
  }
}
