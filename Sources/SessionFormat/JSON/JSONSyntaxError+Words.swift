extension JSONSyntaxError: CustomStringConvertible {
  /// The fault in words, without its place.
  public var description: String {
    switch kind {
    case .unexpectedEnd: "the text ends in the middle of a value"
    case .unexpectedByte: "no JSON value begins here"
    case .trailingText: "text after the end of the value"
    case .expectedName: "a member name in quotes is due here"
    case .expectedColon: "a colon is due here"
    case .expectedCommaOrEnd: "a comma or the end of the array or object is due here"
    case .badNumber: "not a JSON number"
    case .badEscape: "not an escape that JSON has"
    case .loneSurrogate: "half of a surrogate pair"
    case .controlCharacter: "a raw control character in a string"
    case .invalidUTF8: "not valid UTF-8"
    case .duplicateName(let name): "the name \(JSONValue.string(name)) comes twice in one object"
    case .tooDeep(let limit): "nested deeper than \(limit) levels"
    case .tooLarge(let limit): "longer than \(limit) bytes"
    }
  }
}
