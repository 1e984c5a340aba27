import AdoptingApps
import Foundation
import Recorder
import SessionFormat
import TestSupport
import Testing

@Suite("docs/changing-your-state.md")
struct ChangingStatePageTests {
  private let page = AdoptingPage(name: "../changing-your-state")

  private func record(to path: String) throws {
    var options = RecorderOptions(environment: steadySurroundings())
    options.app = AppInfo(name: "Reader", version: "1.4")
    ReaderThen.record(
      with: try SessionRecorder(path: path, store: "reader", options: options))
  }

  @Test("its commands print what it shows")
  func commands() throws {
    let commands = try PageCommands(hosts: ["reader-host", "plain-reader-host"])
    defer { commands.remove() }
    try record(to: commands.path("reader.ndjson"))
    try commands.expect(page)
  }

  @Test("the form for programs tells the types that differ and what was migrated")
  func json() throws {
    let commands = try PageCommands(hosts: ["reader-host"])
    defer { commands.remove() }
    try record(to: commands.path("reader.ndjson"))
    let run = try ProcessRun.run(
      try BuiltBinary.inspect,
      [
        "verify", commands.path("reader.ndjson"), "--host", commands.path(".bin/reader-host"),
        "--format", "json",
      ])
    let row = try #require(try JSONValue(parsing: run.output)["sessions"]?[0])
    #expect(row["result"] == "reproduces")
    #expect(row["types"]?.array?.count == 13)
    #expect(
      row["types"]?[0] == [
        "grade": "fine", "in": "state", "path": "/articles/*/note", "change": "added",
        "words": "is new, and may be missing",
      ])
    #expect(
      row["types"]?[12] == [
        "grade": "fine", "in": "action", "path": "/setTheme", "change": "case-added",
        "words": "is a new case",
      ])
    #expect(
      row["migrated"] == [
        "steps": [
          ["name": "state from 1.4", "states": 7, "actions": 0],
          ["name": "default /articles/*/stars", "states": 6, "actions": 0],
          ["name": "action setColour from 1.4", "states": 0, "actions": 1],
          ["name": "action beep from 1.4", "states": 0, "actions": 1],
          ["name": "action select from 1.4", "states": 0, "actions": 1],
        ],
        "states": 7, "places": ["/colour", "/owner", "/theme", "/articles/*/stars"],
        "placeCount": 4,
      ])
  }

  @Test("all Swift stands, line for line, in code that is compiled")
  func compiled() throws {
    let source = try String(
      contentsOf: AdoptingPage.code.appending(path: "Apps/ChangingState/Reader.swift"),
      encoding: .utf8)
    let blocks = try page.blocks("swift")
    #expect(blocks.count == 5)
    for block in blocks { #expect(block.stands(in: source), "line \(block.line)") }
  }

  @Test("the fingerprint of a host is the same in processes with other hash seeds")
  func seeds() throws {
    let commands = try PageCommands(hosts: ["reader-host"])
    defer { commands.remove() }
    let header =
      #"{"kind":"session","format":"hindsight-session","version":1,"id":"a","#
      + #""started":"2026-01-02T03:04:05Z","store":"reader","fingerprint":"v1"}"#
    var answers: Set<String> = []
    for _ in 0..<5 {
      let run = try ProcessRun.run(
        URL(filePath: commands.path(".bin/reader-host")), [], input: header + "\n")
      let line = try #require(run.output.firstMatch(of: /"fingerprint":"[^"]*"/))
      answers.insert(String(line.output))
    }
    #expect(
      answers == [
        #""fingerprint":"v1; state 20c6ec0f @ReaderState; action 74cc27c0 @ReaderAction; "#
          + "@ReaderState {articles:[@Article],owner:@ReaderOwner,size:Double,theme:@ReaderTheme}; "
          + "@ReaderAction <add:{title:String}|open:{_0:Int}|resize:{_0:Double}|"
          + "retired:{_0:String}|setTheme:{_0:@ReaderTheme}>; "
          + "@Article {isRead:Bool,note?:String,stars:Int,title:String}; "
          + "@ReaderOwner {first:String,last:String}; @ReaderTheme String(dark|light)\""
      ])
  }
}
