import SessionFormat

/// Replaces the secrets that it visits: by stand-ins where patterns hide values, and else by `*`.
struct SecretReplacement: SecretFinder {
  private let policy: RedactionPolicy
  let texts: TextSecrets
  private var standIns: StandIns
  private var tokens = WayTokens()
  private(set) var source = SecretFinding.Source.state
  private var n: Int?
  /// What was replaced.
  private(set) var findings = SecretFindings()
  /// What was found and stays.
  private(set) var kept = SecretFindings()
  /// Where plain words stand that are secrets elsewhere.
  private(set) var words = SecretFindings()
  /// The first value that was replaced where patterns hide it.
  private(set) var first: (n: Int, place: PathPattern)?
  /// What was found of which the scan did not know, as only the state of its step shows it: pieces that
  /// patches put together.
  private(set) var unknown: [(found: TextSecrets.Found, place: SecretParts.Place)] = []
  /// Whether what is replaced counts.
  var isNew = true

  /// The same of whole values.
  private(set) var unknownWholes: [[UInt8]] = []

  init(_ policy: RedactionPolicy, known: KnownSecrets, key: RedactionKey) {
    self.policy = policy
    var texts = TextSecrets()
    texts.known = known.isEmpty ? nil : known
    self.texts = texts
    standIns = StandIns(key: key)
  }

  mutating func begin(_ source: SecretFinding.Source, n: Int?) {
    (self.source, self.n) = (source, n)
  }

  // MARK: Values

  mutating func leaf(_ value: JSONValue, on way: [WayStep], kind: SecretKind?) -> JSONValue? {
    if let kind, let whole = whole(value, kind, way) { return whole }
    switch value.kind {
    case .string:
      let text = value.string ?? ""
      return replaced(text, way, isName: false).map(JSONValue.string)
    case .number:
      guard let number = value.number, let found = secretNumber(value, on: way) else { return nil }
      return note(found, way, isName: false) ? standIn(for: number) : nil
    default: return nil
    }
  }

  mutating func name(_ name: String, on way: [WayStep]) -> String? {
    replaced(name, way + [.index(0)], isName: true)
  }

  /// A value that its place makes a secret.
  private mutating func whole(
    _ value: JSONValue, _ kind: SecretKind, _ way: [WayStep]
  ) -> JSONValue? {
    let text = Array((value.string ?? value.description).utf8)
    guard !text.isEmpty else { return nil }
    guard note(kind, way, text, isName: false) else { return nil }
    if spreads(value, text, way), texts.known?.hasSeen(text) != true { unknownWholes.append(text) }
    return switch value.kind {
    case .bool: value.bool.map { .bool(standIns.of($0)) }
    case .number: value.number.map { standIn(for: $0) }
    case .string:
      value.string.map { text in
        .string(
          source.hasPatterns
            ? standIns.of(text) : String(decoding: Self.masked(text), as: UTF8.self))
      }
    case .null, .array, .object: nil
    }
  }

  /// Where no pattern would name a stand-in, a number would look like a secret still.
  private mutating func standIn(for number: JSONNumber) -> JSONValue {
    source.hasPatterns
      ? .number(standIns.of(number))
      : .string(String(decoding: Self.masked(number.text), as: UTF8.self))
  }

  /// The text with other secrets; nil if it has none.
  private mutating func replaced(_ text: String, _ way: [WayStep], isName: Bool) -> String? {
    var text = text
    return text.withUTF8 { bytes in
      var (out, at): ([UInt8], Int) = ([], 0)
      for found in found(in: bytes, way, isName: isName) where note(found, way, isName: isName) {
        let place = SecretParts.Place(source, way)
        if found.span.kind != .copy, texts.known?.contains(found.secret, at: place) != true {
          unknown.append((found, place))
        }
        out += bytes[at..<found.span.range.lowerBound]
        out += standIn(for: found, in: bytes)
        at = found.span.range.upperBound
      }
      guard at > 0 else {
        noteWords(in: bytes, way, isName: isName)
        return nil
      }
      out += bytes[at...]
      out.withUnsafeBufferPointer { noteWords(in: $0, way, isName: isName) }
      return String(decoding: out, as: UTF8.self)
    }
  }

  private mutating func standIn(
    for found: TextSecrets.Found, in text: UnsafeBufferPointer<UInt8>
  ) -> [UInt8] {
    let source = String(decoding: text[found.span.range], as: UTF8.self)
    guard self.source.hasPatterns else { return Self.masked(source) }
    if found.span.isNumber, let number = JSONNumber(text: source) {
      return Array(standIns.of(number).text.utf8)
    }
    if let view = found.view {
      let secret = String(decoding: found.secret, as: UTF8.self)
      return view.escaped(Array(standIns.of(secret).utf8), for: found.inView, of: text)
    }
    // What is escaped stays so, so that a JSON text stays one.
    let own = UnsafeBufferPointer(rebasing: text[found.span.range])
    for escape in [TextView.Escape.backslash, .percent] {
      guard let view = TextView(escape, own) else { continue }
      let secret = String(decoding: view.bytes, as: UTF8.self)
      return view.escaped(Array(standIns.of(secret).utf8), for: view.bytes.indices, of: own)
    }
    return standIns.of(source).utf8.map(TextView.unquoted)
  }

  /// What stands where no pattern would name a stand-in.
  private static func masked(_ text: String) -> [UInt8] {
    var masked = String.UnicodeScalarView()
    func isLetter(_ scalar: Unicode.Scalar) -> Bool {
      !scalar.isASCII || ByteSet.word.contains(UInt8(scalar.value))
    }
    let hasLetters = text.unicodeScalars.contains(where: isLetter)
    for scalar in text.unicodeScalars {
      masked.append(!hasLetters || isLetter(scalar) ? "*" : scalar)
    }
    return Array(String(masked).utf8)
  }

  // MARK: Notes

  private mutating func note(
    _ found: TextSecrets.Found, _ way: [WayStep], isName: Bool
  ) -> Bool {
    note(
      found.span.kind, way, found.secret, isName: isName, issuer: found.span.issuer,
      publicCount: found.span.publicCount)
  }

  private mutating func noteWords(
    in text: UnsafeBufferPointer<UInt8>, _ way: [WayStep], isName: Bool
  ) {
    guard let known = texts.known else { return }
    for _ in known.wordRanges(in: text) {
      words.note(
        .copy, source, way.map { tokens.token(of: $0, texts) }, n: n, isName: isName, issuer: nil,
        isNew: isNew, preview: "")
    }
  }

  /// Notes a secret; false if the policy keeps it.
  private mutating func note(
    _ kind: SecretKind, _ way: [WayStep], _ secret: [UInt8], isName: Bool, issuer: String? = nil,
    publicCount: Int = 0
  ) -> Bool {
    let pointer =
      source.hasPatterns
      ? JSONPointer(tokens: (isName ? Array(way.dropLast()) : way).map(\.text)) : nil
    let fate = policy.fate(kind, at: pointer)
    let place = way.map { tokens.token(of: $0, texts) }
    let preview = { SecretPreview.of(secret, kind, publicCount: publicCount) }
    guard fate == .redact else {
      kept.note(
        kind, source, place, n: n, isName: isName, issuer: issuer, isNew: isNew, preview: preview())
      return false
    }
    findings.note(
      kind, source, place, n: n, isName: isName, issuer: issuer, isNew: isNew, preview: preview())
    if first == nil, source.hasPatterns, let n { first = (n, PathPattern(place)) }
    return true
  }
}
