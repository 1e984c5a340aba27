package import SessionFormat

/// Secrets of one kind at one place of a session.
package struct SecretFinding: Sendable {
  /// What a place is rooted at.
  package enum Source: String, CaseIterable, Sendable {
    case state, action, dispatched, input, mark, threw, at, type, header
    /// A line or member that this version does not know, or the reason of a gap.
    case other

    /// Whether patterns hide its values.
    var hasPatterns: Bool {
      switch self {
      case .state, .action, .dispatched, .input: true
      case .mark, .threw, .at, .type, .header, .other: false
      }
    }
  }

  package let source: Source
  /// The places, such as `$.items[*].email`; rooted at the state, the action, the input's value, or
  /// at what else ``source`` names.
  package let place: PathPattern
  package let kind: SecretKind
  /// Whether names of members are the secret, not their values.
  package let isName: Bool
  /// Who issued the first one, if its form says so.
  package let issuer: String?
  /// How often the session writes it.
  package internal(set) var count = 0
  /// The first step at which it stands; nil in the header.
  package internal(set) var first: Int?
  /// The first one, with `*` for what is secret of it.
  package let preview: String
  /// Whether a policy has it replaced.
  package let isRedacted: Bool
}

/// The findings of a session, within a bound.
struct SecretFindings {
  private struct Key: Hashable {
    let isRedacted: Bool
    let source: SecretFinding.Source
    let way: [PathPattern.Token]
    let kind: SecretKind
    let isName: Bool
  }

  private var rows: [SecretFinding] = []
  private var index: [Key: Int] = [:]

  /// Beyond the first number of rows a place is only its first names; beyond the second everything.
  private static let limits = (named: 1_000, all: 1_200, ways: 1 << 16)

  var all: [SecretFinding] { rows }

  /// Notes a secret.
  ///
  /// - Parameters:
  ///   - way: The names and indexes that lead to it, of names only what may be shown.
  ///   - isNew: Whether it counts; a keyframe repeats what was counted.
  mutating func note(
    _ kind: SecretKind, _ source: SecretFinding.Source, _ way: [PathPattern.Token], n: Int?,
    isName: Bool, issuer: String?, isNew: Bool, isRedacted: Bool = true,
    preview: @autoclosure () -> String
  ) {
    let key = Key(
      isRedacted: isRedacted, source: source, way: way, kind: kind, isName: isName)
    if let row = index[key] {
      if isNew { rows[row].count += 1 }
      // What an import keeps of states stands in the header.
      if rows[row].first == nil { rows[row].first = n }
      return
    }
    let place = place(way, kind)
    let known = rows.count < Self.limits.named ? nil : row(of: place, key)
    if let known { if isNew { rows[known].count += 1 } }
    if index.count < Self.limits.ways { index[key] = known ?? rows.count }
    guard known == nil else { return }
    rows.append(
      SecretFinding(
        source: source, place: place, kind: kind, isName: isName, issuer: issuer, count: 1,
        first: n, preview: preview(), isRedacted: isRedacted))
  }

  /// The row of a place that several ways lead to.
  private func row(of place: PathPattern, _ key: Key) -> Int? {
    rows.indices.dropFirst(Self.limits.named).first { row in
      rows[row].place == place && rows[row].kind == key.kind && rows[row].source == key.source
        && rows[row].isName == key.isName && rows[row].isRedacted == key.isRedacted
    }
  }

  private func place(
    _ way: [PathPattern.Token], _ kind: SecretKind
  ) -> PathPattern {
    if rows.count < Self.limits.named, way.count <= 32 { return PathPattern(way) }
    // That is as narrow as a name alone can be.
    if kind == .name, case .name(let name)? = way.last { return PathPattern(anywhere: name) }
    return PathPattern(rows.count < Self.limits.all ? Array(way.prefix(2)) : [], isOpen: true)
  }
}

/// A secret as it may be shown.
enum SecretPreview {
  private static let most = 24

  /// - Parameters:
  ///   - bytes: The secret.
  ///   - publicCount: How many of its bytes are the same in all of its form.
  static func of(_ bytes: [UInt8], _ kind: SecretKind, publicCount: Int) -> String {
    let known = String(decoding: bytes.prefix(publicCount), as: UTF8.self)
    let scalars = String(decoding: bytes.dropFirst(publicCount), as: UTF8.self).unicodeScalars
    var text = known
    for scalar in scalars.prefix(most) {
      text.unicodeScalars.append(isStructure(scalar, of: kind) ? scalar : "*")
    }
    return scalars.count > most ? text + "…" : text
  }

  private static func isStructure(_ scalar: Unicode.Scalar, of kind: SecretKind) -> Bool {
    switch kind {
    case .email: scalar == "@" || scalar == "."
    case .card, .iban: scalar == " " || scalar == "-"
    case .phone: ["+", " ", "-", "(", ")", "."].contains(scalar)
    case .jwt: scalar == "."
    case .name, .token, .privateKey, .authorization, .password, .place, .copy: false
    }
  }
}
