import Inspector
import SessionFormat

/// A whole value over many lines, two spaces a level.
struct PrettyValue {
  /// Containers that fit in that many columns stay on one line.
  private static let columns = 76

  func write(_ value: JSONValue, to page: inout Page) {
    page.lines(isExact: true) { line throws(Page.Unread) in
      try write(value, depth: 0, lead: [], tail: "", to: line)
    }
  }

  /// Recursive over the value; the reader limits its nesting.
  private func write(
    _ value: JSONValue, depth: Int, lead: [Span], tail: StaticString, to line: Page.Line
  ) throws(Page.Unread) {
    let margin = Span.text(Margin.text(depth))
    let isShort = value.textSize + 2 * depth <= Self.columns
    let isLeafy = (value.array ?? []).allSatisfy { $0.height == 0 } && value.kind != .object
    if value.height == 0 || (isShort && (isLeafy || value.textSize <= 2)) {
      try line([margin] + lead + [.text(value.description), .literal(tail)])
      return
    }
    let isObject = value.kind == .object
    try line([margin] + lead + [isObject ? .literal("{") : .literal("[")])
    if let object = value.object {
      for (place, member) in object.enumerated() {
        let name = Span.text(JSONValue.string(member.name).description, .name)
        let tail: StaticString = place + 1 < object.count ? "," : ""
        try write(
          member.value, depth: depth + 1, lead: [name, .literal(": ")], tail: tail, to: line)
      }
    } else {
      let elements = value.array ?? []
      for (place, element) in elements.enumerated() {
        let tail: StaticString = place + 1 < elements.count ? "," : ""
        try write(element, depth: depth + 1, lead: [], tail: tail, to: line)
      }
    }
    try line([margin, isObject ? .literal("}") : .literal("]"), .literal(tail)])
  }
}
