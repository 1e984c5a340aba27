// What is wrong with a text. Parsing only notes where it stopped; the rest is found out afterwards.

extension TapeBuilder {
  /// What was due where parsing stopped.
  enum Due { case value, character, name, colon, commaOrEnd, end, lessDepth }

  /// Notes where parsing stops, and returns false.
  @inline(never)
  mutating func stop(_ due: Due, at place: Int) -> Bool {
    (self.due, at) = (due, place)
    return false
  }

  /// The first fault of the text that was refused.
  func fault(_ tape: Tape) -> JSONSyntaxError {
    if let repeated = repeatedName(tape) { return repeated }
    switch due {
    case .value: return valueFault
    case .character: return characterFault
    case .name: return fault(.expectedName, at: at)
    case .colon: return fault(.expectedColon, at: at)
    case .commaOrEnd: return fault(.expectedCommaOrEnd, at: at)
    case .end: return fault(.trailingText, at: at)
    case .lessDepth: return fault(.tooDeep(limit: depthLimit), at: at)
    }
  }

  private func fault(_ kind: JSONSyntaxError.Kind, at place: Int) -> JSONSyntaxError {
    // At the end of the text the fault is that it ends, whatever was due.
    guard place < end else { return JSONSyntaxError(kind: .unexpectedEnd, offset: end) }
    // A byte that does not belong to a character is always the deeper cause.
    let isCharacter = UTF8Text.length(in: bytes, at: place) != nil
    return JSONSyntaxError(kind: isCharacter ? kind : .invalidUTF8, offset: place)
  }

  private var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: text, count: end) }

  /// The second one of two equal names in an object that is still open.
  ///
  /// It comes before the place where parsing stopped, unless its colon is missing there.
  private func repeatedName(_ tape: Tape) -> JSONSyntaxError? {
    let repeated = openNames.compactMap { names in
      var seen: Set<[UInt8]> = []
      return names.first { !seen.insert(tape.decodedBytes($0)).inserted }
    }
    guard let name = repeated.min() else { return nil }
    return JSONSyntaxError(
      kind: .duplicateName(tape.string(name)), offset: tape.nodes[name].offset - 1)
  }

  private var valueFault: JSONSyntaxError {
    let rest = bytes[at...]
    if let first = rest.first, first == UInt8(ascii: "-") || first &- 48 < 10 {
      return fault(.badNumber, at: at)
    }
    let words = ["true", "false", "null"].map { word in
      zip(word.utf8, rest).prefix { $0 == $1 }.count
    }
    return fault(.unexpectedByte, at: at + (words.max() ?? 0))
  }

  // MARK: Inside strings

  private var characterFault: JSONSyntaxError {
    guard at < end, text[at] == UInt8(ascii: "\\") else {
      return fault(.controlCharacter, at: at)
    }
    guard at + 1 < end, text[at + 1] == UInt8(ascii: "u") else {
      return escapeFault(.badEscape, after: 1)
    }
    let first = hexDigits(2)
    guard first == 4 else { return escapeFault(.badEscape, after: 2 + first) }
    // The only other fault of an escape is a surrogate without its other half.
    guard text[at + 3] | 0x20 < UInt8(ascii: "c") else {
      return JSONSyntaxError(kind: .loneSurrogate, offset: at)
    }
    for (place, byte) in zip(6..., "\\u".utf8) {
      guard at + place < end, text[at + place] == byte else {
        return escapeFault(.loneSurrogate, after: place)
      }
    }
    let second = hexDigits(8)
    guard second == 4 else { return escapeFault(.badEscape, after: 8 + second) }
    return JSONSyntaxError(kind: .loneSurrogate, offset: at)
  }

  /// The fault of an escape that is wrong after some bytes, where the text may also just end.
  private func escapeFault(_ kind: JSONSyntaxError.Kind, after count: Int) -> JSONSyntaxError {
    let isCut = at + count == end
    return JSONSyntaxError(kind: isCut ? .unexpectedEnd : kind, offset: isCut ? end : at)
  }

  /// How many of the four digits of an escape there are.
  private func hexDigits(_ place: Int) -> Int {
    bytes[(at + place)...].prefix(4).prefix { Character(Unicode.Scalar($0)).isHexDigit }.count
  }
}
