import AdoptingApps
import Foundation
import Recorder
import SessionFormat
import TestSupport
import Testing

@Suite("docs/changing-your-state.md")
struct ChangingStatePageTests {
  private let page = AdoptingPage(name: "../changing-your-state")

  @Test("its commands print what it shows")
  func commands() throws {
    let commands = try PageCommands(hosts: ["reader-host", "plain-reader-host"])
    defer { commands.remove() }
    var options = RecorderOptions(surroundings: steadySurroundings())
    options.app = ["name": "Reader", "version": "1.4"]
    ReaderThen.record(
      with: try SessionRecorder(
        path: commands.path("reader.ndjson"), store: "reader", options: options))
    try commands.expect(page)
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
      + #""started":"2026-01-02T03:04:05Z","store":"reader"}"#
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
