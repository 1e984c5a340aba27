import Foundation
import SessionFormat

/// A recorded session as the argument of a test; it is opened and replayed when the test runs.
///
/// ```swift
/// @Test(arguments: try SessionFile.files(in: "Sessions"))
/// func reproduces(_ session: SessionFile) throws {
///   let verdict = try session.verify { searchHost.machine(answer: $0).handle }
///   #expect(verdict.reproduces, "\(verdict)")
/// }
/// ```
public struct SessionFile: Hashable, Sendable, CustomStringConvertible {
  /// The path of the file.
  public let path: String
  /// The name of the file, which names the test case.
  public var description: String { (path as NSString).lastPathComponent }

  /// Names a file that contains a session.
  public init(path: String) { self.path = path }

  /// Returns the sessions of a folder by name: its files that end in `.ndjson` or `.ndjson.gz`.
  ///
  /// - Parameters:
  ///   - folder: The folder; a relative path starts from the source file that calls this.
  ///   - source: That source file.
  /// - Throws: ``InspectorError`` if the folder cannot be read or has no session: a test without
  ///   arguments would pass.
  public static func files(
    in folder: String, beside source: String = #filePath
  ) throws(InspectorError) -> [SessionFile] {
    let path = URL(fileURLWithPath: folder, relativeTo: URL(fileURLWithPath: source)).path
    let names: [String]
    do { names = try Platform.names(in: path) } catch {
      throw .cannotRead(file: path, errno: error.errno)
    }
    let sessions = names.filter { SegmentNumber.split($0) != nil }.sorted()
    guard !sessions.isEmpty else { throw .noSessions(folder: path) }
    return sessions.map { SessionFile(path: "\(path)/\($0)") }
  }

  /// Replays the session through a host in this process and compares the steps.
  ///
  /// A recorded crash is not replayed, but reported as a step that is not comparable. A reducer
  /// that traps elsewhere ends this process.
  ///
  /// - Parameters:
  ///   - ignoring: Patterns of places in the state that are left out of the comparison.
  ///   - accepting: Whether a session that diverges is replaced by its replay; the verdict is then
  ///     about the new one. Default: ``accepts``.
  ///   - machine: Makes the host.
  /// - Throws: ``InspectorError`` if the file is damaged, the host does not fit it, or the session
  ///   cannot be replaced as requested.
  public func verify(
    ignoring: [String] = [], accepting: Bool = accepts, _ machine: @escaping HostInProcess.Machine
  ) throws(InspectorError) -> Verdict {
    try verify(
      through: HostClient { () throws(HostFailure) in
        HostInProcess(name: "of this process", machine)
      },
      ignoring, accepting)
  }

  /// Replays the session through a host in a process of its own and compares the steps.
  ///
  /// - Parameters:
  ///   - command: The command of the host.
  ///   - ignoring: Patterns of places in the state that are left out of the comparison.
  ///   - patience: The most seconds that an answer of the host may take.
  ///   - memory: The most bytes of memory that the host may take; nil for the command's limit.
  ///   - accepting: Whether a session that diverges is replaced by its replay; the verdict is then
  ///     about the new one. Default: ``accepts``.
  ///   - findingCauses: Whether a step that differs is run again, in short processes, under other
  ///     conditions, so that the verdict says why. Not done if accepting.
  /// - Throws: ``InspectorError`` if the file is damaged, the host does not fit it, the session
  ///   cannot be replaced as requested, or the system has no child processes.
  public func verify(
    by command: HostCommand, ignoring: [String] = [], patience: Int = 60, memory: Int? = nil,
    accepting: Bool = accepts, findingCauses: Bool = true
  ) throws(InspectorError) -> Verdict {
    var extent = Verification.Extent()
    extent.causes = findingCauses && !accepting
    var bound = command
    bound.memory = memory ?? command.memory
    return try verify(
      through: HostClient(bound, patience: patience), ignoring, accepting
    ) { verification throws(InspectorError) in
      try verification.verdict(extent, by: bound, patience: patience)
    }
  }

  /// Whether the variable `INSPECT_ACCEPT` of the environment is 1.
  ///
  /// After an intended change of the reducer, `INSPECT_ACCEPT=1 swift test` replaces sessions like
  /// `inspect verify --accept`.
  public static var accepts: Bool { ProcessInfo.processInfo.environment["INSPECT_ACCEPT"] == "1" }

  private func verify(
    through host: HostClient, _ texts: [String], _ accepting: Bool,
    _ verdict: (Verification) throws(InspectorError) -> Verdict = {
      verification
        throws(InspectorError) in try verification.verdict()
    }
  ) throws(InspectorError) -> Verdict {
    defer { host.close() }
    var patterns: [IgnoredPlaces] = []
    for text in texts {
      do { patterns.append(try IgnoredPlaces(text)) } catch {
        throw .badPattern(reason: "\(text): \(error)")
      }
    }
    let session = try Session(path: path)
    let verdict = try verdict(Verification(session, host: host, ignoring: patterns))
    guard accepting, !verdict.reproduces || verdict.migration?.isEmpty == false else {
      return verdict
    }
    var proven = verdict
    host.surplus.arePassedOver = true
    let replacement = SessionReplacement(session, host: host, interrupted: { false })
    let acceptance = try replacement.replace { made, host throws(InspectorError) in
      proven = try Verification(made, host: host, ignoring: patterns).verdict()
      return proven
    }
    if case .refused(let reason) = acceptance { throw .notAccepted(file: path, reason: reason) }
    return proven
  }
}
