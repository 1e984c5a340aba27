import Foundation
import SessionFormat

/// A session inside an HTML page, which shows it to people who have no inspector.
///
/// Each of its files is gzipped and stands in base64 in an element that no browser runs. So the page is
/// the attachment too: whatever opens a session opens the page.
struct EnclosedSession {
  /// A file of the session.
  struct File {
    let name: String
    /// Its bytes, gzipped; fewer if the page was cut off.
    let gzip: Data
  }

  /// The files, in their order; at least one.
  let files: [File]

  private static let doctype = Array("<!doctype html".utf8)
  private static let start = Array(
    #"<script type="application/gzip;base64" class="session" data-name=""#.utf8)
  private static let behindName = Array(#"">"#.utf8)
  private static let end = Array("</script>".utf8)

  /// Whether a file is an HTML page, whatever its name; case does not matter in its first words.
  static func isPage(_ bytes: some Collection<UInt8>) -> Bool {
    bytes.prefix(doctype.count).elementsEqual(doctype) { byte, expected in
      byte == expected || ((0x41...0x5A).contains(byte) && byte | 0x20 == expected)
    }
  }

  /// The session in a page; nil if the bytes are no page, or one without a session.
  ///
  /// Complexity: O(bytes).
  init?(_ page: Data) {
    guard Self.isPage(page) else { return nil }
    // Of a file that was cut off before its first byte nothing is known.
    files = page.withUnsafeBytes { bytes in Self.files(in: bytes.bindMemory(to: UInt8.self)) }
      .filter { !$0.gzip.isEmpty }
    if files.isEmpty { return nil }
  }

  private static func files(in page: UnsafeBufferPointer<UInt8>) -> [File] {
    var files: [File] = []
    var rest = page[...]
    while let tag = rest.firstIndex(of: UInt8(ascii: "<")) {
      rest = rest[tag...]
      guard rest.starts(with: start) else {
        rest = rest.dropFirst()
        continue
      }
      rest = rest.dropFirst(start.count)
      let name = rest.prefix { $0 != behindName[0] }
      guard rest.dropFirst(name.count).starts(with: behindName) else { continue }
      rest = rest.dropFirst(name.count + behindName.count)
      let text = rest.prefix { $0 != end[0] }
      rest = rest[text.endIndex...]
      files.append(
        File(
          name: HTMLText.plain(String(decoding: name, as: UTF8.self)), gzip: decoded(Data(text))))
      if files.count == SegmentFolder.mostFiles { break }
    }
    return files
  }

  /// The bytes of a base64 text as far as it is one, as in a page that was cut off.
  private static func decoded(_ text: Data) -> Data {
    if let whole = Data(base64Encoded: text) { return whole }
    let sound = text.prefix { byte in
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"):
        true
      default: false
      }
    }
    return Data(base64Encoded: sound.prefix(sound.count / 4 * 4)) ?? Data()
  }

  /// Writes the element of a file, in pieces.
  ///
  /// Equal bytes give equal elements. The memory is that of a piece.
  static func write(
    _ bytes: Data, named name: String, to sink: ([UInt8]) throws(InspectorError) -> Void
  ) throws(InspectorError) {
    try sink(start + Array(HTMLText.escaped(name).utf8) + behindName)
    let deflation = Deflation()
    // Base64 takes three bytes at a time.
    var pending = Data()
    var at = bytes.startIndex
    repeat {
      let next = bytes.index(at, offsetBy: 1 << 18, limitedBy: bytes.endIndex) ?? bytes.endIndex
      let isLast = next == bytes.endIndex
      pending += deflation.deflate(Array(bytes[at..<next]), isLast: isLast)
      let ready = isLast ? pending.count : pending.count / 3 * 3
      try sink(Array(pending.prefix(ready).base64EncodedData()))
      pending = Data(pending.dropFirst(ready))
      at = next
    } while at < bytes.endIndex
    try sink(end)
  }
}
