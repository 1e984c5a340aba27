import SessionFormat

/// A value as lines of JSON: what fits in a line is on one.
struct JSONLines {
  private let width: Int
  private(set) var lines: [String] = []

  /// - Parameter width: The most columns of a line, if a value can be broken there.
  init(_ value: JSONValue, width: Int) {
    self.width = width
    add(value, margin: "", lead: "", tail: "")
  }

  /// Recursive over the value; the reader limits its nesting.
  private mutating func add(_ value: JSONValue, margin: String, lead: String, tail: String) {
    let room = width - margin.count - lead.count - tail.count
    // A quick look, as the text of a large value need not be made to be measured.
    if value.height == 0 || value.textSize <= 4 * room {
      let text = value.description
      if value.height == 0 || text.count <= room {
        return lines.append(margin + lead + text + tail)
      }
    }
    let inner = margin + "  "
    if let object = value.object {
      lines.append("\(margin)\(lead){")
      for (place, member) in object.enumerated() {
        let name = JSONValue.string(member.name).description
        add(
          member.value, margin: inner, lead: "\(name): ", tail: place + 1 < object.count ? "," : "")
      }
      lines.append("\(margin)}\(tail)")
    } else {
      let elements = value.array ?? []
      lines.append("\(margin)\(lead)[")
      for (place, element) in elements.enumerated() {
        add(element, margin: inner, lead: "", tail: place + 1 < elements.count ? "," : "")
      }
      lines.append("\(margin)]\(tail)")
    }
  }
}
