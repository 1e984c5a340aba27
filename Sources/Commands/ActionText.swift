import Inspector
import SessionFormat

/// An action as a person types it: an optional type, and JSON.
enum ActionText {
  static func parse(
    _ text: String, _ invocation: Invocation
  ) throws(InspectorError) -> (type: String, action: JSONValue) {
    if let first = text.first, "{[\"".contains(first) {
      let action = try json(text)
      guard let name = name(in: action) else {
        throw invocation.refused(
          "the JSON does not name the type: write it before the JSON", at: action.description[...])
      }
      return (name, action)
    }
    let parts = text.split(separator: " ", maxSplits: 1)
    let type = parts.first.map(String.init) ?? ""
    guard parts.count > 1 else { return (type, .object([(type, .object([]))])) }
    return (type, try json(String(parts[1])))
  }

  /// The text of an action, with its type only if the JSON does not name it; nil if it cannot be typed.
  static func typed(_ type: String, _ action: JSONValue) -> String? {
    let json = action.description
    let isNamed = name(in: action)?.hasSameBytes(as: type) == true
    let text = isNamed ? json : "\(type) \(json)"
    return (isNamed || isWord(type)) && VisibleText.escaped(text) == text ? text : nil
  }

  /// Whether a type can be typed as it is before the JSON.
  static func isWord(_ type: String) -> Bool {
    type.first.map { $0.isLetter || $0 == "_" } == true && !type.contains(" ")
  }

  /// The name in an encoded enum: its case, or the bare value of a raw one.
  private static func name(in action: JSONValue) -> String? {
    if let name = action.string { return name }
    guard let object = action.object, object.count == 1 else { return nil }
    return object[0].name
  }

  private static func json(_ text: String) throws(InspectorError) -> JSONValue {
    do { return try JSONValue(parsing: text) } catch {
      let before = String(decoding: text.utf8.prefix(error.offset), as: UTF8.self)
      throw .badJSON(text: text, reason: "\(error)", column: before.unicodeScalars.count + 1)
    }
  }
}

extension Timeline {
  /// How many actions before and after a place are looked at.
  private static let reach = 100_000

  /// The text with which an action of a type is typed: that of the last one up to `n`, else of the first
  /// after it; nil if there is none near by that can be typed.
  func typedAction(ofType type: String, near n: Int) -> String? {
    func isOne(_ place: Int) -> Bool {
      hasAction(place) && (try? front(place).type.hasSameBytes(as: type)) == true
    }
    let earlier = stride(from: n, to: max(first, n - Self.reach), by: -1)
    let later = stride(from: n + 1, through: min(last, n + Self.reach), by: 1)
    return (earlier.first(where: isOne) ?? later.first(where: isOne)).flatMap(typedAction)
  }

  /// The text with which the action of a step is typed; nil if it was only rendered, or cannot be typed.
  func typedAction(at n: Int) -> String? {
    guard hasAction(n), let line = try? step(n).action, !line.opaque else { return nil }
    return ActionText.typed(line.type, line.action)
  }
}
