import Foundation
import Testing

@testable import inspect

struct HistoryFileTests {
  private func withDirectory(_ body: (String) throws -> Void) throws {
    let directory = FileManager.default.temporaryDirectory
      .appendingPathComponent("history-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: directory) }
    try body(directory)
  }

  private func mode(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  private func text(of history: HistoryFile) throws -> String {
    try String(contentsOfFile: history.path, encoding: .utf8)
  }

  @Test(
    "the environment says where the history is",
    arguments: [
      (["HOME": "/h"], "/h/.local/state/inspect/history"),
      (["HOME": "/h", "XDG_STATE_HOME": "/s"], "/s/inspect/history"),
      (["HOME": "/h", "XDG_STATE_HOME": ""], "/h/.local/state/inspect/history"),
      (["HOME": "/h", "XDG_STATE_HOME": "relative"], "/h/.local/state/inspect/history"),
      (["HOME": "/h", "XDG_STATE_HOME": "/s", "INSPECT_HISTORY": "/x/y"], "/x/y"),
      (["HOME": "/h", "INSPECT_HISTORY": ""], nil),
      ([:], nil),
    ] as [([String: String], String?)])
  func place(environment: [String: String], path: String?) {
    #expect(HistoryFile(environment: environment)?.path == path)
  }

  @Test("entries come back once each, at their latest place, also those of several lines")
  func entries() throws {
    try withDirectory { (directory: String) throws in
      let history = HistoryFile(path: directory + "/deep/history")
      #expect(history.load() == [])
      for entry in ["a", "b", "x\ny\t\u{1B}", "a", "\\u{A}"] { history.append(entry) }
      #expect(history.load() == ["b", "x\ny\t\u{1B}", "a", "\\u{A}"])
      #expect(try text(of: history) == "a\nb\nx\\u{A}y\\u{9}\\u{1B}\na\n\\u{5C}u{A}\n")
    }
  }

  @Test("an entry that the line editor would show as it is, and that acts, came back")
  func acting() throws {
    try withDirectory { (directory: String) throws in
      let acting = ["\u{9B}2J", "\u{202E}", "\u{200B}", "\u{2028}", "\u{E0001}"]
      for text in acting { #expect(!HistoryFile.keeps("find \(text)")) }
      #expect(HistoryFile.keeps("find \u{1B}[2J \u{7F} é 日本 👍🏽"))
      let history = HistoryFile(path: directory + "/history")
      for entry in ["first"] + acting + ["last"] { history.append(entry) }
      #expect(history.load() == ["first", "last"])
    }
  }

  @Test("nobody else may read the file or its directory, even one that was open to all")
  func modes() throws {
    try withDirectory { (directory: String) throws in
      let history = HistoryFile(path: directory + "/history")
      history.append("a")
      #expect(try mode(history.path) == 0o600)
      #expect(try mode(directory) == 0o700)
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o644], ofItemAtPath: history.path)
      history.append("b")
      #expect(try mode(history.path) == 0o600)
    }
  }

  @Test("a history keeps the latest entries, and its file is rewritten at twice the limit")
  func limited() throws {
    try withDirectory { (directory: String) throws in
      let history = HistoryFile(path: directory + "/history", limit: 3)
      for number in 1...5 { history.append("\(number)") }
      #expect(history.load() == ["3", "4", "5"])
      #expect(try text(of: history) == "1\n2\n3\n4\n5\n")
      history.append("6")
      #expect(history.load() == ["4", "5", "6"])
      #expect(try text(of: history) == "4\n5\n6\n")
      #expect(try mode(history.path) == 0o600)
    }
  }

  @Test("of a huge file the end is read, and kept")
  func huge() throws {
    try withDirectory { (directory: String) throws in
      let history = HistoryFile(path: directory + "/history", limit: 2)
      history.append("first")
      let line = String(repeating: "x", count: 1 << 20)
      for number in 1...5 { history.append(line + "\(number)") }
      #expect(history.load() == [line + "4", line + "5"])
      #expect(try text(of: history) == "\(line)4\n\(line)5\n")
    }
  }

  @Test(
    "a place that can't hold a history is passed over",
    arguments: ["/proc/none/history", "/dev/null", "/", "/dev/null/x"])
  func unwritable(path: String) {
    let history = HistoryFile(path: path)
    history.append("a")
    #expect(history.load() == [])
  }

  @Test("blank lines, and those that begin with a space, are not remembered")
  func kept() {
    #expect(
      ["a", "", " ", " a", "a "].map(HistoryFile.keeps) == [true, false, false, false, true])
  }

  @Test("prompts that run at once lose no entry")
  func parallel() throws {
    try withDirectory { (directory: String) throws in
      let history = HistoryFile(path: directory + "/history", limit: 1000)
      DispatchQueue.concurrentPerform(iterations: 8) { writer in
        for number in 0..<50 { history.append("\(writer)-\(number)") }
      }
      let all = (0..<8).flatMap { writer in (0..<50).map { "\(writer)-\($0)" } }
      #expect(Set(history.load()) == Set(all))
    }
  }
}
