import Foundation
import TestSupport
import Testing

@Suite("Sessions made to harm their reader end in bounded time, with one line that says why")
struct HostileSessionTests {
  private static let start =
    SmallSession.header + #"{"kind":"state","n":0,"state":{"a":[1]}}"# + "\n"

  private static let hint =
    "; --salvage reads the rest, and inspect repair makes a sound copy"

  /// A session, each step of which is the same patch.
  private func steps(_ count: Int, _ patch: String) -> String {
    (1...count).reduce(into: Self.start) { text, n in
      text += #"{"kind":"action","n":\#(n),"t":\#(n),"type":"a","action":1}"# + "\n"
      text += #"{"kind":"state","n":\#(n),"patch":[\#(patch)]}"# + "\n"
    }
  }

  /// The one fault of a session that opens: by `check`, by `log`, and in what `repair` says.
  private func expectFault(
    _ name: String, _ text: String, _ fault: String, _ summary: String
  ) throws {
    let file = try Scratch.file(name, text)
    let check = try Inspect.run("check", file)
    #expect(check.output == "\(name):\(fault)\n\(name): damaged  \(summary)\n")
    #expect(check.error == "")
    #expect(check.status == .exited(1))
    let log = try Inspect.run("log", file)
    #expect(log.error == "inspect: \(name):\(fault)\(Self.hint)\n")
    #expect(log.status == .exited(2))
    let copy = Scratch.path("copy-\(name)")
    let repair = try Inspect.run("repair", file, "-o", copy)
    #expect(repair.output.hasPrefix("\(name):\(fault)\ncopy-\(name): repaired  "))
    #expect(repair.status == .exited(0))
    #expect(try Inspect.run("check", copy).status == .exited(0))
  }

  @Test("a copy that doubles the state at each step is stopped at the bound of the ratio")
  func doubling() throws {
    let text = steps(60, #"{"op":"copy","from":"/a","path":"/a/-"}"#)
    let file = try Scratch.file("doubling.ndjson", text)
    let check = try Inspect.run("check", file)
    #expect(
      check.output.masking(
        ":[0-9]+:1: the patch of state [0-9]+ ", with: ":N:1: the patch of state N "
      )
      .masking("byte [0-9]+", with: "byte N").masking("[0-9]+ bytes\\)", with: "N bytes)")
        == "doubling.ndjson:N:1: the patch of state N does not apply: operation 0 at \"/a/-\": the "
        + "result is larger than 8 times the bytes that were read, which may be a trap; "
        + "--patch-ratio N allows more (byte N)\ndoubling.ndjson: damaged  1 fault in 122 "
        + "lines, 1 left out (N bytes); not closed\n")
    #expect(check.status == .exited(1))
  }

  @Test("a copy that nests the state at each step is stopped at 512 levels")
  func nesting() throws {
    let text = steps(600, #"{"op":"copy","from":"","path":"/b"}"#)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let place = lines[..<1023].reduce(0) { $0 + $1.utf8.count + 1 }
    let file = try Scratch.file("nesting.ndjson", text)
    let check = try Inspect.run("check", file)
    #expect(
      check.output
        == "nesting.ndjson:1024:1: the patch of state 511 does not apply: operation 0 at "
        + "\"/b\": the result is nested deeper than 512 levels (byte \(place))\nnesting.ndjson: "
        + "damaged  1 fault in 1202 lines, 1 left out (\(lines[1023].utf8.count) bytes); not closed\n"
    )
    #expect(check.status == .exited(1))
    let copy = Scratch.path("copy-nesting.ndjson")
    #expect(try Inspect.run("repair", file, "-o", copy).status == .exited(0))
    #expect(try Inspect.run("check", copy).status == .exited(0))
  }

  @Test("numbers beyond any range stand where a value may, and are refused as counts")
  func numbers() throws {
    let digits = String(repeating: "9", count: 1_000_000)
    let file = try Scratch.file(
      "numbers.ndjson",
      SmallSession.header + #"{"kind":"state","n":0,"state":[1e400,-1e-400,\#(digits)]}"# + "\n")
    #expect(
      try Inspect.run("check", file).output
        == "numbers.ndjson: sound  2 lines, 0 actions, not closed\n")
    #expect(try Inspect.run("print", file, "0", "/0").output == "1e400\n")
    #expect(try Inspect.run("print", file, "0", "/2").output == digits + "\n")
    let place = Self.start.utf8.count
    let action = #"{"kind":"action","n":99999999999999999999,"t":1,"type":"a","action":1}"#
    try expectFault(
      "count.ndjson", Self.start + action + "\n",
      "3:1: the member \"n\" must be a whole number of 0 or more (byte \(place))",
      "1 fault in 3 lines, 1 left out (\(action.utf8.count) bytes); not closed")
    let gap = #"{"kind":"gap","n":2000000000000,"t":1,"lost":2000000000000,"reason":"r"}"#
    try expectFault(
      "gap.ndjson", Self.start + gap + "\n",
      "3:1: the gap before state 2000000000000 covers more than 1000000 actions (byte \(place))",
      "1 fault in 3 lines, 1 left out (\(gap.utf8.count) bytes); not closed")
  }

  @Test("kinds that nobody knows are passed over, whatever they hold, and kept by a repair")
  func unknownKinds() throws {
    let text =
      Self.start + #"{"kind":"new","n":-5,"x":[],"state":{}}"# + "\n" + #"{"kind":""}"# + "\n"
      + #"{"kind":"end","n":0,"t":1}"# + "\n"
    let file = try Scratch.file("kinds.ndjson", text)
    #expect(
      try Inspect.run("check", file).output == "kinds.ndjson: sound  5 lines, 0 actions, closed\n")
    #expect(try Inspect.run("repair", file, "-o", "-").output == text)
    let torn = try Scratch.file("kinds-torn.ndjson", text + "{")
    #expect(try Inspect.run("repair", torn, "-o", "-").output == text)
  }

  @Test("a gzip that stands for 100 MB of blanks is refused at once, and by every limit")
  func gzipBomb() throws {
    let blanks = [UInt8](repeating: 0x20, count: 100 << 20)
    let bomb = try ProcessRun.run(URL(filePath: "/bin/gzip"), ["-nc"], input: blanks).outputBytes
    let file = try Scratch.file("bomb.ndjson.gz", bomb)
    for verb in [["check"], ["log"], ["repair", "-o", "-"], ["expand"]] {
      let ratio = try Inspect.run(verb + [file])
      #expect(
        ratio.error == "inspect: bomb.ndjson.gz: inflates to more than 300 times its size, which "
          + "may be a trap; --inflate-ratio N allows more\n")
      #expect(ratio.status == .exited(2))
      let size = try Inspect.run(["--inflate-limit", "1M"] + verb + [file])
      #expect(
        size.error
          == "inspect: bomb.ndjson.gz: inflates to more than 1048576 bytes, which may be a "
          + "trap; --inflate-limit SIZE allows more\n")
      #expect(size.status == .exited(2))
    }
  }

  @Test("of a hundred thousand tiny lines that are none, the first are listed and all are counted")
  func tinyLines() throws {
    let file = try Scratch.file(
      "tiny.ndjson", Self.start + String(repeating: "x\n", count: 100_000))
    let check = try Inspect.run("check", file)
    let place = Self.start.utf8.count
    let faults = (0..<10_000).map {
      "tiny.ndjson:\($0 + 3):1: no JSON value begins here (byte \(place + 2 * $0))\n"
    }
    #expect(
      check.output == faults.joined()
        + "and 90000 faults more\ntiny.ndjson: damaged  100000 faults "
        + "in 100002 lines, 100000 left out (100000 bytes); not closed\n")
    #expect(check.status == .exited(1))
    #expect(try Inspect.run("repair", file, "-o", "-").output == Self.start)
  }
}
