import Foundation
import Inspector
import TestSupport

/// A folder in which the commands of one case are run, one after the other.
///
/// A command is a row of words as a shell splits them, but no shell: `|`, `< FILE`, `> FILE` and
/// `NAME=VALUE` in front are all that it knows. `inspect` is the built tool, `$HOSTS` the folder of the
/// built hosts, `sessions` the folder of the recorded sessions, and `Scripts` that of this target.
struct TranscriptRun {
  /// What differs from run to run: the mark for it on a page, and what it stands for.
  ///
  /// A mark stands for that only in what a command prints whose page has the mark there.
  private static let marks = [
    (name: "«TIME»", pattern: #"(?<=took )[0-9.]+ [nµm]?s|(?<="took":)[0-9]+"#),
    (name: "«ELAPSED»", pattern: #"(?<=\+)[0-9]+\.[0-9]+(?= s)"#),
    (name: "«NOW»", pattern: "[0-9]{10}(?![0-9])"),
    (name: "«SECONDS»", pattern: #"(?<= time=")[0-9.]+"#),
    (name: "«TRIED»", pattern: "(?<=^tried     )[0-9]+ sessions, [0-9]+ actions reduced"),
    (name: "«SIGNAL»", pattern: #"(?<=signal )[0-9]+ \([A-Za-z/ ]+\)"#),
  ]

  private let folder: SessionFolder
  private let hosts: String
  private let environment: [String: String]

  init() throws {
    folder = try SessionFolder()
    hosts = try BuiltBinary.inspect.deletingLastPathComponent().path
    for (name, path) in [("sessions", "sessions"), ("Scripts", "Tests/InspectTests/Scripts")] {
      try FileManager.default.createSymbolicLink(
        atPath: folder.file(name), withDestinationPath: "\(Inspect.root.path)/\(path)")
    }
    let plain = ProcessRun.plainEnvironment
    environment = plain.merging([
      "PATH": "\(hosts):\(plain["PATH"] ?? "")", "TZ": "UTC",
    ]) { $1 }
  }

  /// Makes the files and runs the commands of a case; the commands that print something else.
  static func differences(_ items: [TranscriptPage.Item]) throws -> [TranscriptDifference] {
    let run = try TranscriptRun()
    for case .file(let name, let text) in items {
      let parent = URL(filePath: run.folder.file(name)).deletingLastPathComponent()
      try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
      try run.folder.put(name, text)
    }
    var differences: [TranscriptDifference] = []
    for case .command(let command) in items {
      let printed = masked(try run.printed(by: command), as: command.expected)
      if printed != command.expected {
        differences.append(TranscriptDifference(command: command, printed: printed))
      }
    }
    return differences
  }

  private static func masked(_ lines: [String], as expected: [String]) -> [String] {
    let used = marks.filter { mark in expected.contains { $0.contains(mark.name) } }
    return lines.map { line in
      used.reduce(line) { $0.masking($1.pattern, with: $1.name) }
    }
  }

  /// The results of a command, the lines of its standard error, and its status if that is not 0.
  private func printed(by command: TranscriptPage.Command) throws -> [String] {
    let text = command.text.replacingOccurrences(of: "$HOSTS", with: hosts)
      .replacingOccurrences(of: "«SCRATCH»", with: folder.path)
    guard let words = CommandWords.split(text) else {
      throw TranscriptPage.Fault(line: command.line, reason: "a quote that is not closed")
    }
    var output: [UInt8] = []
    var errors: [String] = []
    var status: [String] = []
    for words in words.split(separator: "|", omittingEmptySubsequences: false) {
      let stage = Stage(words)
      if let source = stage.source {
        output = Array(try Data(contentsOf: URL(filePath: folder.file(source))))
      }
      let run = try ProcessRun.run(
        URL(filePath: "/bin/sh"),
        ["-c", #"cd "$0" && exec "$@""#, folder.path] + stage.arguments, input: output,
        environment: environment.merging(stage.environment) { $1 })
      output = run.outputBytes
      if let target = stage.target {
        try Data(output).write(to: URL(filePath: folder.file(target)))
        output = []
      }
      errors += lines(run.errorBytes).map { "! \($0)" }
      switch run.status {
      case .exited(0): status = []
      case .exited(let number): status = ["[\(number)]"]
      case .signaled(let number): status = ["[signal \(number)]"]
      }
    }
    return lines(output) + errors + status
  }

  private func lines(_ bytes: [UInt8]) -> [String] {
    guard let last = bytes.last else { return [] }
    var text = String(decoding: bytes, as: UTF8.self)
    if last != 0x0A { text += "«no line end»\n" }
    text = text.replacingOccurrences(of: folder.path, with: "«SCRATCH»")
      .replacingOccurrences(of: hosts, with: "$HOSTS")
    return TranscriptPage.lines(text).dropLast()
  }

  /// A program of a command, and where its input and output are.
  private struct Stage {
    private(set) var arguments: [String] = []
    private(set) var environment: [String: String] = [:]
    private(set) var source: String?
    private(set) var target: String?

    init(_ words: ArraySlice<String>) {
      var words = words
      while let setting = words.first?.wholeMatch(of: /([A-Z_]+)=(.*)/) {
        environment[String(setting.1)] = String(setting.2)
        words.removeFirst()
      }
      while let word = words.popFirst() {
        switch word {
        case "<": source = words.popFirst()
        case ">": target = words.popFirst()
        default: arguments.append(word)
        }
      }
    }
  }
}
