import Inspector
import SessionFormat

/// The commands with which a person goes on from an answer.
package struct NextCommands: Sendable {
  /// What an empty line at a terminal runs; nil if it runs nothing.
  package let entered: String?
  private let others: [String]
  /// Whether the line has what an empty line runs.
  private var tellsEntered = true

  /// None.
  package init() { (entered, others) = (nil, []) }

  /// After rows of a list: to the next ones.
  ///
  /// - Parameter hasMore: Whether there are any; if not, an empty line finds none and says so.
  init(listing hasMore: Bool) {
    (entered, others) = ("list more", [])
    tellsEntered = hasMore
  }

  /// After `why`: to the step of a cause, to all changes of the value, and to where it came from.
  ///
  /// - Parameters:
  ///   - n: The step of the cause; nil if there is none, or the prompt is there already.
  ///   - isChained: Whether it was said where the value may come from.
  init(why path: JSONPointer, goto n: Int?, isChained: Bool) {
    entered = n.map { "goto \($0)" }
    let place = path.isRoot ? "\"\"" : PlaceText.shorthand(path.tokens)
    // A longer line would not be typed, and an escaped name could not.
    guard place.utf8.count <= 200, VisibleText.escaped(place) == place else {
      others = []
      return
    }
    others = ["history \(place)"] + (isChained ? [] : ["why \(place) --chain"])
  }

  /// After `verify`: to the step that diverges, to what the replay has there, to each step by
  /// itself, and to what is equal but for that place.
  init(after divergence: Divergence, hasSteps: Bool) {
    entered = "goto \(divergence.n)"
    var others: [String] = []
    if case .state = divergence.kind { others.append("compare replay") }
    if !hasSteps { others.append("verify --steps") }
    if case .state(let path, _, _, let more) = divergence.kind, !path.isRoot {
      // All that differs in this step, as the next one differs where this one does.
      let patterns = ([path] + more.forms).map { PlaceText.pattern($0.form) }
      if patterns.allSatisfy({ VisibleText.escaped($0) == $0 }) {
        others.append((["verify"] + patterns.map { "--ignore '\($0)'" }).joined(separator: " "))
      }
    }
    self.others = others
  }

  /// The same for a verb: what may be typed once the session is opened.
  func writeForVerb(to page: inout Page) {
    guard let entered else { return }
    let start: [Span] = [.literal("  prompt    ", .dim), .text(entered)]
    guard let last = others.last else { return page.line(start) }
    let dot = Span.literal(" · ", .dim, ascii: " - ")
    page.line(
      start + others.dropLast().flatMap { [dot, .text($0)] }, between: [dot], rest: [.text(last)])
  }

  /// A line with all of them; where it does not fit, a line for each.
  package func write(to page: inout Page, columns: Int?) {
    let shown = tellsEntered ? entered : nil
    let lines = (shown.map { [$0 + " (Enter)"] } ?? []) + others
    guard !lines.isEmpty else { return }
    let lead = Span.literal("  next ", .dim)
    let width = 7 + lines.reduce(3 * (lines.count - 1)) { $0 + DisplayWidth.columns(of: $1) }
    if let columns, width > columns {
      for (place, line) in lines.enumerated() {
        page.line(place == 0 ? lead : .literal("       "), .text(line))
      }
    } else {
      let spans = lines.enumerated().flatMap { place, line -> [Span] in
        place == 0 ? [.text(line)] : [.literal(" · ", .dim, ascii: " - "), .text(line)]
      }
      page.line([lead] + spans)
    }
  }
}
