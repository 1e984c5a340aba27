import Foundation
import SessionFormat
import TestSupport
import Testing

@Suite("Canonical JSON from the command line")
struct CanonicalConformanceTests {
  private static let folder = Corpora.folder(named: "jcs")

  @Test(
    "print --canonical gives every published output, byte for byte",
    .enabled(if: folder != nil, "no jcs folder beside the checkout or in CORPORA"))
  func published() throws {
    let folder = try #require(Self.folder)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/input").sorted()
    var session = DocumentSession()
    for name in names {
      let input = try Data(contentsOf: folder.appending(path: "input/\(name)"))
      session.add(try JSONParser().parse([UInt8](input)).description)
    }
    let file = try session.file("canonical.ndjson")
    for (n, name) in names.enumerated() {
      let result = try Inspect.run("print", file, String(n), "", "--canonical")
      let output = try Data(contentsOf: folder.appending(path: "output/\(name)"))
      #expect(result.outputBytes == [UInt8](output), "\(name)")
      #expect(result.error == "")
      #expect(result.status == .exited(0))
    }
    #expect(names.count == 6)
  }

  private func session() throws -> String {
    var session = DocumentSession()
    session.add(#"{"b":[1.0,{"z":"\u202e\u007f","a":1E2}],"a":1e400}"#)
    return try session.file("canonical-own.ndjson")
  }

  @Test(
    "the verb ends the form with no line feed, and a script ends each with one, in any format",
    arguments: ["text", "json", "ndjson"])
  func lineEnd(format: String) throws {
    let session = try session()
    let verb = try Inspect.run("--format", format, "print", session, "0", "/b", "--canonical")
    #expect(verb.output == "[1,{\"a\":100,\"z\":\"\u{202E}\u{7F}\"}]")
    let script = try Inspect.run(
      "--format", format, "-e", "print --canonical b[0]", "-e", "print $.b[1].a --canonical", "-e",
      "print $..a --canonical --paths", "-e", "print $.c --canonical --anyway",
      "--keep-going", session)
    #expect(script.output == "1\n[100]\n[\"$['a']\",\"$['b'][1]['a']\"]\n[]\n")
    #expect(script.status == .exited(1))
  }

  @Test("a number beyond a double is trouble, with its place")
  func tooLarge() throws {
    let result = try Inspect.run("print", try session(), "0", "", "--canonical")
    #expect(result.output == "")
    #expect(
      result.error
        == "inspect: the number at \"/a\" is beyond the range of a double, so it has no canonical form\n"
    )
    #expect(result.status == .exited(2))
  }

  @Test("at a terminal nothing of it acts")
  func terminal() throws {
    let terminal = try PseudoTerminal(
      try BuiltBinary.inspect, ["print", try session(), "0", "/b/1/z", "--canonical"])
    let (status, shown) = try terminal.waitForExit()
    #expect(shown == #""\u{202E}\u{7F}""# + "\r\n")
    #expect(status == .exited(0))
  }
}
