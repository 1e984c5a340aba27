import Commands
import Foundation
import Inspector
import SessionFormat
import TestSupport
import Testing

@Suite("The Swift test that inspect minimize writes")
struct MinimizedTestTests {
  /// The test that is written for a session, beside what is left of it.
  private func written(
    _ session: String, _ sought: String, to name: String, host: String? = nil
  ) throws -> String {
    let (file, test) = (Scratch.path("\(name).ndjson"), Scratch.path("\(name).swift"))
    let run = try Inspect.run(
      ["minimize", session, sought, "-o", file, "--test", test]
        + (host.map { ["--host", $0] } ?? []))
    #expect(run.status == .exited(0), "\(run.error)")
    return try String(contentsOf: URL(filePath: test), encoding: .utf8)
  }

  @Test("of a condition: it replays the session, by the host or by one in the test target")
  func condition() throws {
    // Through a program elsewhere, wherever this checkout is.
    let host = try BuiltBinary.inspect.path
    let text = try written(
      Inspect.toast, #"$.state.items[?@.message == "Draft saved"]"#, to: "ConditionTests",
      host: "/usr/bin/env '\(host)' host toast")
    #expect(
      text == """
        import Foundation
        import Inspector
        import Testing

        // Where the reducer host is part of the test target, in place of `by: host`:
        // { appHost.machine(answer: $0).handle }
        @Test("$.state.items[?@.message == \\"Draft saved\\"] never holds")
        func minimizedSession_ConditionTests() throws {
          let folder = URL(filePath: #filePath).deletingLastPathComponent()
          let session = SessionFile(path: folder.appending(path: "ConditionTests.ndjson").path)
          let host = HostCommand(  // this machine's; name yours
            program: "/usr/bin/env", arguments: ["\(host)", "host", "toast"])
          let n = try session.firstStep(where: "$.state.items[?@.message == \\"Draft saved\\"]", by: host)
          #expect(n == nil)
        }

        """)
  }

  @Test("the host is named as seen from the test, if both are in one folder")
  func hostBeside() throws {
    let tool = try BuiltBinary.inspect.path
    let folder = Scratch.path("package")
    try FileManager.default.createDirectory(
      atPath: folder + "/Tests", withIntermediateDirectories: true)
    // No script that is written here: one is busy if another test starts a process at that moment.
    let host = folder + "/host"
    try FileManager.default.createSymbolicLink(atPath: host, withDestinationPath: tool)
    let text = try written(
      Inspect.toast, "items[1]", to: "package/Tests/BesideTests", host: "'\(host)' host toast")
    let program = #"program: folder.appending(path: "../host").path"#
    #expect(text.contains(#"\#(program), arguments: ["host", "toast"])"#), "\(text)")
    #expect(!text.contains("this machine"))
  }

  @Test("of a crash: no host of the same process, which would not reduce the fatal action")
  func crash() throws {
    let host = try BuiltBinary.inspect.path
    #expect(
      try written(
        Inspect.crash, "--crashes", to: "CrashTests", host: "/usr/bin/env '\(host)' host counter")
          == """
          import Foundation
          import Inspector
          import Testing

          // The host runs in its own process: in that of the tests, a crash would end them all.
          @Test("add does not crash")
          func minimizedSession_CrashTests() throws {
            let folder = URL(filePath: #filePath).deletingLastPathComponent()
            let session = SessionFile(path: folder.appending(path: "CrashTests.ndjson").path)
            let host = HostCommand(  // this machine's; name yours
              program: "/usr/bin/env", arguments: ["\(host)", "host", "counter"])
            let death = try session.hostDeath(by: host)
            #expect(death == nil, "\\(death?.lastWords ?? "")")
          }

          """)
  }

  @Test("a host whose path begins in the folder of minimize is found from the test's file")
  func relativeHost() throws {
    let folder = URL(filePath: Scratch.path("RelativeHost"))
    for name in ["App/bin", "Tests/Sessions"] {
      try FileManager.default.createDirectory(
        at: folder.appending(path: name), withIntermediateDirectories: true)
    }
    try FileManager.default.createSymbolicLink(
      at: folder.appending(path: "App/bin/app-host"),
      withDestinationURL: try BuiltBinary.inspect)
    func programs(_ words: String) throws -> String {
      let run = try ProcessRun.run(
        URL(filePath: "/bin/sh"),
        [
          "-c",
          "cd '\(folder.path)/App' && PATH=bin:$PATH '\(try BuiltBinary.inspect.path)' minimize "
            + "'\(Inspect.toast)' '$.state.items[0]' --force "
            + "-o ../Tests/Sessions/short.ndjson --test ../Tests/ShortTests.swift \(words)",
        ])
      #expect(run.status == .exited(0), "\(run.error)")
      let text = try String(
        contentsOf: folder.appending(path: "Tests/ShortTests.swift"), encoding: .utf8)
      return text.split(separator: "\n").filter {
        $0.contains("path: \"") || $0.contains("program")
      }
      .joined(separator: "\n")
    }
    let session =
      #"  let session = SessionFile(path: folder.appending(path: "Sessions/short.ndjson").path)"#
    #expect(
      try programs("--host 'bin/app-host host toast'") == """
        \(session)
            program: folder.appending(path: "../App/bin/app-host").path, arguments: ["host", "toast"])
        """)
    #expect(
      try programs("--host 'app-host host toast'") == """
        \(session)
            program: "app-host", arguments: ["host", "toast"])
        """)
    let config = folder.appending(path: "hosts.conf")
    try Data("[store toast]\nhost = ./App/bin/app-host host toast\n".utf8).write(to: config)
    #expect(
      try programs("--config ../hosts.conf") == """
        \(session)
            program: folder.appending(path: "../App/bin/app-host").path, arguments: ["host", "toast"])
        """)
  }

  @Test("the tests of several files, whatever is sought and their names are, compile as one target")
  func compile() throws {
    let odd = #"$.state.items[?@.message != "\"\\(exit(1))\u202e"]"#
    let sought = [
      ("Toast_Queue", Inspect.toast, odd), ("Toast-Queue", Inspect.toast, odd),
      ("1 \"短い\" é.x", Inspect.crash, "--crashes"), ("class", Inspect.clock, "--diverges"),
    ]
    var functions: [String] = []
    for (name, session, words) in sought {
      let text = try written(session, words, to: name)
      functions += text.matches(of: /func ([^(]*)/).map { String($0.output.1) }
    }
    #expect(
      functions == [
        "minimizedSession_Toast__Queue", "minimizedSession_Toast_2d_Queue",
        "minimizedSession_1_20__22__77ed__3044__22__20__e9__2e_x", "minimizedSession_class",
      ])
    let modules = try BuiltBinary.inspect.deletingLastPathComponent().appending(path: "Modules")
    let compiler = try ProcessRun.run(
      URL(filePath: "/usr/bin/env"),
      [
        "swiftc", "-typecheck", "-swift-version", "6", "-parse-as-library", "-warnings-as-errors",
        "-I", modules.path, "-I", Inspect.root.appending(path: "Sources/CZlib").path,
        "-I", Inspect.root.appending(path: "Sources/CWitness").path,
        "-I", Inspect.root.appending(path: "Sources/CProcessor/include").path,
      ] + sought.map { "\(Scratch.folder.path)/\($0.0).swift" },
      environment: ProcessInfo.processInfo.environment)
    #expect(compiler.status == .exited(0), "\(compiler.error)\(compiler.output)")
  }
}

@Suite("What the Swift test of inspect minimize asks")
struct SessionFaultTests {
  /// A session of entries of 1 each, with their recorded states; the app died in the last one, or
  /// lived.
  private func ledger(_ name: String, _ totals: [Int], dies: Bool = false) throws -> SessionFile {
    var text =
      #"{"kind":"session","format":"hindsight-session","version":1,"id":"s","#
      + #""started":"2026-01-02T03:04:05Z","store":"ledger"}"# + "\n"
      + #"{"kind":"state","n":0,"state":{"total":0,"entries":0}}"# + "\n"
    for (n, total) in zip(1..., totals) {
      text +=
        #"{"kind":"action","n":\#(n),"t":\#(n),"type":"Entry","action":{"amount":1}}"# + "\n"
      if dies, n == totals.count { break }
      text += #"{"kind":"state","n":\#(n),"state":{"total":\#(total),"entries":\#(n)}}"# + "\n"
    }
    return SessionFile(path: try Scratch.file(name, text))
  }

  private func rogue(_ way: String, _ n: Int) throws -> HostCommand {
    HostCommand(program: try BuiltBinary.rogueHost.path, arguments: [way, "\(n)"], name: "rogue")
  }

  @Test("every death of the host is told, the recorded one or another, behind other states as well")
  func deaths() throws {
    let crashed = try ledger("faults-crashed.ndjson", [1, 2, 3], dies: true)
    let lived = try ledger("faults-lived.ndjson", [1, 2, 3])
    let other = try ledger("faults-other.ndjson", [10, 20, 30], dies: true)
    for session in [crashed, lived, other] {
      for n in 1...3 {
        let death = try session.hostDeath(by: try rogue("leave", n))
        #expect(
          death
            == HostDeath(command: "rogue", action: n, ending: .status(4), standardError: []))
      }
      #expect(try session.hostDeath(by: try rogue("trap", 3))?.action == 3)
      #expect(try session.hostDeath(by: try rogue("never", 0)) == nil)
    }
  }

  @Test("a host that cannot start, or refuses an action, has not shown that it lives")
  func trouble() throws {
    let session = try ledger("faults-trouble.ndjson", [1, 2])
    func trouble(_ session: SessionFile, _ host: HostCommand) -> String {
      do throws(InspectorError) {
        return "\(try session.hostDeath(by: host), default: "nil")"
      } catch {
        return error.description
      }
    }
    #expect(
      trouble(session, HostCommand(program: "/nowhere/host"))
        == "the host /nowhere/host cannot be started: there is no such program")
    let text = try String(contentsOfFile: session.path, encoding: .utf8)
    let refused = SessionFile(
      path: try Scratch.file(
        "faults-refused.ndjson",
        text.replacing(
          #""t":2,"type":"Entry","action":{"amount":1}"#,
          with: #""t":2,"type":"Entry","action":{"sum":1}"#)))
    #expect(
      trouble(refused, try rogue("never", 0))
        == "action 2: the host rogue refused 2: undecodable-action: Entry: the member \"amount\" is "
        + "missing")
  }

  @Test("a condition is not gone where the host dies before, unless the recording ends so")
  func condition() throws {
    let lived = try ledger("faults-condition.ndjson", [1, 2, 3])
    func told(_ session: SessionFile, _ total: Int, _ host: HostCommand) -> String {
      do throws(InspectorError) {
        let n = try session.firstStep(where: "$.state.total == \(total)", by: host)
        return n.map(String.init) ?? "never"
      } catch { return error.description }
    }
    #expect(told(lived, 3, try rogue("never", 0)) == "3")
    #expect(told(lived, 1, try rogue("leave", 2)) == "1")
    #expect(told(lived, 4, try rogue("never", 0)) == "never")
    #expect(
      told(lived, 3, try rogue("leave", 2))
        == "the host rogue died in the reducer of action 2: exit status 4")
    let crashed = try ledger("faults-condition-crashed.ndjson", [1, 2], dies: true)
    #expect(told(crashed, 3, try rogue("leave", 2)) == "never")
  }
}
