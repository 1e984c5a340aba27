/// The script of a page as it is written into files: without the comments and the space that its readers need.
enum PageScript {
  static let bytes = stripped(PackageResources.page_js)

  /// Leaves out space at the start of lines, and lines that are empty or comments.
  ///
  /// No text of the script goes over several lines.
  static func stripped(_ script: [UInt8]) -> [UInt8] {
    script.split(separator: UInt8(ascii: "\n")).reduce(into: []) { kept, line in
      let code = line.drop { $0 == UInt8(ascii: " ") }
      let isComment =
        code.starts(with: "//".utf8)
        || code.starts(with: "/**".utf8) && code.suffix(2).elementsEqual("*/".utf8)
      guard !code.isEmpty, !isComment else { return }
      kept += code
      kept.append(UInt8(ascii: "\n"))
    }
  }
}
