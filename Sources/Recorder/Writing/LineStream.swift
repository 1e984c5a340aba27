import SessionFormat

/// The whole lines of a file, in order; memory is bounded, except for the longest line.
struct LineStream {
  private let file: OpenFile
  private let files: any FileOperations
  private let end: Int
  private var offset: Int
  private let buffer = LineBuffer()

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
  var place: Int { offset - buffer.count }

  /// The next line without its line feed; nil at the end, and for a last line that has none.
  mutating func next() throws(FileError) -> [UInt8]? {
    while true {
      if let line = buffer.nextLine() { return Array(line) }
      guard offset < end, try fill() else { return nil }
    }
  }

  private mutating func fill() throws(FileError) -> Bool {
    let size = min(1 << 16, end - offset)
    var setbacks = 0
    while true {
      do throws(FileError) {
        let chunk = try files.read(file.descriptor, at: offset, count: size)
        offset += chunk.count
        buffer.add(chunk)
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
  static func read(_ line: [UInt8], isChecked: Bool = true) -> SessionLine? {
    line.withUnsafeBufferPointer { bytes in
      try? LineCoding.line(bytes, crc: .either, isChecked: isChecked).line
    }
  }
}

/// The first members of a line, as this recorder writes them: the kind, `n`, and `t` or whether the
/// state is whole.
struct LineStart {
  let kind: String
  var n: Int?
  var t: Int?
  /// Whether a state is given whole.
  var isWhole = false

  /// Nil if the line is not one that a recorder writes.
  init?(_ line: [UInt8]) {
    guard line.last == UInt8(ascii: "}"),
      let start = line.withUnsafeBufferPointer({ LineBytes($0).flatMap(LineStart.init) })
    else { return nil }
    self = start
  }

  private init?(_ bytes: LineBytes) {
    var bytes = bytes
    guard bytes.take(#"{"kind":""#), let kind = bytes.plainText() else { return nil }
    self.kind = String(decoding: kind, as: UTF8.self)
    guard bytes.take(#","n":"#), let n = bytes.number() else { return }
    self.n = n
    if bytes.take(#","t":"#) { t = bytes.number() }
    isWhole = bytes.take(#","state":"#)
  }
}
