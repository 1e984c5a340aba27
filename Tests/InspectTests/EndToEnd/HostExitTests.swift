import DamageSupport
import Foundation
import SessionFormat
import TestSupport
import Testing

@Suite("The exit status of each verb that takes a host")
struct HostExitTests {
  /// What a verb is given.
  enum Kind: String, CaseIterable {
    /// It reproduces, without and with a recorded crash.
    case good, crash
    /// It does not reproduce.
    case diverging
    /// A line in its middle was changed, or its last one was cut off.
    case damaged, torn
    /// It has no header, or is not there.
    case noise, missing
    /// Nobody knows a host of its store.
    case homeless

    /// Made once, as tests run at the same time.
    private static let files = Result {
      try allCases.reduce(into: [:]) { files, kind in files[kind] = try kind.made() }
    }

    /// The file.
    func file() throws -> String { try #require(try Self.files.get()[self]) }

    private func made() throws -> String {
      let toast = try String(contentsOfFile: Inspect.toast, encoding: .utf8)
      switch self {
      case .good: return Inspect.toast
      case .crash: return Inspect.crash
      case .diverging:
        return try Scratch.file("exit-diverging.ndjson", HostExitTests.otherStates(toast))
      case .damaged:
        return try Scratch.file("exit-damaged.ndjson", toast.replacing("Draft", with: "Drift"))
      case .torn: return try Scratch.file("exit-torn.ndjson", String(toast.dropLast(9)))
      case .noise: return try Scratch.file("exit-noise.ndjson", "noise\n")
      case .missing: return Scratch.path("exit-missing.ndjson")
      case .homeless:
        let bytes = String(decoding: HostDeathLaw(seed: 1).bytes, as: UTF8.self)
        return try Scratch.file("exit-homeless.ndjson", bytes)
      }
    }
  }

  /// What a session would be if another reducer had made it.
  ///
  /// Not one that depends on the clock: two replays of that differ where a second ends between them,
  /// and then `minimize` refuses it.
  fileprivate static func otherStates(_ session: String) -> String {
    session.split(separator: "\n").map { line in
      guard line.contains(#""kind":"state""#) || line.contains(#""kind":"keyframe""#) else {
        return line + "\n"
      }
      let changed = Array(line.replacing("Draft", with: "Drift").utf8)
      return String(decoding: LineCoding.refreshed(changed), as: UTF8.self) + "\n"
    }.joined()
  }

  /// What stands for the file in arguments.
  private static let file = "FILE"

  private func expect(
    _ arguments: [String], _ expected: [Kind: Int], by host: String? = nil
  ) throws {
    for kind in Kind.allCases {
      let file = try kind.file()
      let words = arguments.map { $0 == Self.file ? file : $0 }
      let run = try Inspect.run((host.map { ["--host", $0] } ?? []) + words)
      #expect(
        run.status == .exited(expected[kind] ?? 2),
        "\(arguments) of \(kind) by \(host ?? "its own host"): \(run.error)")
      if run.status == .exited(2) { #expect(run.error.hasPrefix("inspect: ")) }
    }
  }

  private let target = Scratch.path("exit-target.ndjson")

  @Test("with the host of the store")
  func ownHost() throws {
    try expect(["verify", "FILE"], [.good: 0, .crash: 0, .diverging: 1, .torn: 0])
    try expect(
      ["verify", "--twice", "--no-causes", "FILE"], [.good: 0, .crash: 0, .diverging: 1, .torn: 0])
    try expect(
      ["verify", "--steps", "--no-causes", "FILE"], [.good: 0, .crash: 0, .diverging: 1, .torn: 0])
    try expect(["replay", "FILE"], [.good: 0, .crash: 0, .diverging: 0, .torn: 0])
    try expect(
      ["-e", "verify --no-causes", "FILE"], [.good: 0, .crash: 0, .diverging: 1, .torn: 0])
    try expect(["-e", "replay", "FILE"], [.good: 0, .crash: 0, .diverging: 0, .torn: 0])
    try expect(["-e", "skip 1", "FILE"], [.good: 0, .crash: 0, .diverging: 0, .torn: 0])
    try expect(
      ["repair", "FILE", "-o", target, "--force"],
      [.good: 0, .crash: 0, .diverging: 0, .damaged: 0, .torn: 0, .homeless: 0])
  }

  @Test("of minimize: 0 found, 1 nothing to find, 2 trouble; an unsound session is trouble")
  func minimize() throws {
    // Of any store: after its second action.
    try expect(["minimize", "FILE", "$.n == 2"], [.good: 0, .crash: 0, .diverging: 0, .torn: 0])
    try expect(
      ["minimize", "FILE", "$.state.none == 99", "--anyway"],
      [.good: 1, .crash: 1, .diverging: 1, .torn: 1])
    try expect(
      ["minimize", "FILE", "--crashes"], [.good: 1, .crash: 0, .diverging: 1, .torn: 1])
    try expect(
      ["minimize", "FILE", "--diverges"], [.good: 1, .crash: 1, .diverging: 0, .torn: 1])
    for words in [["minimize", "FILE"], ["minimize", "FILE", "$.n == 2", "--crashes"]] {
      try expect(words, [:])
    }
    for host in ["nowhere/host", "/bin/sh -c 'exit 3'", "\(try BuiltBinary.inspect.path) host cat"]
    {
      try expect(["minimize", "FILE", "--crashes"], [:], by: host)
    }
  }

  @Test("of bisect between two hosts: 0 they part, 1 they agree, 2 trouble")
  func parting() throws {
    let file = try Kind.homeless.file()
    let rogue = try BuiltBinary.rogueHost.path
    // Only a host that hangs is waited for in vain; a sound one may be slow where much runs beside it.
    func status(
      _ good: String, _ bad: String, patience: String = "60"
    ) throws -> TestSupport.ExitStatus {
      let hosts = ["bisect", "--good", good, "--bad", bad]
      return try Inspect.run(["--patience", patience] + hosts + [file]).status
    }
    let sound = "\(rogue) never 1"
    #expect(try status(sound, sound) == .exited(1))
    for way in ["exit", "kill", "abort"] {
      #expect(try status(sound, "\(rogue) \(way) 1") == .exited(0), "\(way)")
      #expect(try status("\(rogue) \(way) 1", sound) == .exited(0), "\(way)")
    }
    for other in ["\(rogue) hang 1", "\(rogue) at nonsense 1 1 500", "nowhere/host"] {
      #expect(try status(sound, other, patience: "1") == .exited(2), "\(other)")
      #expect(try status(other, sound, patience: "1") == .exited(2), "\(other)")
    }
    let own = "\(try BuiltBinary.inspect.path) host toast"
    try expect(
      ["bisect", "--good", own, "--bad", own, "FILE"], [.good: 1, .diverging: 1, .torn: 1])
  }

  @Test("with a host that is not there, that ends at once, or is of another store")
  func badHosts() throws {
    for host in ["nowhere/host", "/bin/sh -c 'exit 3'", "\(try BuiltBinary.inspect.path) host cat"]
    {
      for words in [
        ["verify", "FILE"], ["replay", "FILE"], ["-e", "verify --no-causes", "FILE"],
        ["-e", "skip 1", "FILE"],
      ] {
        try expect(words, [:], by: host)
      }
      // The copy is made, with gaps in it.
      try expect(
        ["repair", "FILE", "-o", target, "--force"],
        [.good: 0, .crash: 0, .diverging: 0, .damaged: 0, .torn: 0, .homeless: 0], by: host)
    }
  }

  @Test("with a host that ends in an action, falls silent in it, or babbles")
  func endingHosts() throws {
    let file = try Kind.homeless.file()
    let rogue = try BuiltBinary.rogueHost.path
    for (way, verify, replay) in [
      ("never", 0, 0), ("exit", 1, 1), ("kill", 1, 1), ("abort", 1, 1), ("hang", 2, 2),
    ] {
      let host = ["--host", "\(rogue) \(way) 1", "--patience", "1"]
      #expect(
        try Inspect.run(host + ["verify", "--no-causes", file]).status == .exited(verify), "\(way)")
      #expect(try Inspect.run(host + ["replay", file]).status == .exited(replay), "\(way)")
    }
    let babbling = ["--host", "\(rogue) at nonsense 1 1 500"]
    for verb in ["verify", "replay"] {
      #expect(try Inspect.run(babbling + [verb, file]).status == .exited(2))
    }
  }

  @Test("of every mix of sessions 2 beats 1 beats 0, whatever runs at once")
  func mixes() throws {
    let codes: [Kind: Int] = [.good: 0, .crash: 0, .diverging: 1, .torn: 0]
    let kinds: [Kind] = [.good, .diverging, .damaged, .noise, .missing]
    let files = try kinds.map { try $0.file() }
    for mix in 1..<(1 << kinds.count) {
      let chosen = kinds.indices.filter { mix >> $0 & 1 == 1 }
      let run = try Inspect.run(
        ["verify", "--no-causes", "--jobs", mix % 3 == 0 ? "2" : "1"] + chosen.map { files[$0] })
      let expected = chosen.map { codes[kinds[$0]] ?? 2 }.max() ?? 0
      #expect(run.status == .exited(expected), "\(chosen.map { kinds[$0] })")
    }
  }
}
