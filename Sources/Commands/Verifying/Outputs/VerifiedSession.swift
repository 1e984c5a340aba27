import Inspector
import SessionFormat

/// What `verify` has to tell of one session.
struct VerifiedSession: Sendable {
  /// What the replay gave, or why there is none.
  var result: VerdictsReport.Result
  /// The store, where it is known.
  var store: String?
  /// The built-in sample that is its host, as nobody named one; nil if one was named, or none is
  /// known.
  var sample: String?
  /// The line of the file that tells the step of the divergence; nil if the file is gzipped.
  var line: Int?
  /// The file of that line: one of several segments, perhaps.
  var place: String?
  /// What is to be said before its result, line by line, such as which host was used.
  var notes: [String] = []
  /// How long all of it took.
  var nanoseconds: UInt64 = 0
  /// What became of it under `--accept`; nil without it, and where it reproduced.
  var acceptance: Acceptance?

  /// The file as it was named.
  var file: String {
    switch result {
    case .verdict(let verdict): verdict.file
    case .trouble(let file, _): file
    }
  }

  /// What it comes to, for those who read only that.
  enum Kind: Sendable {
    /// It reproduces, or was accepted.
    case good
    /// It does, but for differences that may come from stand-ins for hidden values.
    case notComparable
    /// It does not reproduce.
    case bad
    /// It could not be replayed.
    case trouble
  }

  /// What it comes to.
  var kind: Kind {
    guard case .verdict(let verdict) = result else { return .trouble }
    if case .accepted = acceptance { return .good }
    if verdict.isDoubtful { return .notComparable }
    return verdict.reproduces ? .good : .bad
  }

  /// What is wrong with it, in a text of bounded length from outside; nil if nothing is.
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

  /// What is to be known of the run that changes nothing in the result; nil if there is nothing.
  var note: String? {
    guard case .verdict(let verdict) = result else { return nil }
    var words = verdict.notes.withoutRestarts.map(\.words)
    if let first = verdict.restarts.first?.words {
      let more = verdict.restarts.count - 1
      words.append(first + (more > 0 ? ", and \(more) more" : ""))
    }
    return words.isEmpty ? nil : OutputText.line(words.joined(separator: "; "))
  }

  /// The same, and which host nobody named, which standard error tells those who read it.
  var noteWithSample: String? {
    let all = [sample.map(Verdict.words(ofSample:)), note].compactMap { $0 }
    return all.isEmpty ? nil : all.joined(separator: "; ")
  }

  /// All that is told of it, as the text for people has it: harmless lines of bounded length.
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
