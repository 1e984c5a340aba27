import Inspector
import Query
import SessionFormat

/// Paths as a person types them.
enum ValuePath {
  /// The pointer of a path to one place: `items[0].message`, `/items/0/message`, `""` or
  /// `$.items[0].message`.
  static func parse(_ text: String) throws(InspectorError) -> JSONPointer {
    do { return JSONPointer(tokens: try PlacePath(text).tokens) } catch {
      throw .badPath(text: text, reason: error.message, column: error.column)
    }
  }

  /// What a text selects where many places may be meant.
  enum Selection {
    case place(JSONPointer)
    case query(JSONPath)
  }

  /// A path to one place, or a query; in shorthand too, as `items[*].id`.
  static func selection(_ text: String) throws(InspectorError) -> Selection {
    if !text.hasPrefix("$") {
      do throws(QueryError) { return .place(JSONPointer(tokens: try PlacePath(text).tokens)) } catch
      {
        guard error.kind == .manyPlaces || error.kind == .indexFromEnd else {
          throw .badPath(text: text, reason: error.message, column: error.column)
        }
      }
    }
    do { return .query(try JSONPath(typed: text)) } catch { throw .query(text, error) }
  }

  /// The nearest path that exists, if a name was mistyped.
  ///
  /// - Parameters:
  ///   - typed: The path as it was typed, whose spelling the answer takes.
  ///   - isSomewhere: Whether a longer path may be named that this state does not have.
  static func suggestion(
    _ path: JSONPointer, as typed: String = "", in state: JSONValue,
    isSomewhere: (JSONPointer) -> Bool = { _ in false }
  ) -> String? {
    func spelled(_ tokens: some Sequence<String>) -> String {
      PlaceText.spelled(Array(tokens), as: typed)
    }
    // In a condition $ is the step, and $.state the state; here $ is the state.
    if path.tokens.count > 1, path.tokens[0] == "state", state["state"] == nil {
      let inside = JSONPointer(tokens: Array(path.tokens.dropFirst()))
      if inside.value(in: state) != nil {
        let shorthand = PlaceText.shorthand(inside.tokens)
        return "here $ is the state: \(shorthand) or $.\(shorthand)"
      }
    }
    // A pointer that lost its first slash.
    if let only = path.tokens.first, path.tokens.count == 1, only.contains("/"),
      let pointer = try? JSONPointer("/" + only), pointer.value(in: state) != nil
    {
      return "did you mean \(pointer)?"
    }
    var value = state
    for (depth, token) in path.tokens.enumerated() {
      let here = path.tokens[..<depth]
      if let next = JSONPointer(tokens: [token]).value(in: value) {
        value = next
        continue
      }
      if let count = value.array?.count {
        return "\(spelled(here)) has \(CountText.words(count, "element"))"
      }
      guard let names = value.object?.map(\.name) else {
        let place = here.isEmpty ? "the state" : spelled(here)
        return "\(place) is \(value.kind == .null ? "null" : "a \(value.kind.rawValue)")"
      }
      let near = Suggestions.nearest(to: token, in: names)
      if let name = near.first {
        let found = JSONPointer(tokens: here + [name])
        let whole = JSONPointer(tokens: found.tokens + path.tokens.dropFirst(depth + 1))
        let there = whole.value(in: state) != nil || isSomewhere(whole) ? whole : found
        return "did you mean \(spelled(there.tokens))?"
      }
      let some = names.prefix(8).joined(separator: ", ")
      return
        "\(here.isEmpty ? "the state" : spelled(here)) has \(some.isEmpty ? "no members" : some)"
    }
    return nil
  }
}
