import SessionFormat

/// What the built `inspect verify` says of the causes of one session, held against the true ones.
public struct JudgedCauses: Sendable {
  /// A cause that is given.
  public struct Finding: Sendable, CustomStringConvertible {
    /// What it is called in the report.
    public let cause: String
    /// "certain", "likely" or "possible".
    public let confidence: String
    /// What is said for it.
    public let evidence: [String]

    /// All of it, on a line.
    public var description: String {
      "\(cause) (\(confidence)): \(evidence.joined(separator: "; "))"
    }
  }

  /// What is right or wrong with it.
  public enum Mark: String, CaseIterable, Sendable {
    /// No step differs, so no cause is sought.
    case reproduced
    /// A cause is certain that is not at work.
    case certainFalse
    /// A cause that is at work is certain, and no other.
    case certainTrue
    /// A cause that is at work is likely, and none is certain.
    case likelyTrue
    /// Anything else: only possible ones, wrong ones that are no more than likely, or none.
    case other
  }

  /// The causes, as they are given.
  public let findings: [Finding]
  /// The mark.
  public let mark: Mark
  /// Whether a true cause is among those given, however sure.
  public let namesTrueOne: Bool
  /// Whether it is said of the coding that nothing is lost in it.
  public let saysNothingIsLost: Bool

  /// The certain causes that are not at work.
  public let certainFalse: [Finding]

  /// Verifies a session.
  ///
  /// - Parameters:
  ///   - session: The path of its file.
  ///   - host: The command of its host; nil for the one that the tool has.
  ///   - options: Further arguments of the verb.
  ///   - causes: Those which are at work.
  /// - Throws: Where the tool cannot be run, is in trouble, or reports what is no verdict.
  public init(
    of session: String, host: String?, options: [String] = [], causes: Set<String>
  ) throws {
    let arguments =
      ["verify", session] + options + (host.map { ["--host", $0] } ?? []) + ["--format", "json"]
    let run = try ProcessRun.run(try BuiltBinary.inspect, arguments, within: 300)
    guard [.exited(0), .exited(1)].contains(run.status) else {
      throw NoVerdict(description: "verify \(run.status): \(run.error.prefix(300))")
    }
    let report = try JSONValue(parsing: run.output)
    guard let row = report["sessions"]?[0], let result = row["result"]?.string, result != "trouble"
    else { throw NoVerdict(description: "no verdict: \(run.output.prefix(300))") }
    let rows = row["diagnosis"]?["causes"]?.array.map(Array.init) ?? []
    let findings = rows.map { row in
      Finding(
        cause: row["cause"]?.string ?? "", confidence: row["confidence"]?.string ?? "",
        evidence: row["evidence"]?.array?.compactMap(\.string) ?? [])
    }
    self.findings = findings
    certainFalse = findings.filter { $0.confidence == "certain" && !causes.contains($0.cause) }
    saysNothingIsLost = run.output.contains("loses nothing")
    namesTrueOne = findings.contains { causes.contains($0.cause) }
    func has(_ confidence: String) -> Bool {
      findings.contains { $0.confidence == confidence && causes.contains($0.cause) }
    }
    mark =
      if row["diagnosis"] == nil && result != "diverges" {
        .reproduced
      } else if !certainFalse.isEmpty {
        .certainFalse
      } else if has("certain") {
        .certainTrue
      } else if has("likely") {
        .likelyTrue
      } else {
        .other
      }
  }

  /// The tool gave no verdict.
  public struct NoVerdict: Error, CustomStringConvertible {
    /// What it did instead.
    public let description: String
  }
}
