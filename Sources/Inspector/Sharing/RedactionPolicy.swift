import Foundation
package import SessionFormat

/// Which secrets are replaced, and which stay.
///
/// The last rule that fits a secret decides; without one it is replaced.
package struct RedactionPolicy: Sendable {
  package enum Fate: String, Sendable {
    case redact, keep
  }

  /// What a rule is about.
  enum Subject: Sendable {
    case all
    case kind(SecretKind)
    case place(PathPattern)
  }

  private(set) var rules: [(fate: Fate, subject: Subject)] = []
  /// What was hidden in the session and may be there again.
  private var hidden: [PathPattern] = []

  /// A policy that replaces every secret.
  package init() {}

  /// The places whose values are replaced whatever they are.
  package var places: [PathPattern] {
    rules.compactMap { rule in
      if rule.fate == .redact, case .place(let pattern) = rule.subject { pattern } else { nil }
    } + hidden
  }

  /// The patterns of all rules.
  package var patterns: [PathPattern] {
    rules.compactMap { if case .place(let pattern) = $0.subject { pattern } else { nil } }
  }

  package mutating func add(_ fate: Fate, _ kind: SecretKind) { rules.append((fate, .kind(kind))) }
  package mutating func add(_ fate: Fate, _ place: PathPattern) {
    rules.append((fate, .place(place)))
  }

  /// The policy that also replaces what was hidden in a session and may be there again, unless a pattern
  /// of it keeps that place.
  func hidingAnew(_ header: SessionHeader) -> RedactionPolicy {
    var policy = self
    policy.hidden = header.hiddenAnew
    return policy
  }

  /// What becomes of a secret.
  ///
  /// - Parameters:
  ///   - place: Where it stands; nil if no pattern can name that.
  func fate(_ kind: SecretKind, at place: JSONPointer?) -> Fate {
    // A text may quote what was hidden at another place.
    if kind == .copy, !hidden.isEmpty { return .redact }
    let fate = ruling(kind, at: place)
    guard fate == .keep, let place, hidden.contains(where: { $0.covers(place) })
    else { return fate }
    // That a kind or everything stays is not said of what somebody hid by its place.
    return ruling(nil, at: place)
  }

  /// What the last rule that fits says.
  ///
  /// - Parameter kind: Nil if only the patterns count.
  private func ruling(_ kind: SecretKind?, at place: JSONPointer?) -> Fate {
    for (fate, subject) in rules.reversed() {
      switch subject {
      case .all where kind != nil: return fate
      case .kind(let other) where other == kind: return fate
      case .place(let pattern): if let place, pattern.covers(place) { return fate }
      case .all, .kind: continue
      }
    }
    return .redact
  }

  // MARK: Reading

  /// Why a text is no policy.
  package struct Fault: Error, Sendable {
    /// The line, from 1; of a JSON text the rule.
    package let line: Int
    package let reason: String
  }

  private static let sizeLimit = 1 << 20

  /// Reads a policy: lines such as `keep email` and `redact $.user.name`, or one JSON object with
  /// the members `keep` and `redact`, each an array of such words.
  package init(text: [UInt8]) throws(Fault) {
    guard text.count <= Self.sizeLimit else {
      throw Fault(line: 1, reason: "a policy has at most 1 MB")
    }
    if text.first(where: { $0 > 0x20 }) == UInt8(ascii: "{") {
      try read(json: text)
    } else {
      try read(lines: String(decoding: text, as: UTF8.self))
    }
  }

  private mutating func read(json text: [UInt8]) throws(Fault) {
    let document: JSONValue
    do { document = try JSONParser().parse(text) } catch {
      throw Fault(line: 1, reason: "this is no JSON: \(error)")
    }
    var number = 0
    for (name, value) in document.object.map(Array.init) ?? [] {
      guard let fate = Fate(rawValue: name), let words = value.array else {
        throw Fault(line: number + 1, reason: "its members are keep and redact, each an array")
      }
      for word in words {
        number += 1
        guard let word = word.string else {
          throw Fault(line: number, reason: "a rule is a string: a kind or a pattern")
        }
        try add(fate, word, number)
      }
    }
  }

  private mutating func read(lines text: String) throws(Fault) {
    for (place, line) in text.split(whereSeparator: \.isNewline).enumerated() {
      let line = line.trimmingCharacters(in: .whitespaces)
      guard !line.isEmpty, !line.hasPrefix("#") else { continue }
      let words = line.split(separator: " ", maxSplits: 1)
      guard words.count == 2, let fate = Fate(rawValue: String(words[0])) else {
        throw Fault(
          line: place + 1, reason: "a rule is keep or redact, and then a kind or a pattern")
      }
      try add(fate, words[1].trimmingCharacters(in: .whitespaces), place + 1)
    }
  }

  private mutating func add(_ fate: Fate, _ word: String, _ line: Int) throws(Fault) {
    if word == "all" {
      rules.append((fate, .all))
    } else if word.hasPrefix("$") {
      do { rules.append((fate, .place(try PathPattern(word)))) } catch {
        throw Fault(line: line, reason: error.description)
      }
    } else if let kind = SecretKind(rawValue: word) {
      rules.append((fate, .kind(kind)))
    } else {
      let kinds = SecretKind.allCases.map(\.rawValue).joined(separator: ", ")
      throw Fault(
        line: line, reason: "\(word) is no kind: they are all, \(kinds); a pattern begins with $")
    }
  }
}
