import SessionFormat

/// The whole lines of a file, in order; memory is bounded, except for the longest line.
struct LineStream {
  private let file: OpenFile
  private let files: any FileOperations
  private let end: Int
  private var offset: Int
  private var buffer: [UInt8] = []
  private var start = 0
  private var searched = 0

  /// - Parameters:
  ///   - offset: Where to begin, at the start of a line.
  ///   - end: Where to stop, in bytes, as the file may be growing.
  init(_ file: OpenFile, _ files: any FileOperations, from offset: Int = 0, to end: Int) {
    self.file = file
    self.files = files
    self.offset = offset
    self.end = end
  }

  /// The lines that a file has now.
  init(of path: String, _ files: any FileOperations) throws(FileError) {
    let file = OpenFile(try files.open(path), files)
    self.init(file, files, to: try files.status(of: file.descriptor).size)
  }

  /// The offset of the next line.
  var place: Int { offset - (buffer.count - start) }

  /// The next line without its line feed; nil at the end, and for a last line that has none.
  mutating func next() throws(FileError) -> ArraySlice<UInt8>? {
    while true {
      if let feed = buffer[searched...].firstIndex(of: 0x0A) {
        defer {
          start = feed + 1
          searched = start
        }
        return buffer[start..<feed]
      }
      searched = buffer.count
      guard offset < end, try fill() else { return nil }
    }
  }

  private mutating func fill() throws(FileError) -> Bool {
    buffer.removeFirst(start)
    searched -= start
    start = 0
    let size = min(1 << 16, end - offset)
    var setbacks = 0
    while true {
      do throws(FileError) {
        let chunk = try files.read(file.descriptor, at: offset, count: size)
        offset += chunk.count
        buffer += chunk
        return !chunk.isEmpty
      } catch {
        setbacks += 1
        guard error == .interrupted, setbacks < 1_000 else { throw error }
      }
    }
  }
}

extension SessionLine {
  /// A line of a file; nil if it cannot be read.
  static func read(_ line: ArraySlice<UInt8>, isChecked: Bool = true) -> SessionLine? {
    line.withUnsafeBufferPointer { bytes in
      try? LineCoding.line(bytes, crc: .either, isChecked: isChecked).line
    }
  }
}

/// The first members of a line, as this recorder writes them: the kind, `n`, and `t` or whether the
/// state is whole.
struct LineStart {
  let kind: Substring
  var n: Int?
  var t: Int?
  /// Whether a state is given whole.
  var isWhole = false

  /// Nil if the line is not one that a recorder writes.
  init?(_ line: ArraySlice<UInt8>) {
    guard line.last == UInt8(ascii: "}") else { return nil }
    // Kind, n and t are within the first bytes; what an app wrote comes after them.
    var rest = Substring(decoding: line.prefix(96), as: UTF8.self)
    guard let kind = Self.take(&rest, #"{"kind":""#, until: "\"") else { return nil }
    self.kind = kind
    rest.removeFirst()
    guard let n = Self.number(&rest, #","n":"#) else { return }
    self.n = n
    t = Self.number(&rest, #","t":"#)
    isWhole = rest.hasPrefix(#","state":"#)
  }

  private static func number(_ rest: inout Substring, _ name: String) -> Int? {
    guard rest.hasPrefix(name) else { return nil }
    let digits = rest.dropFirst(name.count).prefix { $0.isASCII && $0.isNumber }
    rest = rest[digits.endIndex...]
    return Int(digits)
  }

  private static func take(
    _ rest: inout Substring, _ prefix: String, until end: Character
  ) -> Substring? {
    guard rest.hasPrefix(prefix) else { return nil }
    rest = rest.dropFirst(prefix.count)
    let text = rest.prefix { $0 != end }
    guard text.endIndex < rest.endIndex else { return nil }
    rest = rest[text.endIndex...]
    return text
  }
}
