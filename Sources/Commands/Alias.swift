import Inspector

/// A text that a word of the user stands for: one or more commands, with places for arguments.
///
/// `%1` to `%9` are the arguments, `%*` is all of them, `%%` is a percent sign. If no place is
/// named, the arguments follow the text.
package struct Alias: Equatable, Sendable {
  let text: String

  init(_ text: String) { self.text = text }

  /// The commands for a use with these arguments.
  func with(_ rest: String, named name: String) throws(InspectorError) -> String {
    guard let words = CommandWords.split(rest) else {
      throw refused(name, "a quote is not closed")
    }
    var (result, used) = ("", 0)
    var isWhole = false
    var letters = text[...]
    while let letter = letters.popFirst() {
      guard letter == "%", let sign = letters.first else {
        result.append(letter)
        continue
      }
      if sign == "%" {
        result.append("%")
      } else if sign == "*" {
        result += rest.trimmed
        isWhole = true
      } else if let number = sign.wholeNumberValue, number > 0 {
        guard number <= words.count else { throw refused(name, "argument \(number) is missing") }
        result += words[number - 1]
        used = max(used, number)
      } else {
        result.append("%")
        continue
      }
      letters.removeFirst()
    }
    if isWhole { return result }
    if used == 0 { return result + (words.isEmpty ? "" : " \(rest.trimmed)") }
    guard words.count <= used else {
      throw refused(name, "\(words[used]) is one word too many")
    }
    return result
  }

  private func refused(_ name: String, _ reason: String) -> InspectorError {
    .usage(command: name, reason: reason, usage: "it is an alias of \(text)", word: name)
  }
}
