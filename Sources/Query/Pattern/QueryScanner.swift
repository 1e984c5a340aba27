/// The characters of a query or a regular expression, taken one after another.
struct QueryScanner {
  let scalars: [Unicode.Scalar]
  var position = 0

  init(_ text: String) {
    scalars = Array(text.unicodeScalars)
  }

  var isAtEnd: Bool { position == scalars.count }
  var peek: Unicode.Scalar? { isAtEnd ? nil : scalars[position] }

  func fault(_ kind: QueryError.Kind, at position: Int? = nil) -> QueryError {
    QueryError(kind, column: (position ?? self.position) + 1)
  }

  mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard peek == scalar else { return false }
    position += 1
    return true
  }

  mutating func take(text: String) -> Bool {
    guard isNext(text) else { return false }
    position += text.unicodeScalars.count
    return true
  }

  func isNext(_ text: String) -> Bool {
    scalars[position...].starts(with: text.unicodeScalars)
  }

  static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    scalar == " " || scalar == "\t" || scalar == "\n" || scalar == "\r"
  }

  mutating func skipBlanks() {
    while let next = peek, Self.isBlank(next) { position += 1 }
  }

  /// The characters from here on that satisfy the test; does not take them.
  func run(while test: (Unicode.Scalar) -> Bool) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars[position...].prefix(while: test))
    return String(text)
  }

  /// Takes these characters.
  mutating func take(while test: (Unicode.Scalar) -> Bool) -> String {
    let text = run(while: test)
    position += text.unicodeScalars.count
    return text
  }

  static func isDigit(_ scalar: Unicode.Scalar) -> Bool { "0"..."9" ~= scalar }

  static func beginsName(_ scalar: Unicode.Scalar) -> Bool {
    "a"..."z" ~= scalar || "A"..."Z" ~= scalar || scalar == "_" || scalar.value >= 0x80
  }

  static func isInName(_ scalar: Unicode.Scalar) -> Bool {
    beginsName(scalar) || isDigit(scalar)
  }
}
