import Foundation
package import SessionFormat

/// Writes a session without its secrets.
///
/// Stand-ins replace them where patterns hide values, and the header names these places; everywhere
/// else their letters become `*`. States are written anew, as patches and keyframes; all other lines
/// and members are kept.
package struct SessionRedaction {
  /// What became of a session.
  package struct Account: Sendable {
    /// What was replaced, by place.
    package let replaced: [SecretFinding]
    /// What was found and stays, because the policy says so.
    package let kept: [SecretFinding]
    /// The patterns that the header names in addition.
    package let patterns: [PathPattern]
    /// The first value that a replay gets a stand-in for; nil if there is none.
    package let first: (n: Int, place: PathPattern)?
    /// Whether there were more secrets than are looked for outside their places.
    package let isKnownFull: Bool
    /// How many different secrets are plain words or too short, so that they were replaced at their
    /// places alone.
    package let plainCount: Int
    /// Where else such words stand in what was written.
    package let words: [SecretFinding]
  }

  /// What the header of the result says of it.
  package static let change = "secrets replaced"

  private let session: Session
  private let policy: RedactionPolicy
  private var known: KnownSecrets
  private let originalID: String
  private let key: RedactionKey
  private let interrupted: () -> Bool
  private var patterns: [PathPattern]

  /// Scans a session for what is to be replaced.
  ///
  /// - Parameter policy: What stays, and what is replaced as well.
  package init(
    _ session: Session, _ policy: RedactionPolicy, interrupted: @escaping () -> Bool = { false },
    progress: ((Double) -> Void)? = nil
  ) throws(InspectorError) {
    var scan = SecretScan(
      session, places: policy.places, policy: policy, looksAgain: true, interrupted: interrupted,
      progress: progress)
    try scan.run()
    self.init(session, policy, scan, interrupted: interrupted)
  }

  /// - Parameters:
  ///   - scan: What was found, in this session or in one of which it is a part.
  ///   - originalID: The id of that one.
  init(
    _ session: Session, _ policy: RedactionPolicy, _ scan: SecretScan, originalID: String? = nil,
    interrupted: @escaping () -> Bool
  ) {
    (self.session, self.interrupted) = (session, interrupted)
    self.policy = policy.hidingAnew(session.header)
    self.originalID = originalID ?? session.header.id
    known = scan.known
    key = .random()
    patterns = policy.places
    add(scan.findings.filter(\.isRedacted))
  }

  private mutating func add(_ findings: [SecretFinding]) {
    let known = Set(patterns)
    var seen = known
    for finding in findings where finding.source.hasPatterns {
      if seen.insert(finding.place).inserted { patterns.append(finding.place) }
    }
  }

  /// Writes the session.
  ///
  /// The header names each place with a stand-in before it is known for certain which there are, and a
  /// secret may stand again before the scan knew it; so the session is written once more if one is
  /// found that the scan did not see.
  ///
  /// - Parameter writer: Makes what the session is written to.
  /// - Returns: What was written, not finished, and what was replaced.
  package mutating func write(
    to writer: () throws(InspectorError) -> SessionWriter
  ) throws(InspectorError) -> (writer: SessionWriter, account: Account) {
    // Stretches that overlap in another way each time would be new for ever.
    var mostRepeats = 2
    while true {
      var out = try writer()
      let content = RedactedContent(
        SecretReplacement(policy, known: known, key: key), patterns, session.header, policy,
        originalID)
      let form = SnapshotForm(rawValue: session.header.snapshots ?? "") ?? .delta
      var rewrite = SessionRewrite(session, as: form, changing: content)
      try rewrite.run(into: &out, interrupted: interrupted)
      let before = patterns.count
      let replaced = content.replacement.findings.all
      add(replaced)
      let unknown = content.replacement.unknown
      for one in unknown { known.add(one.found, at: one.place) }
      let wholes = content.replacement.unknownWholes
      for one in wholes { known.add(one, isShaped: false) }
      if !(unknown.isEmpty && wholes.isEmpty), mostRepeats > 0 {
        mostRepeats -= 1
        continue
      }
      guard patterns.count == before else { continue }
      return (
        out,
        Account(
          replaced: replaced, kept: content.replacement.kept.all, patterns: patterns,
          first: content.replacement.first, isKnownFull: known.isFull,
          plainCount: known.plainCount, words: content.replacement.words.all)
      )
    }
  }
}

/// The content of a session without its secrets.
private final class RedactedContent: ContentChange {
  private(set) var replacement: SecretReplacement
  private var visit: LineVisit
  private var walk: ValueWalk
  private let patterns: [PathPattern]
  private let originalID: String

  init(
    _ replacement: SecretReplacement, _ patterns: [PathPattern], _ header: SessionHeader,
    _ policy: RedactionPolicy, _ originalID: String
  ) {
    self.originalID = originalID
    self.replacement = replacement
    self.patterns = patterns
    walk = ValueWalk(selecting: policy.places, hidden: header.hiddenWhole)
    visit = LineVisit(walk)
  }

  func state(
    _ state: JSONValue, n: Int, since before: JSONValue?, written: JSONValue?
  ) -> JSONValue {
    replacement.begin(.state, n: n)
    guard let before, let written else { return walk.walk(state, &replacement) ?? state }
    return walk.walk(state, since: before, written, at: walk.root, &replacement) ?? written
  }

  func line(_ line: SessionLine) -> SessionLine? {
    let new = visit.visit(line, &replacement)
    switch new ?? line {
    case .session(var header):
      guard !patterns.isEmpty else { return new }
      let old = header.redactions ?? []
      header.extra = header.extra.map(DevToolsCorrection.emptied)
      header.redactions = old + patterns.map(\.description).filter { !old.contains($0) }
      replacement.begin(.header, n: nil)
      let id = replacement.leaf(.string(originalID), on: [.name("id")], kind: nil)?.string
      header.derived = SessionHeader.Derivation(
        id: id ?? originalID, changes: (header.derived?.changes ?? []) + [SessionRedaction.change])
      header.id = UUID().uuidString.lowercased()
      return .session(header)
    case .state(var state):
      // Its words may quote a value that no form shows to be a secret.
      guard let threw = state.threw, !patterns.isEmpty else { return new }
      let name = Self.typeName(threw)
      guard name != threw else { return new }
      state.threw = name
      return .state(state)
    default: return new
    }
  }

  /// The name of a type at the beginning of an error's words.
  private static func typeName(_ words: String) -> String {
    let name = words.prefix {
      $0 == "_" || $0 == "." || ($0.isASCII && ($0.isLetter || $0.isNumber))
    }
    return name.first?.isUppercase == true ? String(name) : "error"
  }
}
