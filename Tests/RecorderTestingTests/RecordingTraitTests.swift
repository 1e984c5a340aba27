import Foundation
import Recorder
import SessionFormat
import TestSupport
import Testing

@testable import Inspector
@testable import RecorderTesting

@Suite("Tests that record")
struct RecordingTraitTests {
  /// The outcome of fixtures that ran in a process of their own.
  private struct Outcome {
    let run: ProcessRun
    let folder: SessionFolder

    /// The names of what was left in the folder.
    var files: [String] {
      get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
    }

    func session(_ name: String) throws -> Session { try Session(path: folder.file(name)) }
  }

  /// Runs fixtures.
  ///
  /// - Parameters:
  ///   - attaches: Whether the test library is asked to write attachments.
  ///   - kind: How the fixtures behave.
  private static func run(
    _ filter: String, attaches: Bool = false, kind: String = "1", in known: SessionFolder? = nil
  ) throws -> Outcome {
    let folder = try known ?? SessionFolder()
    var arguments = ["--testing-library", "swift-testing", "--filter", "Fixtures/\(filter)"]
    var environment = ProcessRun.plainEnvironment
    environment["HINDSIGHT_FIXTURES"] = kind
    if attaches {
      arguments += ["--attachments-path", folder.path]
    } else {
      environment["HINDSIGHT_ATTACHMENTS"] = folder.path
    }
    let run = try ProcessRun.run(
      URL(filePath: CommandLine.arguments[0]), arguments, environment: environment, within: 200)
    return Outcome(run: run, folder: folder)
  }

  @Test("one that passes leaves no file", arguments: [true, false])
  func passes(attaches: Bool) throws {
    let outcome = try Self.run("passes", attaches: attaches)
    #expect(outcome.run.status == .exited(0))
    #expect(try outcome.files == [])
  }

  @Test(
    "one that fails keeps its session and the page of it, and its failure names the command",
    arguments: [true, false])
  func fails(attaches: Bool) throws {
    let outcome = try Self.run("fails\\(", attaches: attaches)
    let own = ["fails-counter.html", "fails-counter.ndjson.gz"]
    #expect(try outcome.files.filter(own.contains) == own)
    // The test library writes its copies under names of its own.
    #expect(try outcome.files.count == (attaches ? 4 : 2))
    for name in try outcome.files {
      let session = try outcome.session(name)
      #expect(session.header.store == "counter")
      #expect(try (0...3).map { try session.state($0) } == [0, 1, 3, 6].map { ["value": $0] })
    }
    let shown = outcome.run.output + outcome.run.error
    #expect(
      shown.contains(
        "inspect \(outcome.folder.path)/fails-counter.ndjson.gz  · last action 3 add"), "\(shown)")
  }

  @Test("each failure says where the session stood then")
  func failsTwice() throws {
    let outcome = try Self.run("failsTwice")
    #expect(try outcome.files == ["failsTwice-counter.html", "failsTwice-counter.ndjson.gz"])
    let shown = outcome.run.output + outcome.run.error
    #expect(shown.contains("last action 1 add") && shown.contains("last action 2 add"), "\(shown)")
    #expect(try outcome.session("failsTwice-counter.ndjson.gz").last == 2)
  }

  @Test("of one with arguments each run is by itself, also in parallel")
  func parameterised() throws {
    let outcome = try Self.run("parameterised")
    let names = try outcome.files
    #expect(names.count == 4)
    let lasts = try names.map { try outcome.session($0).last }.sorted()
    #expect(lasts == [3, 3, 7, 7])
  }

  @Test("of one with two stores each has its session, whatever the name of the store")
  func twoStores() throws {
    let outcome = try Self.run("ofTwoStores")
    #expect(
      try outcome.files == [
        "ofTwoStores-a.html", "ofTwoStores-a.ndjson.gz", "ofTwoStores-b-..-c.html",
        "ofTwoStores-b-..-c.ndjson.gz",
      ])
    #expect(try outcome.session("ofTwoStores-a.ndjson.gz").last == 2)
    #expect(try outcome.session("ofTwoStores-b-..-c.html").header.store == "b/../c")
  }

  @Test("one that throws keeps its session, and says so")
  func throwsAnError() throws {
    let outcome = try Self.run("throwsAnError")
    #expect(
      try outcome.files == ["throwsAnError-counter.html", "throwsAnError-counter.ndjson.gz"])
    let shown = outcome.run.output + outcome.run.error
    #expect(shown.contains("throwsAnError-counter.ndjson.gz  · last action 1 add"), "\(shown)")
  }

  @Test("one that fails without a recorder leaves no file")
  func recordsNothing() throws {
    let outcome = try Self.run("recordsNothing")
    #expect(outcome.run.status != .exited(0))
    #expect(try outcome.files == [])
  }

  @Test(
    "one that ends the process leaves the session where attachments go", arguments: [true, false])
  func crashes(attaches: Bool) throws {
    let outcome = try Self.run("endsTheProcess", attaches: attaches, kind: "crash")
    #expect(try outcome.files == ["endsTheProcess-counter.ndjson"])
    #expect(try outcome.session("endsTheProcess-counter.ndjson").last == 1)
  }

  @Test("what such a test left is not taken for the session of a later run")
  func leftover() throws {
    let folder = try SessionFolder()
    for _ in 0..<2 { _ = try Self.run("endsTheProcess", kind: "crash", in: folder) }
    let outcome = try Self.run("endsTheProcess", in: folder)
    #expect(outcome.run.status == .exited(0))
    let names = try outcome.files
    #expect(names.count == 2)
    for name in names { #expect(try outcome.session(name).last == 1) }
  }

  @Test("out of time, the files were kept, but were no attachments, and no command was named")
  func keptTwice() throws {
    enum Action: Codable { case add }
    let folder = try SessionFolder()
    let path = folder.file("with blank")
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    let evidence = TestEvidence(test: "late()", in: path)
    RecordingScope.$current.withValue(evidence.scope) {
      _ = SessionRecorder(in: .standard, store: "counter").step(Action.add, 0) { 1 }
    }
    let kept = evidence.keep()
    #expect(kept.map(\.name) == ["late-counter.ndjson.gz", "late-counter.html"])
    #expect(evidence.keep().map(\.path) == kept.map(\.path))
    #expect(
      evidence.comment() == "inspect '\(path)/late-counter.ndjson.gz'  · last action 1 add")
  }

  @Test(
    "the path of attachments is that of the command line",
    arguments: [
      (["x", "--attachments-path", "/a/b"], "/a/b"), (["--attachments-path=/c", "y"], "/c"),
      (["--attachments-path"], nil), (["x"], nil),
    ] as [([String], String?)])
  func path(arguments: [String], path: String?) {
    #expect(AttachmentFolder.path(in: arguments) == path)
  }
}
