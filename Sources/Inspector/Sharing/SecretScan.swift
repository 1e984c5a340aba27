package import SessionFormat

/// Finds the secrets of a session, by place.
///
/// A line is parsed only if its bytes leave open whether it has a secret; so damage in others goes
/// unnoticed. What was found once is then looked for everywhere else.
package struct SecretScan {
  private let session: Session
  /// What is looked for as well, whatever it holds.
  private var patterns: [PathPattern]
  /// What is not looked at, as it is hidden already.
  private let hidden: [PathPattern]
  private let interrupted: () -> Bool
  private let progress: ((_ share: Double) -> Void)?
  private var collector = SecretCollector()
  /// Whether some value is the name of another one that is a secret, as the keys of a dictionary stand before its
  /// values if they are no strings: then a change of either may make a secret of the other.
  private var hasListedText = false

  /// Where secrets are, in the order of the session.
  package var findings: [SecretFinding] { collector.findings.all }
  /// Whether there were more different secrets than are looked for elsewhere.
  package var isKnownFull: Bool { collector.known.isFull }
  /// How many different secrets are not looked for elsewhere, as they are plain words or too short.
  package var plainCount: Int { collector.known.plainCount }
  var known: KnownSecrets { collector.known }

  /// - Parameters:
  ///   - places: Patterns of other places whose values are secrets.
  ///   - policy: What stays, so that it is not looked for elsewhere.
  ///   - looksAgain: Whether what an earlier redaction replaced is looked at again; its stand-ins have
  ///     the form of secrets.
  ///   - interrupted: Called repeatedly; true ends the scan.
  ///   - progress: Gets the share of the session that was scanned.
  package init(
    _ session: Session, places: [PathPattern] = [], policy: RedactionPolicy = RedactionPolicy(),
    looksAgain: Bool = false, interrupted: @escaping () -> Bool = { false },
    progress: ((_ share: Double) -> Void)? = nil
  ) {
    (self.session, self.interrupted, self.progress) = (session, interrupted, progress)
    let header = session.header
    hidden = looksAgain || header.isOfHost ? header.hiddenWhole : header.hiddenPatterns
    patterns = places + header.hiddenAnew
    collector.policy = policy.hidingAnew(header)
  }

  /// Scans the session, twice if it has a secret.
  ///
  /// Complexity: O(bytes), mostly at the speed of a look at each; and the size of the lines that may
  /// have a secret.
  package mutating func run() throws(InspectorError) {
    try pass(from: 0)
    if hasListedText {
      collector.findings = SecretFindings()
      try pass(from: 0)
    }
    guard !collector.known.isEmpty else { return }
    collector.texts.known = collector.known
    collector.takesCopiesOnly = true
    let whole = collector.findings
    try pass(from: 0.5)
    guard collector.hasTypedCopy else { return }
    // A field that a secret was typed into has its beginnings as well.
    (collector.findings, collector.texts.known) = (whole, collector.known)
    try pass(from: 0.5)
  }

  private mutating func pass(from share: Double) throws(InspectorError) {
    let lines = session.lines
    let takesIndexes = hasListedText
    let scan = SecretLineScan(collector.texts, selecting: patterns, takesIndexes: takesIndexes)
    var visit = LineVisit(
      ValueWalk(
        selecting: patterns, hidden: hidden, hidesNames: session.header.wasRedacted))
    let needsStates = patterns.contains(where: \.hasIndex)
    var start = 0
    while start < lines.count {
      if interrupted() { throw .interrupted }
      progress?(share + Double(start) / Double(lines.count) / 2)
      let first = start
      let pieces: [[Int]] = Parallel.map(Parallel.cores) { core in
        let from = min(lines.count, first + core * Self.pieceSize)
        return Self.lines(lines, from..<min(lines.count, from + Self.pieceSize), scan)
      }
      for index in pieces.joined() {
        if interrupted() { throw .interrupted }
        try take(index, &visit, needsStates: needsStates || takesIndexes)
      }
      hasListedText = hasListedText || visit.values.hasListed
      start += Parallel.cores * Self.pieceSize
    }
  }

  /// Whether a pattern selects anything in a session, hidden or not.
  ///
  /// Complexity: that of a scan without a secret.
  package static func selects(
    _ pattern: PathPattern, in session: Session, interrupted: @escaping () -> Bool
  ) throws(InspectorError) -> Bool {
    var scan = SecretScan(session, interrupted: interrupted)
    scan.patterns = [pattern]
    try scan.pass(from: 0)
    return scan.collector.hasSelected
  }

  /// Whether a text, such as the name of a file, has a secret in it.
  package static func finds(in text: String) -> Bool {
    var text = text
    return text.withUTF8 { !TextSecrets().found(in: $0).isEmpty }
  }

  /// How many lines are looked at between two questions whether to stop.
  private static let pieceSize = 1 << 13

  private static func lines(
    _ lines: LineIndex, _ stretch: Range<Int>, _ scan: SecretLineScan
  ) -> [Int] {
    var found: [Int] = []
    _ = lines.allSatisfy(in: stretch) { index, kind, line in
      if kind != .damaged, kind != .blank, scan.mayHaveSecret(line) { found.append(index) }
      return true
    }
    return found
  }

  private mutating func take(
    _ index: Int, _ visit: inout LineVisit, needsStates: Bool
  ) throws(InspectorError) {
    guard session.steps.isInOrder(index) else { return }
    let line = try session.line(index)
    collector.isNew = true
    switch line {
    case .state(let state):
      // A segment begins with the state that ended the one before it.
      collector.isNew = session.steps.states[state.n] == index
      try take(state.content, n: state.n, after: state.n - 1, &visit, needsStates)
    case .outside(let change):
      try take(change.content, n: change.n, after: nil, &visit, needsStates)
    case .keyframe(let keyframe):
      collector.isNew = false
      visit.visit(.whole(keyframe.state), n: keyframe.n, in: nil, &collector)
    default: break
    }
    _ = visit.visit(line, &collector)
  }

  private mutating func take(
    _ content: StateContent, n: Int, after: Int?, _ visit: inout LineVisit, _ needsStates: Bool
  ) throws(InspectorError) {
    guard case .patch(let patch) = content, needsStates || patch.dependsOnState else {
      return visit.visit(content, n: n, in: nil, &collector)
    }
    if after == nil {
      // Each change from outside, on what the one before it made.
      for change in try session.outsideChanges(n) {
        visit.visit(.whole(change.state), n: n, in: nil, &collector)
      }
    } else if session.hasState(n) {
      visit.visit(content, n: n, in: try session.state(n), &collector)
    }
  }
}

extension JSONPatch {
  /// Whether only the state says what some operation puts somewhere.
  fileprivate var dependsOnState: Bool {
    operations.contains { operation in
      switch operation {
      case .move, .copy, .splice: true
      case .add, .remove, .replace, .test: false
      }
    }
  }
}

extension SessionHeader {
  /// Whether secrets were replaced in it after it was recorded.
  package var wasRedacted: Bool { derived?.changes.contains(SessionRedaction.change) == true }

  /// Whether states of it may come from a host, which hides nothing.
  ///
  /// A redaction hides what came from one before.
  package var isOfHost: Bool {
    let changes = derived?.changes ?? []
    let redaction = changes.lastIndex(of: SessionRedaction.change)
    return changes[(redaction.map { $0 + 1 } ?? 0)...].contains {
      !$0.hasPrefix(SessionExcerpt.change)
    }
  }

  /// The patterns of what the recorder hid: nothing but stand-ins is there.
  ///
  /// A redaction also names places of which it replaced a part, or at which its policy kept something;
  /// so after one there are none. A host makes anew what was hidden.
  var hiddenWhole: [PathPattern] { wasRedacted || isOfHost ? [] : hiddenPatterns }

  /// The patterns of what was hidden once and may be there again.
  var hiddenAnew: [PathPattern] { isOfHost ? hiddenPatterns : [] }

  /// The patterns of what is hidden already; an unknown list hides nothing that is known of.
  var hiddenPatterns: [PathPattern] {
    (redactions ?? []).prefix(4096).flatMap { text in
      RedactionList.named(text)?.patterns ?? [try? PathPattern(text)].compactMap(\.self)
    }
  }
}

/// Notes the secrets that it visits.
private struct SecretCollector: SecretFinder {
  var findings = SecretFindings()
  var known = KnownSecrets()
  var texts = TextSecrets()
  /// Whether only secrets that are known from elsewhere are noted.
  var takesCopiesOnly = false
  /// Whether what is found counts.
  var isNew = true
  /// Whether a pattern selected something.
  private(set) var hasSelected = false
  /// Whether some place has copies of a secret as it was typed.
  private(set) var hasTypedCopy = false
  private(set) var source = SecretFinding.Source.state
  private var n: Int?
  private var tokens = WayTokens()
  var policy = RedactionPolicy()

  mutating func begin(_ source: SecretFinding.Source, n: Int?) {
    (self.source, self.n) = (source, n)
  }

  mutating func select() { hasSelected = true }

  mutating func leaf(_ value: JSONValue, on way: [WayStep], kind: SecretKind?) -> JSONValue? {
    if let kind {
      // What a redaction masked is none any more.
      let isMasked = kind == .name && value.withStringBytes(\.isMasked)
      if !takesCopiesOnly, !isMasked { takeWhole(value, kind, way) }
      return nil
    }
    switch value.kind {
    case .string:
      let (found, size) = value.withStringBytes { (self.found(in: $0, way), $0.count) }
      for one in found {
        take(one, way, isName: false)
        guard takesCopiesOnly, one.span.kind == .copy, one.span.range.count == size,
          known.isTyped(one.secret)
        else { continue }
        if known.addParts(of: one.secret, at: SecretParts.Place(source, way)) {
          hasTypedCopy = true
        }
      }
    case .number:
      if let found = secretNumber(value, on: way) { take(found, way, isName: false) }
    default: break
    }
    return nil
  }

  mutating func name(_ name: String, on way: [WayStep]) -> String? {
    var name = name
    let place = way + [.index(0)]
    for one in name.withUTF8({ found(in: $0, place, isName: true) }) {
      take(one, place, isName: true)
    }
    return nil
  }

  private mutating func take(_ found: TextSecrets.Found, _ way: [WayStep], isName: Bool) {
    if takesCopiesOnly, found.span.kind != .copy { return }
    let isRedacted = note(
      found.span.kind, way, found.secret, isName: isName, issuer: found.span.issuer,
      publicCount: found.span.publicCount)
    guard isRedacted, !takesCopiesOnly else { return }
    known.add(found, at: SecretParts.Place(source, way))
  }

  /// A value that its place makes a secret.
  private mutating func takeWhole(_ value: JSONValue, _ kind: SecretKind, _ way: [WayStep]) {
    let text = Array((value.string ?? value.description).utf8)
    guard !text.isEmpty else { return }
    if note(kind, way, text, isName: false), spreads(value, text, way) {
      known.add(text, isShaped: false)
    }
  }

  private mutating func note(
    _ kind: SecretKind, _ way: [WayStep], _ secret: [UInt8], isName: Bool, issuer: String? = nil,
    publicCount: Int = 0
  ) -> Bool {
    let place = isName ? Array(way.dropLast()) : way
    let fate = policy.fate(
      kind, at: source.hasPatterns ? JSONPointer(tokens: place.map(\.text)) : nil)
    findings.note(
      kind, source, way.map { tokens.token(of: $0, texts) }, n: n, isName: isName, issuer: issuer,
      isNew: isNew, isRedacted: fate == .redact,
      preview: SecretPreview.of(secret, kind, publicCount: publicCount))
    return fate == .redact
  }
}

extension WayStep {
  /// Its token in a pointer.
  var text: String {
    switch self {
    case .name(let name): name
    case .index(let index): String(index)
    }
  }
}

/// The steps of patterns for the steps of ways.
struct WayTokens {
  private var known: [NameKey: PathPattern.Token] = [:]

  private static let most = 4096

  /// Any, if it is an index or seems to be one of many.
  mutating func token(of step: WayStep, _ texts: TextSecrets) -> PathPattern.Token {
    guard case .name(var name) = step else { return .any }
    if let token = known[NameKey(name)] { return token }
    let isOneOfMany =
      name.utf8.count > 40 || name.utf8.allSatisfy { ByteSet.digits.contains($0) }
      || (name.utf8.count == 36 && name.utf8.count { $0 == UInt8(ascii: "-") } == 4)
    let isSecret = isOneOfMany || name.withUTF8 { !texts.found(in: $0).isEmpty }
    let token = isSecret ? PathPattern.Token.any : .name(name)
    if known.count < Self.most { known[NameKey(name)] = token }
    return token
  }
}

extension CardNumber {
  /// Whether a number is that of a card, as far as one is ever written as a number.
  fileprivate static func isValid(_ text: [UInt8]) -> Bool {
    15...16 ~= text.count && text.allSatisfy(ByteSet.digits.contains)
      && isValid(digits: text.map { $0 - 48 })
  }
}

extension SecretParts.Place {
  init(_ source: SecretFinding.Source, _ way: [WayStep]) {
    self.init(
      source: source.rawValue,
      names: way.map { step in
        if case .name(let name) = step { name } else { nil }
      })
  }
}

/// A visitor that looks for secrets in texts and numbers.
protocol SecretFinder: LineVisitor {
  var texts: TextSecrets { get }
  /// What is visited.
  var source: SecretFinding.Source { get }
}

extension SecretFinder {
  /// The secrets in a text at a place.
  func found(
    in text: UnsafeBufferPointer<UInt8>, _ way: [WayStep], isName: Bool = false
  ) -> [TextSecrets.Found] {
    texts.found(
      in: text, isName: isName || source == .type, at: SecretParts.Place(source, way))
  }

  /// Whether copies are looked for of a value that its place makes a secret.
  ///
  /// What only the type of its action makes one may be a number or the name of a case, which stand elsewhere, too.
  func spreads(_ value: JSONValue, _ text: [UInt8], _ way: [WayStep]) -> Bool {
    guard value.kind != .bool else { return false }
    guard source == .action || source == .dispatched,
      value.kind == .number || SecretLook(text).isIdentifier
    else { return true }
    return way.contains { step in
      if case .name(let name) = step { SecretNameTable.shared.contains(name) } else { false }
    }
  }

  /// A number that is a secret: that of a card, one that is known, or a part of one that is typed there.
  func secretNumber(_ value: JSONValue, on way: [WayStep]) -> TextSecrets.Found? {
    guard var text = value.number?.text else { return nil }
    return text.withUTF8 { bytes in
      var span = SecretSpan(range: bytes.indices, kind: .card)
      if !CardNumber.isValid(Array(bytes)) {
        guard let known = texts.known,
          known.contains(number: bytes)
            || (known.parts.mayFind(in: bytes)
              && !known.parts.spans(in: bytes, at: SecretParts.Place(source, way)).isEmpty)
        else { return nil }
        span.kind = .copy
      }
      return TextSecrets.Found(
        span: span, secret: Array(bytes), view: nil, inView: bytes.indices)
    }
  }
}
