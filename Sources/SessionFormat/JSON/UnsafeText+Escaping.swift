extension UnsafeText {
  /// The text with each unsafe character as a JSON escape (`\u001b`); the rest is unchanged.
  public static func escaped(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: contains) else { return text }
    return text.unicodeScalars.reduce(into: "") { result, scalar in
      if contains(scalar) {
        result += JSONValue.string(String(scalar)).description.dropFirst().dropLast()
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
  }
}
