extension UnsafeText {
  /// The text with each such character as JSON escapes it (`\u001b`); all else stays.
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
