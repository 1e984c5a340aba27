import Inspector
import Query

extension Workspace {
  /// What a reader must know of conditions that ask only whether a flag is there: it always is.
  func flagNotes(_ invocation: Invocation) throws(InspectorError) -> [String] {
    var notes: [String] = []
    for (kind, text) in invocation.operands where kind == .condition || kind == .guarded {
      // With --anyway a person says that it is meant so.
      guard !invocation.flag("--anyway"), let condition = try? Condition(text) else { continue }
      notes += try neverThere.truthValues(of: condition).map {
        "note: \(FlagNotes.words($0, in: text))"
      }
    }
    return notes
  }
}

/// Words for a flag that a condition asks only whether it is there.
enum FlagNotes {
  /// - Parameters:
  ///   - place: The flag.
  ///   - text: The condition, in whose spelling it is named.
  static func words(_ place: DocumentPlace, in text: String) -> String {
    let isBare = text.firstRange(of: "$.") == nil && place.tokens.first == "state"
    let path =
      isBare ? PlaceText.shorthand(place.tokens.dropFirst()) : PlaceText.query(place.tokens)
    return "\(path) is true or false, and a path alone asks only whether it is there; "
      + "write \(path) == true or \(path) == false"
  }
}
