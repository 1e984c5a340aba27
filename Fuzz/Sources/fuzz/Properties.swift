import SessionFormat

/// Ends the process where a property does not hold, which libFuzzer takes as a finding.
func require(
  _ holds: Bool, _ property: @autoclosure () -> String, line: UInt = #line,
  file: StaticString = #fileID
) {
  guard !holds else { return }
  fatalError("broken: \(property())", file: file, line: line)
}

/// The value of a closure that must not throw.
func requireSuccess<T>(
  _ property: @autoclosure () -> String, line: UInt = #line, file: StaticString = #fileID,
  _ body: () throws -> T
) -> T {
  do { return try body() } catch {
    fatalError("broken: \(property()): \(error)", file: file, line: line)
  }
}

/// What may be said to a person holds no character that acts on a terminal.
func requireShowable(_ text: String, line: UInt = #line) {
  require(!text.unicodeScalars.contains(where: UnsafeText.contains), "unsafe: \(text)", line: line)
}

/// Parts of an input.
enum Input {
  /// The text before the first line feed, and that after it; nil if there is none.
  static func lines(
    _ bytes: UnsafeBufferPointer<UInt8>
  ) -> (first: UnsafeBufferPointer<UInt8>, rest: UnsafeBufferPointer<UInt8>)? {
    guard let end = bytes.firstIndex(of: 0x0A) else { return nil }
    return (
      UnsafeBufferPointer(rebasing: bytes[..<end]),
      UnsafeBufferPointer(rebasing: bytes[(end + 1)...])
    )
  }

  /// The JSON value of bytes, or nil.
  static func value(_ bytes: UnsafeBufferPointer<UInt8>) -> JSONValue? {
    try? JSONParser().parse(bytes)
  }
}

extension JSONValue {
  /// Whether every number is that of its canonical text, so that a double loses nothing of it.
  var isExactInDoubles: Bool {
    if let number {
      guard let text = number.canonicalText, let canonical = JSONNumber(text: text) else {
        return false
      }
      return canonical == number
    }
    if let object { return object.allSatisfy { $0.value.isExactInDoubles } }
    if let array { return array.allSatisfy { $0.isExactInDoubles } }
    return true
  }
}
