import Inspector
import SessionFormat

/// The result of `verify` for one session.
struct VerifiedSession: Sendable {
  enum Result: Sendable {
    /// It was replayed.
    case verdict(Verdict)
    /// It could not be replayed.
    case trouble(file: String, InspectorError)
  }

  /// The verdict of the replay, or why there is none.
  var result: Result
  /// The store, if it is known.
  var store: String?
  /// The built-in sample that is its host, because none was named; nil if one was named, or none is
  /// known.
  var sample: String?
  /// The line of the file with the step of the divergence; nil if the file is gzipped.
  var line: Int?
  /// The file of that line, perhaps one of several segments.
  var place: String?
  /// The notes before its result, line by line, for example which host was used.
  var notes: [String] = []
  /// How long everything took.
  var nanoseconds: UInt64 = 0
  /// The result of `--accept`; nil without it, or if the session reproduces.
  var acceptance: Acceptance?

  /// The file, as it was named.
  var file: String {
    switch result {
    case .verdict(let verdict): verdict.file
    case .trouble(let file, _): file
    }
  }

  /// The same, of a file of another name.
  func renamed(_ name: String) -> Self {
    var renamed = self
    switch result {
    case .verdict(var verdict):
      verdict.file = name
      renamed.result = .verdict(verdict)
    case .trouble(_, let error): renamed.result = .trouble(file: name, error)
    }
    return renamed
  }

  /// The result in one word.
  enum Kind: String, Sendable {
    /// It reproduces, or was accepted.
    case good = "reproduces"
    /// It reproduces, except for differences that may come from stand-ins for hidden values.
    case notComparable = "not-comparable"
    /// It does not reproduce.
    case bad = "diverges"
    /// It could not be replayed.
    case trouble
  }

  var kind: Kind {
    guard case .verdict(let verdict) = result else { return .trouble }
    if case .accepted = acceptance { return .good }
    if verdict.isDoubtful { return .notComparable }
    return verdict.reproduces ? .good : .bad
  }

  /// One word for the result, as in the JSON form.
  var word: String { if case .accepted = acceptance { "accepted" } else { kind.rawValue } }

  /// The fault, with text from outside limited in length; nil if there is none.
  var headline: String? {
    switch result {
    case .trouble(_, let error): return OutputText.line(error.description)
    case .verdict(let verdict):
      switch kind {
      case .good, .trouble: return nil
      case .notComparable:
        let doubt = verdict.doubts.first { !$0.isRedacted }
        let opaque = verdict.opaque.map { OutputText.line($0.words) }
        return "not comparable: "
          + (doubt?.divergence.headline ?? opaque ?? "no step is left that was found equal")
      case .bad: return verdict.divergence?.headline
      }
    }
  }

  /// The fault, and what is known of its cause and of what can be done.
  var advised: String? {
    guard let headline, case .verdict(let verdict) = result, let advice = verdict.diagnosis?.advice
    else { return headline }
    return OutputText.line("\(headline); cause: \(advice)")
  }

  /// A note about the run that does not change the result; nil if there is none.
  var note: String? {
    guard case .verdict(let verdict) = result else { return nil }
    var words = verdict.notes.withoutRestarts.map(\.words)
    if let first = verdict.restarts.first?.words {
      let more = verdict.restarts.count - 1
      words.append(first + (more > 0 ? ", and \(more) more" : ""))
    }
    return words.isEmpty ? nil : OutputText.line(words.joined(separator: "; "))
  }

  /// The same, with the host that was used by default, which standard error shows in other cases.
  var noteWithSample: String? {
    let all = [sample.map(Verdict.words(ofSample:)), note].compactMap { $0 }
    return all.isEmpty ? nil : all.joined(separator: "; ")
  }

  /// The whole result, as in the text for people: safe lines of limited length.
  var details: String {
    var page = Page()
    var isSampleTold = false
    if case .verdict(let verdict) = result { isSampleTold = verdict.doubtfulSample != nil }
    if let sample, !isSampleTold {
      page.line(.text("note: " + Verdict.words(ofSample: sample)))
    }
    switch result {
    case .trouble(_, let error): page.line(.text(error.description))
    case .verdict(let verdict): verdict.write(to: &page)
    }
    acceptance?.write(to: &page)
    return ShortText.beginning(
      of: String(page.rendered(RenderOptions(width: .max)).dropLast()), 16_384)
  }
}
