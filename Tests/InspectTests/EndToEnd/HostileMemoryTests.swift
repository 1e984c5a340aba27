import Foundation
import SessionFormat
import TestSupport
import Testing

@Suite("What hostile sessions cost in memory")
struct HostileMemoryTests {
  private static let start =
    SmallSession.header + #"{"kind":"state","n":0,"state":{"a":["\#(filler)"]}}"# + "\n"
  private static let filler = String(repeating: "x", count: 1000)
  private static let action = #"{"kind":"action","n":1,"t":1,"type":"a","action":1}"# + "\n"

  /// A session whose only patch doubles an array so often.
  private func doubling(_ times: Int, _ padding: Int = 0) -> String {
    let copy = #"{"op":"copy","from":"/a","path":"/a/-"}"#
    return Self.start + Self.action + #"{"kind":"state","n":1,"patch":["#
      + Array(repeating: copy, count: times).joined(separator: ",") + "]}\n"
      + #"{"kind":"mark","n":1,"t":1,"text":"\#(String(repeating: "y", count: padding))"}"# + "\n"
  }

  /// The most memory that the tool had at once, in MiB, and what it wrote to standard error.
  private func peak(_ arguments: [String]) throws -> (megabytes: Int, error: String) {
    let script = """
      import resource, subprocess, sys
      run = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
      unit = 1 if sys.platform == "darwin" else 1024
      most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * unit
      print(most >> 20, run.stderr.decode())
      """
    let tool = try BuiltBinary.inspect.path
    let run = try ProcessRun.run(
      URL(filePath: "/usr/bin/env"), ["python3", "-c", script, tool] + arguments)
    let parts = run.output.split(separator: " ", maxSplits: 1).map(String.init)
    let megabytes = try #require(parts.first.flatMap { Int($0) })
    return (megabytes, Inspect.clean(parts.count > 1 ? parts[1] : ""))
  }

  private static let verbs = [
    ["check"], ["log"], ["show", "1"], ["print", "1", ""], ["blame"], ["stats"],
    ["why", "/a"], ["history", "/a"], ["find", "$.state.a[0]"], ["first", "$..[?@ == 1]"],
    ["diff", "0", "1"], ["compact"], ["expand"], ["repair", "-o", "-"],
    ["--format", "json", "print", "1", ""], ["--format", "ndjson", "show", "1"],
  ]

  private func arguments(_ verb: [String], _ file: String) -> [String] {
    var words = verb
    let name = words.firstIndex { !$0.hasPrefix("--") && !["json", "ndjson"].contains($0) } ?? 0
    words.insert(file, at: name + 1)
    return words
  }

  @Test("a few hundred bytes that double a state thirty times are refused by every verb")
  func doublings() throws {
    let file = try Scratch.file("doublings.ndjson", doubling(30))
    for verb in Self.verbs where !["check", "compact", "expand", "repair"].contains(verb[0]) {
      let (megabytes, error) = try peak(arguments(verb, file))
      #expect(megabytes < 150, "\(verb)")
      guard !["log", "stats", "history", "why"].contains(verb[0]) else { continue }
      #expect(error.contains("is larger than 8 times the bytes that were read"), "\(verb)")
      #expect(error.contains("--patch-ratio N allows more"), "\(verb)")
    }
    let (_, error) = try peak(["--patch-ratio", "2000000", "--line-limit", "1M", "show", file, "1"])
    #expect(error.contains("the result is larger than 1048576 bytes, which may be a trap; "))
    #expect(error.contains("--line-limit SIZE allows more"))
    let (_, none) = try peak(["print", file, "0", "/a"])
    #expect(none == "\n")
  }

  @Test("a state as large as its file allows is shown in pieces", arguments: verbs)
  func largest(verb: [String]) throws {
    // 16 MB of text, of some 600 KB that were read.
    let file = try Scratch.file("largest.ndjson", doubling(14, 600_000))
    let (megabytes, error) = try peak(arguments(verb, file))
    #expect(megabytes < 200, "\(verb): \(error)")
  }

  @Test("blame of more values than it tells says so, and tells of a part")
  func blame() throws {
    let numbers = Array(repeating: "1", count: 500_001).joined(separator: ",")
    let file = try Scratch.file(
      "values.ndjson",
      SmallSession.header + #"{"kind":"state","n":0,"state":{"a":[\#(numbers)],"b":1}}"# + "\n")
    let (_, error) = try peak(["blame", file])
    #expect(
      error
        == "inspect: there are more than 500000 values: ask about a part of them, by its PATH\n\n")
    #expect(try Inspect.run("blame", file, "/b").status == .exited(0))
  }

  @Test("a line that is too long is refused by its number, and the option allows more")
  func longLine() throws {
    let text = Self.start + #"{"kind":"x","x":"\#(String(repeating: "x", count: 4000))"}"# + "\n"
    let file = try Scratch.file("long-line.ndjson", text)
    for verb in [["check"], ["log"], ["--salvage", "log"], ["repair", "-o", "-"]] {
      let result = try Inspect.run(["--line-limit", "2K"] + verb + [file])
      #expect(
        result.error == "inspect: long-line.ndjson:3:1: the line is longer than 2048 bytes, which "
          + "may be a trap; --line-limit SIZE allows more\n")
      #expect(result.status == .exited(2))
      #expect(try Inspect.run(["--line-limit", "4K"] + verb + [file]).status == .exited(0))
    }
  }

  @Test("a device is refused, and a pipe that never ends has limits")
  func streams() throws {
    let device = "is not read: it is a device, which may never end; send a session through a pipe\n"
    for verb in ["log", "check", "stats"] {
      let result = try Inspect.run(verb, "/dev/zero")
      #expect(result.error == "inspect: /dev/zero: \(device)")
      #expect(result.status == .exited(2))
    }
    let tool = try BuiltBinary.inspect.path
    func shell(_ script: String) throws -> ProcessRun {
      try ProcessRun.run(URL(filePath: "/bin/sh"), ["-c", script, "sh", tool])
    }
    #expect(try shell(#""$1" log - < /dev/zero"#).error == "inspect: -: \(device)")
    #expect(
      try shell(#"cat /dev/zero | "$1" --line-limit 1M log -"#).error
        == "inspect: -:1:1: the line is longer than 1048576 bytes, which may be a trap; "
        + "--line-limit SIZE allows more\n")
    #expect(
      try shell(
        #"yes '{"kind":"mark","n":0,"t":0,"text":"m"}' | "$1" --stream-limit 1M log -"#
      ).error
        == "inspect: -: goes on after 1048576 bytes, and may never end; --stream-limit SIZE allows "
        + "more\n")
    let session = try shell(
      #""$1" --stream-limit 100K --line-limit 20K check - < "#
        + "'\(Inspect.toast)'")
    #expect(session.status == .exited(0))
    for (option, reason) in [
      ("--line-limit", "a number of bytes of 1 or more, which may end in K, M or G"),
      ("--stream-limit", "a number of bytes of 1 or more, which may end in K, M or G"),
      ("--patch-ratio", "a number of 1 or more"),
    ] {
      let result = try Inspect.run(option, "0", "log", Inspect.toast)
      #expect(result.error.hasPrefix("inspect: \(option) is \(reason), not 0; usage: "))
      let largest = try Inspect.run(option, String(Int.max), "log", Inspect.toast)
      #expect(largest.status == .exited(0), "\(largest.error)")
    }
  }
}
