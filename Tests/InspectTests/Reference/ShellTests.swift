import Foundation
import TestSupport
import Testing

/// A shell that may be installed.
enum Shell {
  static func isThere(_ name: String) -> Bool {
    let run = try? ProcessRun.run(URL(filePath: "/bin/sh"), ["-c", "command -v \(name)"])
    return run?.status == .exited(0)
  }
}

@Suite("The scripts of the shells, run by the shells")
struct ShellTests {
  /// The ends of lines, and what each shell must offer.
  private static let lines: [(words: [String], offers: [String])] = [
    (["lo"], ["log"]),
    (["bis"], ["bisect"]),
    (["record", "toast-"], ["toast-clock"]),
    (["log", "sessions/toast-q"], ["sessions/toast-queue.ndjson"]),
    (
      ["diff", "sessions/toast-queue.ndjson", "3", "5", "--as", ""],
      ["paths", "tree", "sides", "patch"]
    ),
    (["why", "sessions/toast-queue.ndjson", "items[0].m"], ["items[0].message"]),
    (["--format", "n"], ["ndjson"]),
    (["-x", "Makef"], ["Makefile"]),
  ]

  /// The same of a last word in a single quote that is open.
  private static let quoted: [(words: [String], offers: [String])] = [
    (["why", "sessions/toast-queue.ndjson", "items[0].m"], ["items[0].message"]),
    (
      ["find", "sessions/toast-queue.ndjson", "$.n > 3 && $.type == \"c"],
      ["$.n > 3 && $.type == \"clearToast\""]
    ),
    (
      ["log", "sessions/toast-queue.ndjson", "--where", "items[1].id > items[0].i"],
      ["items[1].id > items[0].id"]
    ),
  ]

  /// Runs a text in a shell, in the root of the package, with the built tool as `inspect`.
  private func output(_ shell: [String], _ text: String) throws -> [String] {
    let path = try BuiltBinary.inspect.deletingLastPathComponent().path
    let plain = ProcessRun.plainEnvironment
    let run = try ProcessRun.run(
      URL(filePath: "/usr/bin/env"), shell + ["-c", "cd '\(Inspect.root.path)'; \(text)"],
      environment: plain.merging(["PATH": "\(path):\(plain["PATH"] ?? "")"]) { $1 })
    #expect(run.error == "")
    return run.output.split(separator: "\n").map(String.init)
  }

  /// A text for double quotes of bash and fish.
  private func escaped(_ text: String) -> String {
    text.replacing(#/["$\\]/#) { "\\\($0.output)" }
  }

  private func quoted(_ words: [String]) -> String {
    words.map { "'\($0)'" }.joined(separator: " ")
  }

  @Test("bash", .enabled(if: Shell.isThere("bash"), "bash is not installed"))
  func bash() throws {
    for (words, offers) in Self.lines {
      #expect(try bashOffers("inspect \(words.joined(separator: " "))") == offers, "\(words)")
    }
    for (words, offers) in Self.quoted {
      let line = "inspect \(words.dropLast().joined(separator: " ")) '\(words.last ?? "")"
      #expect(try bashOffers(line) == offers, "\(words)")
    }
    // What bash replaces is only what stands behind a sign at which it cuts.
    #expect(try bashOffers("inspect --format=js", replaced: "js") == ["json"])
    #expect(try bashOffers("inspect show sessions/toast-queue.ndjson @air") == ["@airplane"])
    #expect(
      try bashOffers("inspect log sessions/toast-queue.ndjson --type=enq", replaced: "enq") == [
        "enqueueToast"
      ])
  }

  /// What the script offers at the end of a line of bash.
  private func bashOffers(_ line: String, replaced: String? = nil) throws -> [String] {
    let last = line.split(separator: " ", omittingEmptySubsequences: false).last.map(String.init)
    let text = """
      source <(inspect completions bash); COMP_WORDS=(inspect)
      COMP_LINE="\(escaped(line))"; COMP_POINT=${#COMP_LINE}
      _inspect inspect "\(escaped(replaced ?? last ?? ""))" ""
      printf '%s\\n' "${COMPREPLY[@]//\\\\/}"
      """
    return try output(["bash", "--norc"], text)
  }

  /// Outside its line editor zsh completes nothing, so that what the script hands over is shown.
  @Test("zsh", .enabled(if: Shell.isThere("zsh"), "zsh is not installed"))
  func zsh() throws {
    for (place, (words, offers)) in (Self.lines + Self.quoted).enumerated() {
      let quote = place < Self.lines.count ? "" : "\\'"
      let text = """
        typeset -A compstate; compstate[quote]=\(quote)
        compdef() { : }; source <(inspect completions zsh)
        compadd() {
          local -a suffix; zparseopts -D -E S:=suffix
          print -rl -- $found ${suffix:+"suffix ${(q)suffix[2]}"}
        }
        _files() { print -rl -- ${~:-$PREFIX*}(N) }
        words=(inspect \(quoted(words))); CURRENT=\(words.count + 1); PREFIX='\(words.last ?? "")'
        _inspect
        """
      // A path may go on, so that no space follows it.
      let isOpen = ["why", "find"].contains(words[0]) || words.contains("--where")
      #expect(
        try output(["zsh", "-f"], text) == offers + (isOpen ? ["suffix ''"] : []), "\(words)")
    }
  }

  @Test("fish", .enabled(if: Shell.isThere("fish"), "fish is not installed"))
  func fish() throws {
    for (words, offers) in Self.lines {
      let line = words.joined(separator: " ")
      let found = try output(
        ["fish", "--no-config"],
        "inspect completions fish | source; complete -C 'inspect \(line)'")
      #expect(
        Set(found.map { String($0.prefix { $0 != "\t" }) }) == Set(Self.ofFish(offers, words)),
        "\(words)")
    }
    for (words, offers) in Self.quoted {
      let line = words.dropLast().joined(separator: " ") + " '\(words.last ?? "")"
      let found = try output(
        ["fish", "--no-config"],
        "inspect completions fish | source; complete -C \"inspect \(escaped(line))\"")
      #expect(found == Self.ofFish(offers, words), "\(words)")
    }
  }

  /// What fish offers: an only one that may go on twice, as it ends an only one with a blank.
  private static func ofFish(_ offers: [String], _ words: [String]) -> [String] {
    let isOpen = ["why", "find", "print"].contains(words[0]) || words.contains("--where")
    return offers + (isOpen && offers.count == 1 ? offers.map { $0 + "." } : [])
  }
}
