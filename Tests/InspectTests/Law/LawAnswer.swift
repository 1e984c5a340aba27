import Foundation
import Inspector
import SessionFormat
import TestSupport

/// Something that the tool answers through a host.
struct LawAnswer: Sendable, CustomStringConvertible {
  let description: String
  private let session: LawSession
  /// The words of the tool; `MADE` stands for a file to be made, `HOST` and `DRIFT` for hosts.
  private let words: [String]
  /// Which reducer the host has.
  private var reducer: [String] = []
  /// The last step that the answer asks for.
  private var reach = 9

  static let all: [LawAnswer] = [
    verb("verify", .sound), verb("verify --steps", .sound, ["--steps"]),
    verb("verify --twice", .sound, ["--twice"]),
    verb("verify of a drift", .drifting, ["--no-causes"], reach: 5),
    verb("verify --steps of a drift", .drifting, ["--steps", "--no-causes"]),
    verb("verify --twice of a drift", .drifting, ["--twice", "--no-causes"]),
    verb("causes", .drifting, reach: 5),
    LawAnswer(
      description: "verify of a crash", session: .crashed, words: ["verify"], reducer: ["crash"],
      reach: 8),
    verb("accept", .drifting, ["--accept", "--no-causes"], reach: 5),
    LawAnswer(description: "replay", session: .sound, words: ["replay", "-o", "MADE"]),
    LawAnswer(description: "repair", session: .damaged, words: ["repair", "-o", "MADE"]),
    prompt("dispatch", "goto 8", #"dispatch add {"add":{"_0":5}}"#),
    prompt("skip", "skip 2"), prompt("edit", #"edit 4 {"add":{"_0":9}}"#),
    prompt("insert", #"insert 5 stamp {"stamp":{}}"#), prompt("move", "move 3 6"),
    LawAnswer(
      description: "save", session: .sound, words: ["-e", "skip 2", "-e", "save MADE"]),
    LawAnswer(description: "reload", session: .sound, words: ["-e", "reload"]),
    LawAnswer(description: "reload of a drift", session: .drifting, words: ["-e", "reload"]),
    LawAnswer(
      description: "reload of a branch", session: .sound, words: ["-e", "skip 2", "-e", "reload"]),
    LawAnswer(
      description: "minimize", session: .sound,
      words: ["minimize", "$.state.sum > 4", "-o", "MADE"], reach: 4),
    LawAnswer(
      description: "minimize --crashes", session: .crashed,
      words: ["minimize", "--crashes", "-o", "MADE"], reducer: ["crash"], reach: 8),
    LawAnswer(
      description: "minimize --diverges", session: .drifting,
      words: ["minimize", "--diverges", "--no-causes", "-o", "MADE"], reach: 5),
    LawAnswer(
      description: "bisect of two hosts", session: .sound,
      words: ["bisect", "--good", "HOST", "--bad", "DRIFT"], reach: 5),
  ]

  private static func verb(
    _ description: String, _ session: LawSession, _ options: [String] = [], reach: Int = 9
  ) -> LawAnswer {
    LawAnswer(
      description: description, session: session, words: ["verify"] + options, reach: reach)
  }

  private static func prompt(_ description: String, _ commands: String...) -> LawAnswer {
    let shown = ["print /sum", "print /steps", "print /note", "print /stamps", "compare"]
    return LawAnswer(
      description: description, session: .sound, words: (commands + shown).flatMap { ["-e", $0] })
  }

  /// What came of it.
  struct Outcome: Equatable {
    let status: ExitStatus
    /// What was said, but for notes.
    let lines: [String]
    /// What was noted of the host.
    let notes: [String]
    /// Whether the mishap came in a step that the answer asks for.
    let isHit: Bool

    /// What it says without what is about a manner.
    func reduced(_ manner: LawManner) -> [String] { lines.compactMap(manner.reduced) }
  }

  /// Asks through a host.
  ///
  /// - Parameter name: What the files are called that are made for it.
  func outcome(_ manner: LawManner, files name: String) throws -> Outcome {
    let files = Files(name: name)
    let given = try session.text()
    try given.write(toFile: files.session, atomically: true, encoding: .utf8)
    let host = try manner.command(reducer, mark: files.mark)
    let drift = try LawManner(words: []).command(["drift"], mark: files.mark)
    let run = try Inspect.run(arguments(files, host: host, drift: drift, manner))
    var text = Self.masked(run.output + run.error, files, host)
    let isReplaced = try String(contentsOfFile: files.session, encoding: .utf8) != given
    for path in [files.made] + (isReplaced ? [files.session] : [])
    where FileManager.default.fileExists(atPath: path) {
      text += try Self.states(of: path)
    }
    let all = text.split(separator: "\n").map(String.init)
    let mark = manner.mark(files.mark)
    return Outcome(
      status: run.status, lines: all.filter { !Self.isNote($0) }, notes: all.filter(Self.isNote),
      isHit: FileManager.default.fileExists(atPath: mark) && manner.mishap?.n ?? 0 <= reach)
  }

  /// The files of one question.
  private struct Files {
    let made: String
    let mark: String
    let session: String

    init(name: String) {
      made = Scratch.path("law-\(name).made.ndjson")
      mark = Scratch.path("law-\(name).mark")
      session = Scratch.path("law-\(name).ndjson")
      for arrival in 1...3 { _ = Scratch.path("law-\(name).mark.\(arrival)") }
    }
  }

  private func arguments(
    _ files: Files, host: String, drift: String, _ manner: LawManner
  ) -> [String] {
    var words = self.words.map { word in
      switch word {
      case "HOST": host
      case "DRIFT": drift
      default: word.replacing("MADE", with: files.made)
      }
    }
    words.insert(files.session, at: words[0] == "-e" ? 0 : 1)
    if !self.words.contains("HOST") { words += ["--host", host] }
    if manner.mishap?.kind == "silent" { words += ["--patience", "1"] }
    return words
  }

  private static func masked(_ text: String, _ files: Files, _ host: String) -> String {
    var text = text
    for (name, mask) in [
      (Inspect.clean(files.made), "MADE"), (Inspect.clean(files.session), "FILE"),
      (Inspect.clean(host.replacing("'", with: "")), "HOST"),
    ] {
      text = text.replacing(name, with: mask)
    }
    return text
  }

  private static func isNote(_ line: String) -> Bool {
    line.wholeMatch(of: /\s*(good |bad )?\s*note .*/) != nil || line.hasPrefix("inspect: note: ")
  }

  /// What a session says, in whatever form it is written; nothing if it is none.
  private static func states(of path: String) throws -> String {
    guard let session = try? Session(path: path) else { return "" }
    var writer = SessionWriter(to: nil)
    var rewrite = SessionRewrite(session, as: .full)
    do { try rewrite.run(into: &writer, interrupted: { false }) } catch { return "" }
    try writer.finish()
    return String(decoding: writer.kept, as: UTF8.self).split(separator: "\n").dropFirst()
      .map { $0.replacing(/,"(took|crc)":("[0-9a-f]*"|\d+)/, with: "") }.joined(separator: "\n")
  }
}
