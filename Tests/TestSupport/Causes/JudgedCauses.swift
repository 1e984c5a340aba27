import SessionFormat

/// The causes that the built `inspect verify` reports for one session, judged against the true ones.
public struct JudgedCauses: Sendable {
  /// A reported cause.
  public struct Finding: Sendable, CustomStringConvertible {
    /// Its name in the report.
    public let cause: String
    /// "certain", "likely" or "possible".
    public let confidence: String
    /// The evidence in the report.
    public let evidence: [String]

    /// All of it on one line.
    public var description: String {
      "\(cause) (\(confidence)): \(evidence.joined(separator: "; "))"
    }
  }

  /// The judgement of a report.
  public enum Mark: String, CaseIterable, Sendable {
    /// No step differs, so no cause is searched for.
    case reproduced
    /// A false cause is certain.
    case certainFalse
    /// A true cause is certain, and no other.
    case certainTrue
    /// A true cause is likely, and none is certain.
    case likelyTrue
    /// Anything else: only possible causes, false ones that are at most likely, or none.
    case other
  }

  /// The reported causes.
  public let findings: [Finding]
  /// The mark.
  public let mark: Mark
  /// Whether a true cause is among those reported, however sure.
  public let namesTrueOne: Bool
  /// Whether the report says that the coding loses nothing.
  public let saysNothingIsLost: Bool

  /// The causes reported as certain that are false.
  public let certainFalse: [Finding]

  /// Verifies a session.
  ///
  /// - Parameters:
  ///   - session: The path of its file.
  ///   - host: The command of its host; nil for the tool's own.
  ///   - options: Further arguments of the verb.
  ///   - causes: The true causes.
  /// - Throws: An error if the tool cannot be run, fails, or reports no verdict.
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
