import Foundation
import SessionFormat
import TestSupport
import Testing

@testable import Commands
@testable import Inspector

@Suite("repair with a host makes lost states again")
struct RecoveryTests {
  /// Sessions in which no step overlaps another.
  private static let plain = [
    "gourmet-failures", "products-favourite", "search-typing", "toast-queue", "counter-crash",
  ]

  private struct Sample {
    let lines: [[UInt8]]
    let session: Session
    let host: HostCommand

    init(_ name: String) throws {
      let data = try Data(contentsOf: URL(filePath: Inspect.session(name)))
      lines = data.split(separator: 0x0A).map { Array($0) + [0x0A] }
      session = try Session(bytes: data, file: name)
      var host = HostCommand(
        program: try BuiltBinary.inspect.path, arguments: ["host", session.header.store])
      host.environment["TZ"] = "UTC"
      self.host = host
    }

    /// The session without a line, and with a byte of that changed.
    func damaged(_ place: Int) -> [[UInt8]] {
      var without = lines
      without[place] = []
      var changed = lines
      changed[place][lines[place].count / 2] ^= 1
      return [without, changed].map { $0.flatMap { $0 } }
    }

    /// What is broken in the states of a repaired copy.
    func faults(_ bytes: [UInt8], mustKnow: Bool) throws -> [String] {
      let damaged = try Session(bytes: Data(bytes), file: "s", mode: .salvage)
      let client = HostClient(host)
      let copy = try Session(
        bytes: Data(try damaged.repaired(host: client)), file: "copy", mode: .salvage)
      var faults = try SessionCheck(copy).faults.map { "it is not sound: \($0)" }
      for n in session.first...session.last where session.hasState(n) {
        if copy.hasState(n) ? (try copy.state(n) != session.state(n)) : mustKnow {
          faults.append("state \(n)")
        }
      }
      return faults
    }
  }

  @Test(
    "damage to any line leaves all states as they were, where all actions are known",
    arguments: plain)
  func anyLine(_ name: String) throws {
    let sample = try Sample(name)
    let last = sample.session.steps.states.last(atOrBefore: .max) ?? 0
    for place in sample.lines.indices.dropFirst() {
      let line = try sample.session.line(place)
      var mustKnow = true
      switch line {
      case .action: mustKnow = false
      case .state(let line): mustKnow = line.n > 0
      default: break
      }
      // A state that has no line at all before the end looks as if the app had died in its action.
      var isLast = false
      if case .state(let line) = line { isLast = line.n >= last }
      for (way, bytes) in sample.damaged(place).enumerated() where way > 0 || !isLast {
        #expect(try sample.faults(bytes, mustKnow: mustKnow) == [], "line \(place), way \(way)")
      }
    }
  }

  @Test(
    "nothing is made that was not so, also where steps overlap",
    arguments: ["cat-interleaved", "archive-race"])
  func overlaps(_ name: String) throws {
    let sample = try Sample(name)
    for place in sample.lines.indices.dropFirst() {
      for (way, bytes) in sample.damaged(place).enumerated() {
        #expect(try sample.faults(bytes, mustKnow: false) == [], "line \(place), way \(way)")
      }
    }
  }

  /// The session of a toast queue, a state of which is damaged.
  private func damagedFile() throws -> (file: String, n: Int) {
    let sample = try Sample("search-typing")
    let place = try #require(
      sample.lines.indices.first { place in
        guard case .state(let line)? = try? sample.session.line(place) else { return false }
        return !line.content.isWhole
      })
    let n = try #require(try sample.session.line(place).n)
    return (try Scratch.file("recovery.ndjson", sample.damaged(place)[1]), n)
  }

  @Test("the verb tells what it made, with the host that is named by an option or by the config")
  func verb() throws {
    let (file, n) = try damagedFile()
    let host = "\(try BuiltBinary.inspect.path) host search"
    let config = try Scratch.file("recovery-rc", "[store search]\nhost = \(host)\n")
    for options in [["--host", host], ["--config", config]] {
      let copy = Scratch.path("recovery-copy.ndjson")
      let run = try Inspect.run(["repair", file, "-o", copy] + options)
      #expect(run.status == .exited(0))
      #expect(run.error == "")
      #expect(
        run.output.split(separator: "\n").suffix(2) == [
          "lost        no state", "recomputed  state \(n)",
        ])
      #expect(try Inspect.run("diff", Inspect.session("search-typing"), copy).status == .exited(0))
      #expect(try Inspect.run("check", copy).status == .exited(0))
      let json = try Inspect.run(
        ["--format", "json", "repair", file, "-o", copy, "--force"] + options)
      let report = try JSONValue(parsing: String(json.output.dropLast()))
      #expect(report["recomputed"] == [["from": .number(n), "to": .number(n)]])
      #expect(report["notRecomputed"] == [])
      #expect(report["lostStates"] == [])
    }
  }

  @Test("a host that is another, or is not there, leaves the gap and the exit status")
  func otherHosts() throws {
    let (file, n) = try damagedFile()
    let plain = Scratch.path("recovery-plain.ndjson")
    #expect(try Inspect.run("repair", file, "-o", plain).status == .exited(0))
    for (host, reason) in [
      (
        "\(try BuiltBinary.inspect.path) host counter",
        "the host HOST refused: wrong-store: the session is of the store search, this host is for counter"
      ), ("nowhere/host", "the host nowhere/host cannot be started: there is no such program"),
    ] {
      let copy = Scratch.path("recovery-other.ndjson")
      let run = try Inspect.run("--format", "json", "repair", file, "-o", copy, "--host", host)
      #expect(run.status == .exited(0))
      let report = try JSONValue(parsing: String(run.output.dropLast()))
      #expect(report["recomputed"] == [])
      let left = try #require(report["notRecomputed"]?.array?.first)
      #expect(left["from"] == .number(n))
      #expect(
        left["reason"]?.string
          == Inspect.clean(reason.replacing("HOST", with: host)))
      #expect(try Data(contentsOf: URL(filePath: copy)) == Data(contentsOf: URL(filePath: plain)))
    }
  }
}
