import SessionFormat

/// Ends the process if a property does not hold; libFuzzer takes that as a finding.
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

/// Text shown to people contains no character that acts on a terminal.
func requireShowable(_ text: String, line: UInt = #line) {
  require(!text.unicodeScalars.contains(where: UnsafeText.contains), "unsafe: \(text)", line: line)
}

/// Parts of an input.
enum Input {
  /// The text before the first line feed and the text after it; nil if there is none.
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
  /// Whether every number equals its canonical text, so that it fits a double without loss.
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
