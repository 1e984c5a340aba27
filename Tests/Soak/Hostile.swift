import DamageSupport
import Foundation
import TestSupport

/// Has each verb that reads a session read files of 1 MB that are made to cost it much.
struct Hostile {
  /// How much memory a verb may need for one, in megabytes.
  let megabytes: Int
  /// Only files whose name holds this; all where it is empty.
  let only: String

  /// After so many seconds of a processor a verb is held to hang.
  private static let hangs = 120
  /// After so many it is ended if a host takes part, as there is no telling how long that takes.
  private static let hosted = 5
  /// What a verb may have of address space before its allocations fail, to spare the machine.
  private static let space = 4000

  private struct Cost: Sendable {
    let verb: String
    let file: String
    let run: MeasuredRun
    /// Whether it may be ended before its end.
    var isHosted = false
  }

  /// Whether no verb crashed, hung or needed more memory; prints for each the worst of all files.
  func run() -> Bool {
    var part = Part("hostile files")
    var costs: [Cost] = []
    do {
      let folder = try SessionFolder()
      try checkUsage(folder, &part)
      let files = HostileFile.all.filter { only.isEmpty || $0.name.contains(only) }
      for file in files {
        guard let path = try write(file, folder, &part) else { continue }
        let hosted = file.isPacked ? [] : try hosted(path, folder)
        for (place, verb) in (Self.verbs(path, folder.file("copy")) + hosted).enumerated() {
          let isHosted = place >= Self.verbs(path, "").count
          try? FileManager.default.removeItem(atPath: folder.file("copy"))
          let run = try MeasuredRun(
            try BuiltBinary.inspect, verb.1, limit: Self.space,
            seconds: isHosted ? Self.hosted : Self.hangs)
          let cost = Cost(verb: verb.0, file: file.name, run: run, isHosted: isHosted)
          costs.append(cost)
          part.note(faults(cost), in: "\(verb.0) \(file)")
        }
        show(file, costs.filter { $0.file == file.name })
        try? FileManager.default.removeItem(atPath: folder.file("closed"))
        try FileManager.default.removeItem(atPath: path)
      }
      report(costs)
      return part.finish("\(files.count) files, \(costs.count) runs")
    } catch { part.note(error, in: "hostile files") }
    return part.finish("\(costs.count) runs")
  }

  /// Notes each verb that does not take what it is given here, of a session in which nothing is
  /// hostile.
  private func checkUsage(_ folder: SessionFolder, _ part: inout Part) throws {
    let copy = folder.file("copy")
    let path = PackageRoot.url.appendingPathComponent("sessions/toast-queue.ndjson").path
    let verbs = Self.verbs(path, copy, place: "/items") + (try hosted(path, folder))
    for (verb, arguments) in verbs {
      try? FileManager.default.removeItem(atPath: copy)
      let run = try ProcessRun.run(try BuiltBinary.inspect, arguments)
      guard ![.exited(0), .exited(1)].contains(run.status) else { continue }
      part.note(["it \(run.status): \(run.error)"], in: "\(verb) of a sound session")
    }
  }

  private func faults(_ cost: Cost) -> [String] {
    let run = cost.run
    return switch run.status {
    case nil where cost.isHosted && Int(run.megabytes) <= megabytes: []
    // The limit of its time, which the clock of the processor may come to a little earlier.
    case .signaled(Int(SIGKILL))
    where cost.isHosted && run.seconds > Double(Self.hosted) - 0.5
      && Int(run.megabytes) <= megabytes:
      []
    case nil: ["it hangs, with \(Int(run.megabytes)) MB"]
    case .signaled(let signal): ["signal \(signal), with \(Int(run.megabytes)) MB"]
    case .exited where Int(run.megabytes) > megabytes: ["\(Int(run.megabytes)) MB"]
    case .exited(let status) where status > 2: ["status \(status): \(run.error)"]
    case .exited: []
    }
  }

  /// Writes a file of at most 1 MB; nil if it is to be packed and gzip is not there.
  private func write(
    _ file: HostileFile, _ folder: SessionFolder, _ part: inout Part
  ) throws -> String? {
    let path = folder.file(file.fileName)
    let gzip = URL(filePath: "/usr/bin/gzip")
    if file.isPacked, !FileManager.default.isExecutableFile(atPath: gzip.path) { return nil }
    let plain = folder.file("\(file.name).ndjson")
    try Data().write(to: URL(filePath: plain))
    let handle = try FileHandle(forWritingTo: URL(filePath: plain))
    try file.eachPiece { try handle.write(contentsOf: $0) }
    try handle.close()
    if file.isPacked { _ = try ProcessRun.run(gzip, ["-9", plain], within: 120) }
    let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
    if size > HostileFile.largest { part.note(["it has \(size) bytes"], in: file.name) }
    return path
  }

  /// What a host takes part in, which reads no packed file.
  private func hosted(_ path: String, _ folder: SessionFolder) throws -> [(String, [String])] {
    let bytes = try Data(contentsOf: URL(filePath: path))
    // Following ends with what is damaged, or with the last line.
    var closed = bytes
    if bytes.range(of: Data(#"{"kind":"end""#.utf8)) == nil {
      let end = "\n{\"kind\":\"end\",\"n\":\(Self.last(in: bytes)),\"t\":0}\n"
      closed.append(contentsOf: Data(end.utf8))
    }
    try closed.write(to: URL(filePath: folder.file("closed")))
    return try PlaybackHost(path, in: folder)
      .verbs(path, closed: folder.file("closed"), folder.file("copy"))
  }

  /// The number of the last state or action.
  private static func last(in bytes: Data) -> Int {
    for line in bytes.split(separator: UInt8(ascii: "\n")).reversed() {
      let front = String(decoding: line.prefix(60), as: UTF8.self)
      if let found = front.prefixMatch(of: /\{"kind":"(?:state|action)","n":([0-9]+)/) {
        return Int(found.1) ?? 0
      }
    }
    return 0
  }

  /// Each verb that reads a session, and those commands of the prompt that are no verbs.
  ///
  /// - Parameters:
  ///   - copy: Where new sessions are written.
  ///   - place: A place of the state that may be there.
  private static func verbs(
    _ path: String, _ copy: String, place: String = "/a"
  ) -> [(String, [String])] {
    [
      ("log", ["log", path]), ("log --salvage", ["--salvage", "log", path]),
      ("log --format json", ["log", path, "--format", "json"]),
      ("info", ["-e", "info", path]), ("show", ["-e", "goto 1", "-e", "action", path]),
      ("list", ["-e", "finish", "-e", "list", path]),
      ("tree", ["-e", "goto 1", "-e", "tree", path]),
      ("marks", ["-e", "marks", path]), ("show verb", ["show", path, "1"]),
      ("show 2", ["show", path, "2"]),
      ("watch", ["-e", "watch \(place)", "-e", "continue", "-e", "continue", path]),
      ("print 0", ["print", path, "0", ""]), ("print 1", ["print", path, "1", ""]),
      ("print $..*", ["print", path, "1", "$..*", "--paths"]),
      ("print $..*..*..*", ["print", path, "1", "$..*..*..*"]),
      ("print --canonical", ["print", path, "1", "", "--canonical"]),
      ("find", ["find", path, "count($.state..*) > 3"]),
      ("find $.patch", ["find", path, "count($.patch[*]) > 1"]),
      ("find text", ["find", path, "search($.state, 'q')"]),
      ("first", ["first", path, "$.state == 'never'"]),
      ("bisect", ["bisect", path, "$.state == 'never'"]),
      ("why", ["why", path, place]), ("history", ["history", path, place]),
      ("history whole", ["history", path, ""]), ("blame", ["blame", path, "", "1"]),
      ("grep", ["grep", path, "a"]),
      ("diff", ["diff", path, "0", "1"]),
      ("diff next", ["diff", path, "1", "2"]),
      ("diff --as tree", ["diff", path, "0", "1", "--as", "tree"]),
      ("diff --as patch", ["diff", path, "0", "1", "--as", "patch"]),
      ("diff of two", ["diff", path, path]), ("stats", ["stats", path]),
      ("check", ["check", path]),
      ("repair", ["repair", path, "-o", copy]),
      ("repair --recrc", ["repair", path, "--recrc", "-o", "-"]),
      ("expand", ["expand", path, "-o", copy]),
      ("compact", ["compact", path, "-o", copy]),
      ("verify", ["verify", path]),
    ]
  }

  /// Prints what a file cost, as all of them take hours.
  private func show(_ file: HostileFile, _ costs: [Cost]) {
    let megabytes = costs.map { Int($0.run.megabytes) }.max() ?? 0
    let over = costs.count { !faults($0).isEmpty }
    print("\(file): \(costs.count) runs, at most \(megabytes) MB, \(over) over the bound")
    fflush(nil)
  }

  /// Prints, for each verb, what it cost most, and each file that cost more than half of the bound.
  private func report(_ costs: [Cost]) {
    print(
      "verb | most memory: MB, CPU s, end, file | most time: CPU s, MB, end, file | over the bound")
    var verbs: [String] = []
    for cost in costs where !verbs.contains(cost.verb) { verbs.append(cost.verb) }
    for verb in verbs {
      let own = costs.filter { $0.verb == verb }
      guard let large = own.max(by: { $0.run.megabytes < $1.run.megabytes }),
        let slow = own.max(by: { $0.run.seconds < $1.run.seconds })
      else { continue }
      let over = own.count { !faults($0).isEmpty }
      print(
        "\(verb) | \(Int(large.run.megabytes)), \(tenths(large.run.seconds)), \(end(large.run)), "
          + "\(large.file) | \(tenths(slow.run.seconds)), \(Int(slow.run.megabytes)), "
          + "\(end(slow.run)), \(slow.file) | \(over) of \(own.count)")
    }
    for cost in costs where !faults(cost).isEmpty || cost.run.seconds > 10 {
      print(
        "  \(cost.verb) \(cost.file): \(Int(cost.run.megabytes)) MB, "
          + "\(tenths(cost.run.seconds)) s, \(end(cost.run))")
    }
    fflush(nil)
  }

  private func end(_ run: MeasuredRun) -> String { run.status.map { "\($0)" } ?? "ended" }

  private func tenths(_ seconds: Double) -> Double { (seconds * 10).rounded() / 10 }
}
