import Inspector
import SessionFormat

extension CaseChange {
  /// `loading` and `loaded {"count":3}`, if each has its own line.
  var sides: (old: [Span], new: [Span]) { (old.spans(.removed), new.spans(.added)) }

  /// `old` and `new`: the names.
  var json: JSONValue { ["old": .string(old.name), "new": .string(new.name)] }

  /// `loading → loaded {"count":3}`.
  var spans: [Span] { sides.old + [.arrow] + sides.new }

  /// `loading → loaded`: without what they hold.
  var names: [Span] { [.text(old.name, .removed), .arrow, .text(new.name, .added)] }
}

extension CaseChange.Case {
  /// The name, and the payload if there is one.
  func spans(_ style: Style) -> [Span] {
    guard let value else { return [.text(name, style)] }
    return [.text(name, style), .literal(" "), ValueText.preview(value, style)]
  }
}
