import Commands
import Inspector
import TestSupport
import Testing

@testable import inspect

@Suite("The built tool")
struct GoldenToolTests {
  /// A line that is typed to a shell, with the lines at the prompt that it opens.
  private struct Session {
    let line: String
    var commands: [String] = []
    var shown: [GoldenRun.Shown]
  }

  /// Pages whose lines write no file, and start no host of which the times are not known.
  private static let pages = GoldenPage.all.filter {
    ["asking", "differences", "looking", "moving"].contains($0.name)
  }

  @Test("prints what the run in this process shows", arguments: pages)
  func printsTheSame(_ page: GoldenPage) throws {
    let run = try GoldenRun(page)
    for session in sessions(try page.typed, run) {
      var arguments = Array((CommandWords.split(run.real(session.line)) ?? []).dropFirst())
      // The banner is for a prompt at a terminal only.
      let isPrompt = !session.commands.isEmpty
      if isPrompt { arguments.append("--keep-going") }
      arguments += session.commands.flatMap { ["-e", run.real($0)] }
      let printed = try ProcessRun.run(
        try BuiltBinary.inspect, arguments,
        // A host asks for the zone, and the answer is shown.
        environment: ProcessRun.plainEnvironment.merging(["TZ": "UTC"]) { $1 })
      let shown = isPrompt ? Array(session.shown.dropFirst()) : session.shown
      #expect(run.shown(printed.output) == text(of: shown) { $0 != .complaint }, "\(session.line)")
      #expect(run.shown(printed.error) == text(of: shown) { $0 == .complaint }, "\(session.line)")
    }
  }

  private func sessions(_ typed: [GoldenPage.Typed], _ run: GoldenRun) -> [Session] {
    zip(typed, run.shown).reduce(into: []) { sessions, pair in
      let shown = pair.1.filter { $0.kind != .typed }
      switch pair.0 {
      case .shell(let line): sessions.append(Session(line: line, shown: shown))
      case .prompt(let line):
        sessions[sessions.count - 1].commands.append(line)
        sessions[sessions.count - 1].shown += shown
      }
    }
  }

  private func text(
    of shown: [GoldenRun.Shown], _ isWanted: (GoldenRun.Shown.Kind) -> Bool
  ) -> String {
    shown.filter { isWanted($0.kind) }.map { $0.text(RenderOptions(width: .max)) }.joined()
      .replacing("«no line end»\n", with: "")
  }
}
