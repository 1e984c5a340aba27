import Foundation
import TestSupport
import Testing

/// The commands of a page's ```console blocks, run one after the other in a folder as the page's
/// reader runs them.
struct PageCommands {
  /// A command after `$ `, and what it prints on both outputs.
  struct Command: Equatable {
    var text: String
    var output: [String]
  }

  let folder: URL

  /// A new folder, where `inspect` and the hosts of that name are found as commands.
  init(hosts: [String]) throws {
    folder = FileManager.default.temporaryDirectory
      .appending(path: "adopting-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try FileManager.default.createDirectory(at: bin, withIntermediateDirectories: true)
    try link("inspect", to: try BuiltBinary.inspect)
    for host in hosts { try link(host, to: try BuiltBinary.adoptingHosts) }
  }

  func remove() { try? FileManager.default.removeItem(at: folder) }

  /// A path in the folder.
  func path(_ name: String) -> String { folder.appending(path: name).path }

  private var bin: URL { folder.appending(path: ".bin") }

  /// A link, not a script: where another test starts a process meanwhile, that process may hold
  /// a script open for writing, and the system then refuses to run it.
  private func link(_ name: String, to program: URL) throws {
    try FileManager.default.createSymbolicLink(
      at: bin.appending(path: name), withDestinationURL: program)
  }

  /// Runs every command of the page and expects what the page shows, in full.
  func expect(_ page: AdoptingPage) throws {
    let commands = try page.blocks("console").flatMap { Self.parse($0.lines) }
    #expect(!commands.isEmpty, "\(page.name).md has no console block")
    for command in commands {
      let output = try run(command.text)
      #expect(output == command.output, "$ \(command.text)")
    }
  }

  static func parse(_ lines: [String]) -> [Command] {
    lines.reduce(into: []) { commands, line in
      if line.hasPrefix("$ ") {
        commands.append(Command(text: String(line.dropFirst(2)), output: []))
      } else if !commands.isEmpty {
        commands[commands.count - 1].output.append(line)
      }
    }
  }

  /// Runs a command; what it prints on both outputs.
  func run(_ command: String) throws -> [String] {
    var environment = ProcessRun.plainEnvironment
    environment["PATH"] = "\(bin.path):\(environment["PATH"] ?? "")"
    let script = "cd '\(folder.path)' && { \(command)\n} 2>&1"
    let run = try ProcessRun.run(
      URL(filePath: "/bin/sh"), ["-c", script], environment: environment)
    var lines = run.output.split(separator: "\n", omittingEmptySubsequences: false)
      .map(String.init)
    if lines.last == "" { lines.removeLast() }
    return lines
  }
}
