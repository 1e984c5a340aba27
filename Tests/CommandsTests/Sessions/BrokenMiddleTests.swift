import Foundation
import SessionFormat
import Testing

@testable import Commands
@testable import Inspector
@testable import InspectorSupport

@Suite("Damage in the middle of a session was taken for its end")
struct BrokenMiddleTests {
  /// A session of four actions, of which the line of the third is garbled.
  private func session(_ garbled: Bool = true) throws -> Session {
    var lines = String(decoding: SessionBuilder.counter([1, 2, 3, 4]).bytes(), as: UTF8.self)
      .split(separator: "\n").map(String.init)
    let place = try #require(lines.firstIndex { $0.contains(#""action","n":3"#) })
    if garbled { lines[place] = lines[place].replacing("\"kind\"", with: "Xkind\"") }
    let text = lines.joined(separator: "\n") + "\n"
    return try Session(bytes: Data(text.utf8), file: "s.ndjson")
  }

  private func sample() throws -> SampleWorkspace {
    let empty = try SampleWorkspace()
    return SampleWorkspace(
      workspace: Workspace(try session(), context: empty.workspace.context))
  }

  private func fault() throws -> String {
    let fault = try #require(try session().fault)
    return InspectorError.session(fault).description
  }

  @Test("list and timeline show what is known, and report the damage behind it")
  func lists() throws {
    for line in ["list", "timeline"] {
      var sample = try sample()
      let result = try sample.run(line)
      #expect(try result.told().contains("2"), "\(line)")
      #expect(result.complaints == [try fault()], "\(line)")
      #expect(result.answer == .trouble, "\(line)")
    }
    // What does not go to the end is whole.
    var start = try sample()
    let one = try start.run("list 1")
    #expect(one.complaints == [])
    #expect(one.answer == .yes)
  }

  @Test("next at the last known step, and goto behind it, report the damage")
  func motions() throws {
    var sample = try sample()
    #expect(sample.told("next").hasPrefix("── 1/2 "))
    #expect(sample.told("next 5").hasPrefix("── 2/2 "))
    #expect(sample.told("next") == "error: \(try fault())\n")
    #expect(sample.told("goto 4") == "error: \(try fault())\n")
    #expect(sample.told("back").hasPrefix("── 1/2 "))
  }

  @Test("log writes the rows before it")
  func log() throws {
    let sample = try sample()
    var workspace = sample.workspace
    let log = try workspace.context.table.verb("log")
    let stream = try #require(
      try log.run(on: &workspace, Invocation(log, words: [])).stream)
    var text = ""
    let error = errorText { () throws(InspectorError) in
      try stream.write(.text, RenderOptions()) { text += $0 }
    }
    #expect(error == (try fault()))
    #expect(text.split(separator: "\n").count == 2)
  }

  @Test("what it took was a difference between two sessions")
  func diff() throws {
    let (broken, whole) = (try session(), try session(false))
    for (left, right) in [(broken, whole), (whole, broken)] {
      let error = errorText { () throws(InspectorError) in
        _ = try SessionComparison(left, right)
      }
      #expect(error == (try fault()))
    }
  }
}
