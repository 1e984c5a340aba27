import Foundation

/// File names as text, including names that are not UTF-8.
package enum FileNameText {
  /// The text of a name; bytes that are not UTF-8 become `\xFF`.
  ///
  /// Two files never get the same text, and a name that cannot be opened is shown as it is.
  package static func of(_ name: UnsafePointer<CChar>) -> String {
    if let text = String(validatingCString: name) { return text }
    var text = ""
    var rest = Array(UnsafeRawBufferPointer(start: name, count: strlen(name)))[...]
    while let byte = rest.first {
      // The longest prefix that is one character.
      let length = (1...4).first { count in
        count <= rest.count && String(validating: rest.prefix(count), as: UTF8.self) != nil
      }
      if let length {
        text += String(decoding: rest.prefix(length), as: UTF8.self)
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        text += "\\x" + (digits.count == 1 ? "0" : "") + digits
      }
      rest = rest.dropFirst(length ?? 1)
    }
    return text
  }

  /// Whether nothing is at a path that may stand for a file name that is not UTF-8.
  package static func isUnreadable(_ path: String) -> Bool {
    path.contains("\\x") && !Platform.isThere(path)
  }
}
