import Inspector
import SessionFormat

/// What differs within two long texts: `"The [-brown-]{+red+} fox"`.
///
/// Signs show it, so that it is seen without colour.
struct MarkedDifference {
  private let start: Substring
  private let old: Substring
  private let new: Substring
  private let end: Substring

  /// Shorter texts are shown side by side.
  private static let least = 24
  /// The most characters of what is the same, at each side.
  private static let context = 20

  /// nil if the texts are short, or share less than half.
  init?(_ old: String, _ new: String) {
    let longest = max(old.utf8.count, new.utf8.count)
    guard longest > Self.least, old != new else { return nil }
    let start = old.beginning(sharedWith: new)
    let (oldRest, newRest) = (old[start.endIndex...], new.dropFirst(start.count))
    let shared = zip(oldRest.reversed(), newRest.reversed()).prefix { $0 == $1 }.count
    let isShown = start.utf8.count + oldRest.suffix(shared).utf8.count >= longest / 2
    guard isShown || (start.count > Self.context / 2 && shared > Self.context / 2) else {
      return nil
    }
    (self.start, self.old) = (start, oldRest.dropLast(shared))
    (self.new, end) = (newRest.dropLast(shared), oldRest.suffix(shared))
  }

  /// Both texts in one.
  var spans: [Span] { spans(removed + added, upTo: Self.context) }
  /// The old text, in which the signs show what went.
  var oldSpans: [Span] { spans(removed, upTo: Self.sideContext) }
  /// The new text, in which the signs show what came.
  var newSpans: [Span] { spans(added, upTo: Self.sideContext) }

  /// Of two columns each has less room.
  private static let sideContext = 8

  private var removed: [Span] {
    old.isEmpty ? [] : [.literal("[-", .removed), text(old, .removed), .literal("-]", .removed)]
  }

  private var added: [Span] {
    new.isEmpty ? [] : [.literal("{+", .added), text(new, .added), .literal("+}", .added)]
  }

  private func spans(_ changed: [Span], upTo context: Int) -> [Span] {
    var spans: [Span] = [.literal("\"")]
    if start.count > context { spans.append(.literal("…", .dim, ascii: "...")) }
    spans.append(text(start.suffix(context), .plain))
    spans += changed
    spans.append(text(end.prefix(context), .plain))
    if end.count > context { spans.append(.literal("…", .dim, ascii: "...")) }
    return spans + [.literal("\"")]
  }

  /// A part of a text as in JSON, without quotes.
  private func text(_ part: Substring, _ style: Style) -> Span {
    let long = part.utf8.count > 400
    let bounded = long ? part.prefix(100) + "…" + part.suffix(100) : part
    let json = JSONValue.string(String(bounded)).description
    return .text(String(json.dropFirst().dropLast()), style, columns: 60)
  }
}

extension String {
  /// The longest beginning that another text has too, by its characters.
  fileprivate func beginning(sharedWith other: String) -> Substring {
    var (here, there) = (startIndex, other.startIndex)
    while here < endIndex, there < other.endIndex, self[here] == other[there] {
      here = index(after: here)
      there = other.index(after: there)
    }
    return self[..<here]
  }
}
