import Inspector
import Query
package import SessionFormat

/// The value at a path.
package struct ValueReport: Report {
  let value: JSONValue
  /// How much is left out of it; nil if it is whole.
  var leftOut: LeftOut?
  /// The moment that it stands for, in seconds since the beginning of 2001; nil if it is none.
  var moment: Double?

  /// The value itself.
  package var json: JSONValue { value }

  /// The value over as many lines as it needs.
  package func write(to page: inout Page) {
    if let moment {
      page.line([.text(value.description)] + Span.note(moment: moment))
    } else {
      PrettyValue().write(value, to: &page)
    }
    CutText.write(missing: leftOut, to: &page)
  }

  /// The note about parts that are left out, for which the bare value has no member.
  package func caveat(in format: ReportFormat) -> String? {
    format == .text ? nil : CutText.caveat(leftOut)
  }
}

/// What a JSONPath selects.
package struct NodesReport: Report {
  let nodes: [JSONPath.Node]
  let showsPaths: Bool
  /// How much is left out of the searched value; nil if that makes no difference.
  var leftOut: LeftOut?

  /// An array of the values, or of their normalized paths.
  package var json: JSONValue { .array(rows) }

  /// A row for each node.
  package var rows: [JSONValue] {
    nodes.map { showsPaths ? .string($0.normalizedPath) : $0.value }
  }

  /// A line for each node: its path and its value.
  package func write(to page: inout Page) {
    if nodes.isEmpty { page.line(.literal("nothing selected", .dim)) }
    // Places of deep values are long, and there may be many.
    page.lines(isExact: true) { [nodes, showsPaths] line throws(Page.Unread) in
      for node in nodes {
        guard !showsPaths else {
          try line([.text(PlaceText.canonical(node), .name)])
          continue
        }
        try line([ValueText.path(node.pointer), .literal("  "), ValueText.preview(node.value)])
      }
    }
    CutText.write(missing: leftOut, to: &page)
  }

  /// The note about parts that are left out, for which the bare value has no member.
  package func caveat(in format: ReportFormat) -> String? {
    format == .text ? nil : CutText.caveat(leftOut)
  }
}

/// The action of a step, whole.
package struct ActionReport: Report {
  let step: Step
  /// How much is left out of the action; nil if it is whole.
  var leftOut: LeftOut?

  /// `n`, `type`, `action`, `opaque`, `inputs`, `leftOut`.
  package var json: JSONValue {
    var json = ReportJSON("action")
    json.add("n", step.n)
    json.add("type", step.type)
    json.add("action", step.action.action)
    if step.action.opaque { json.add("opaque", true) }
    json.add("inputs", step.inputs)
    json.add("leftOut", leftOut?.count)
    return json.value
  }

  /// The type, the action over as many lines as it needs, and its inputs.
  package func write(to page: inout Page) {
    page.line(.text("action \(step.n) ", .dim), .text(step.type, .bold))
    PrettyValue().write(step.action.action, to: &page)
    CutText.write(missing: leftOut, from: "action", to: &page)
    for input in step.inputs {
      let moment = input.name == "date" ? Double(input.value.description) : nil
      page.line(
        [.literal("input ", .dim), .text(input.name, .name), .literal(" ")]
          + [.text(input.value.description)] + Span.note(moment: moment))
    }
  }
}
