import Commands
import Foundation
import Inspector
import SessionFormat
import TestSupport
import Testing

@Suite("Reducers that do not reproduce are found out, and those that do are left in peace")
struct ZooTests {
  static let animals = ZooAnimal.all
  static let faults = animals.filter { $0.cause != nil }
  static let clean = animals.filter { $0.cause == nil }

  @Test("there are thirty of each, and two or more of each cause")
  func counts() {
    #expect(Self.faults.count >= 30)
    #expect(Self.clean.count >= 30)
    #expect(Set(Self.animals.map(\.name)).count == Self.animals.count)
    for cause in Diagnosis.Cause.allCases {
      #expect(Self.faults.count { $0.cause == cause } >= 2, "\(cause)")
    }
  }

  @Test(
    "the first step that differs is named, and the cause",
    arguments: faults.thinned(8, usual: 5))
  func isFound(animal: ZooAnimal) throws {
    let verdict = try animal.verdict()
    let first = animal.isHiddenFromChain ? verdict.steps?.faults.first?.n : verdict.divergence?.n
    #expect(first == animal.step)
    #expect(!verdict.reproduces)
    if animal.isHiddenFromChain { #expect(verdict.divergence == nil) }
    let diagnosis = try #require(verdict.diagnosis)
    #expect(diagnosis.n == animal.step)
    // Of causes that are only possible none is before the others.
    let best = diagnosis.findings.filter { $0.confidence == diagnosis.findings.first?.confidence }
    let named = best.first?.confidence == .possible ? best : Array(best.prefix(1))
    #expect(named.contains { $0.cause == animal.cause }, "\(diagnosis)")
    #expect(diagnosis.findings.allSatisfy { !$0.evidence.isEmpty })
    for finding in diagnosis.findings where finding.confidence == .certain {
      #expect(finding.cause == animal.cause || animal.alsoCauses.contains(finding.cause))
      #if os(Linux)
        if [.hashing, .addresses].contains(finding.cause) {
          let lines = finding.asked.compactMap(\.line)
          #expect(!lines.isEmpty)
          for line in lines { #expect(try animal.isReducer(line), "\(line)") }
        }
      #endif
    }
  }

  @Test(
    "no step differs, by itself or between two replays, and no cause is looked for",
    arguments: clean.thinned(8, usual: 5))
  func isLeft(animal: ZooAnimal) throws {
    let verdict = try animal.verdict()
    #expect(verdict.divergence == nil)
    #expect(verdict.steps?.faults == [])
    #expect(verdict.steps?.compared == verdict.actions)
    #expect(verdict.repetition?.difference == nil)
    #expect(verdict.repetition?.equal == verdict.actions)
    #expect(verdict.diagnosis == nil)
    #expect(verdict.reproduces)
  }
}

/// A reducer of the zoo, with what is known of it.
struct ZooAnimal: Sendable, CustomTestStringConvertible {
  let name: String
  let cause: Diagnosis.Cause?
  let alsoCauses: Set<Diagnosis.Cause>
  let step: Int
  let isHiddenFromChain: Bool
  private let recordEnvironment: [String: String]
  private let hostEnvironment: [String: String]
  private let ignored: [String]

  var testDescription: String { name }

  /// All of them, as the program lists them.
  static let all: [ZooAnimal] = {
    guard let run = try? ProcessRun.run(try BuiltBinary.zoo, ["list"]) else { return [] }
    return run.output.split(separator: "\n").compactMap { line in
      (try? JSONValue(parsing: String(line))).flatMap(ZooAnimal.init)
    }
  }()

  private init?(_ document: JSONValue) {
    guard let name = document["name"]?.string, let step = document["step"]?.int else { return nil }
    self.name = name
    self.step = step
    cause = document["cause"]?.string.flatMap(Diagnosis.Cause.init)
    alsoCauses = Set(
      document["also"]?.array?.compactMap { $0.string.flatMap(Diagnosis.Cause.init) } ?? [])
    isHiddenFromChain = document["hidden"]?.bool ?? false
    recordEnvironment = Self.texts(document["record"])
    hostEnvironment = Self.texts(document["host"])
    ignored = document["ignore"]?.array?.compactMap(\.string) ?? []
  }

  private static func texts(_ value: JSONValue?) -> [String: String] {
    var texts: [String: String] = [:]
    for member in value?.object.map(Array.init) ?? [] { texts[member.name] = member.value.string }
    return texts
  }

  /// Whether a line is one of its reducer's, which ends where the next specimen begins.
  func isReducer(_ line: SourceLine) throws -> Bool {
    let text = try String(contentsOfFile: line.file, encoding: .utf8)
    let lines = text.components(separatedBy: "\n")
    guard let start = lines.firstIndex(where: { $0.contains("\"\(name)\"") }) else { return false }
    let end = lines[(start + 1)...].firstIndex { $0.hasPrefix("    .fault(") } ?? lines.count
    return (start + 1...end).contains(line.line)
  }

  /// Records it, and verifies in each way.
  func verdict() throws -> Verdict {
    let zoo = try BuiltBinary.zoo
    let folder = try SessionFolder()
    let path = "\(folder.path)/\(name).ndjson"
    let recording = try ProcessRun.run(
      zoo, ["record", name, path],
      environment: ProcessRun.plainEnvironment.merging(recordEnvironment) { $1 })
    #expect(recording.status == .exited(0))
    var command = HostCommand(program: zoo.path, arguments: ["host", name])
    // As `ProcessRun.plainEnvironment`, whatever the tests are run in.
    command.environment = ["LANG": "C.UTF-8"]
    for name in ["LC_ALL", "TZ"] { command.environment.updateValue(nil, forKey: name) }
    command.environment.merge(hostEnvironment) { $1 }
    var extent = Verification.Extent()
    (extent.steps, extent.twice, extent.causes) = (true, true, true)
    let client = HostClient(command)
    defer { client.close() }
    return try Verification(
      try Session(path: path), host: client, ignoring: try ignored.map { try IgnoredPlaces($0) }
    ).verdict(extent, by: command)
  }
}
