import Commands
import Foundation
import Inspector
import Recorder
import SampleApps
import SessionFormat

/// The verbs that need the sample apps: recording one, and being its reducer host.
enum SampleVerbs {
  static let record = Command(
    "record", in: .record, "run a sample app in its own process, and record it",
    details: [
      "The session goes to a new file: -o FILE, or SAMPLE-SCENARIO.ndjson. Exit 0, also if the "
        + "scenario is meant to crash.",
      "Samples and scenarios: "
        + SampleApps.all.map { app in
          "\(app.name) (\(app.scenarios.map(\.name).joined(separator: ", ")))"
        }.joined(separator: "; ") + ".",
    ],
    batch: Command.Form(
      [sampleName], options: recordOptions,
      examples: ["inspect record toast --scenario queue -o toast.ndjson"]),
    runFiles: { _, invocation throws(InspectorError) in
      let (app, scenario) = try choose(invocation)
      let file = try file(invocation, app, scenario)
      return try RecordingProcess(
        app: app, scenario: scenario, file: file, replaces: invocation.flag("--force")
      ).outcome()
    })

  static let host = Command(
    "host", in: .record, "run the reducer host of a sample app on standard input and output",
    details: ["It is a filter: a session comes in, and its replay goes out."],
    batch: Command.Form(
      [sampleName], examples: ["inspect host toast < session.ndjson > replay.ndjson"]),
    runFiles: { _, invocation throws(InspectorError) in
      CommandResult(nil, CommandResult.Answer(rawValue: try sample(invocation).host()) ?? .trouble)
    })

  private static let sampleName = Parameter("SAMPLE", .text, choices: SampleApps.all.map(\.name))

  private static let recordOptions = [
    CommandOption(
      "--scenario", value: "NAME",
      choices: Array(Set(SampleApps.all.flatMap { $0.scenarios.map(\.name) })).sorted(),
      choicesAfter: SampleApps.all.reduce(into: [:]) { $0[$1.name] = $1.scenarios.map(\.name) },
      "which scenario; the first of the app if left out"),
    CommandOption(
      "-o", value: "FILE", "the file to make (gzipped if it ends in .gz)"),
    .force,
    CommandOption("--in-process", "run the app in this process, which a crash then ends"),
  ]

  /// The program that reduces for the store of a sample app; nil for any other store.
  static func hostCommand(of store: String) -> HostCommand? {
    guard SampleApps.named(store) != nil else { return nil }
    var command = HostCommand(
      program: executable, arguments: ["host", store], name: "inspect host \(store)")
    command.sample = store
    return command
  }

  /// The path of this program, to start it again.
  static var executable: String { Bundle.main.executablePath ?? CommandLine.arguments[0] }

  /// Whether the arguments ask to play a scenario in this process.
  static func isScenario(_ arguments: [String]) -> Bool {
    arguments.first == record.name && arguments.contains("--in-process")
  }

  /// Plays a scenario in this process and records it; returns the exit status.
  static func play(_ arguments: [String], environment: [String: String]) async -> Int32 {
    let output = Tool.plain(environment, Terminal.ofThisProcess())
    do {
      let invocation = try Invocation(record, words: Array(arguments.dropFirst()))
      let (app, scenario) = try choose(invocation)
      let file = try file(invocation, app, scenario)
      guard !file.hasSuffix(".gz") else {
        throw invocation.refused("--in-process writes line by line, which a gzip does not allow")
      }
      var options = RecorderOptions(
        app: AppInfo(name: app.name, version: Tool.version, build: "sample"),
        onError: { output.complain("note: \($0)") })
      options.actionNames = app.actionNames
      let recorder = try SessionRecorder(path: file, store: app.name, options: options)
      await scenario.run(recorder)
      recorder.close()
      return 0
    } catch {
      output.complain("\(error)")
      return 2
    }
  }

  /// The file that a scenario is recorded in.
  private static func file(
    _ invocation: Invocation, _ app: SampleApp, _ scenario: Scenario
  ) throws(InspectorError) -> String {
    guard let file = invocation.option("-o") else { return "\(app.name)-\(scenario.name).ndjson" }
    if file == "-" {
      throw invocation.refused("a session is recorded to a file, which - is not; -o ./- is one")
    }
    return file
  }

  private static func sample(_ invocation: Invocation) throws(InspectorError) -> SampleApp {
    let name = invocation.argument("SAMPLE") ?? ""
    guard let app = SampleApps.named(name) else {
      let names = SampleApps.all.map(\.name).joined(separator: ", ")
      throw invocation.refused("there is no sample \(name); there is \(names)")
    }
    return app
  }

  private static func choose(
    _ invocation: Invocation
  ) throws(InspectorError) -> (SampleApp, Scenario) {
    let app = try sample(invocation)
    let name = invocation.option("--scenario") ?? app.scenarios[0].name
    guard let scenario = app.scenarios.first(where: { $0.name == name }) else {
      let names = app.scenarios.map(\.name).joined(separator: ", ")
      throw invocation.refused("\(app.name) has no scenario \(name); it has \(names)")
    }
    return (app, scenario)
  }
}

/// The separate process in which a sample app is recorded, so that its crash does not end this one.
private struct RecordingProcess {
  let app: SampleApp
  let scenario: Scenario
  let file: String
  /// Whether the file may exist already.
  let replaces: Bool

  func outcome() throws(InspectorError) -> CommandResult {
    if !replaces, FileManager.default.fileExists(atPath: file) {
      throw .cannotWrite(file: file, errno: EEXIST)
    }
    // It is gzipped once it is whole: after a crash a gzip is hard to read. What is there stays until
    // then, too.
    let isCopied = replaces || file.hasSuffix(".gz")
    let recorded =
      isCopied ? "\(file).\(ProcessInfo.processInfo.processIdentifier).partial" : file
    defer { if isCopied { try? FileManager.default.removeItem(atPath: recorded) } }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: SampleVerbs.executable)
    process.arguments = [
      "record", app.name, "--scenario", scenario.name, "-o", recorded, "--in-process",
    ]
    process.standardInput = FileHandle.nullDevice
    if scenario.crashes {
      // An intended crash needs no backtrace.
      process.environment = ProcessInfo.processInfo.environment.merging(
        ["SWIFT_BACKTRACE": "enable=no"]) { _, none in none }
    }
    do { try process.run() } catch {
      throw .cannotRead(file: SampleVerbs.executable, errno: ENOEXEC)
    }
    process.waitUntilExit()
    let crashed = process.terminationReason == .uncaughtSignal
    guard crashed == scenario.crashes, crashed || process.terminationStatus == 0 else {
      let ending = crashed ? "crashed" : "ended with status \(process.terminationStatus)"
      return CommandResult(MessageReport("the scenario \(ending), which it should not"), .trouble)
    }
    let session = try Session(path: recorded)
    guard crashed || session.ending == .closed else {
      let last = "up to action \(session.last), and no further"
      return CommandResult(MessageReport("recorded \(last), to \(recorded)"), .trouble)
    }
    if isCopied { try session.copyFile(to: file, replaces: replaces) }
    let count = session.last - session.first
    let how = crashed ? ", and crashed as it should" : ""
    return CommandResult(MessageReport("recorded \(count) actions to \(file)\(how)"))
  }
}
