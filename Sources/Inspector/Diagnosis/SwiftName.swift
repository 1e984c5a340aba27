#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A variable's name and type, from its mangled symbol.
struct SwiftName {
  /// As in its source: `count`, or `Cart.count` of a static one.
  let name: String
  /// With its module, without the arguments of a generic type; empty if it is not known.
  let type: String
  /// The same, and what its arguments, optionals and tuples are made of.
  let parts: Set<String>

  init(_ symbol: some StringProtocol) {
    let words = Self.plain(Self.words(of: symbol))
    let parts = words.split(separator: " : ", maxSplits: 1)
    var name = String(parts.first ?? "")
    name = name.replacing("static ", with: "", maxReplacements: 1)
    self.name = name.firstIndex(of: ".").map { String(name[name.index(after: $0)...]) } ?? name
    let whole = parts.count > 1 ? parts[1] : ""
    type = String(whole.prefix { $0 != "<" })
    self.parts = Set(
      whole.split { !($0.isLetter || $0.isNumber || "._".contains($0)) }.map(String.init))
  }

  /// Words without the files of private names, which are hashes.
  static func plain(_ words: String) -> String {
    words.replacing(/\((\w+) in _[0-9A-F]+\)/) { $0.output.1 }
  }

  /// A symbol as Swift's runtime explains it; the symbol itself if it is none of Swift's.
  static func words(of symbol: some StringProtocol) -> String {
    let bytes = symbol.utf8.map(CChar.init(bitPattern:))
    let words = bytes.withUnsafeBufferPointer { bytes in
      demangled(bytes.baseAddress, UInt(bytes.count), nil, nil, 0)
    }
    guard let words else { return String(symbol) }
    defer { free(words) }
    return String(cString: words)
  }
}

/// The function of Swift's runtime behind every backtrace: a new string, to be freed, or nil.
@_silgen_name("swift_demangle")
private func demangled(
  _ name: UnsafePointer<CChar>?, _ length: UInt, _ buffer: UnsafeMutablePointer<CChar>?,
  _ size: UnsafeMutablePointer<UInt>?, _ flags: UInt32
) -> UnsafeMutablePointer<CChar>?
