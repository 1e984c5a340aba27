/// Writes JSON values as compact text, in the form that all of the project uses.
///
/// Members keep their order and numbers their text. It escapes what JSON requires, and whatever
/// could control a terminal or be invisible in a text (``UnsafeText``), so that a session is safe
/// to `cat`.
public enum JSONWriter {
  /// The compact text of a value.
  ///
  /// Complexity: O(size).
  public static func bytes(of value: JSONValue) -> [UInt8] {
    var out: [UInt8] = []
    out.reserveCapacity(value.textSize < 1 << 20 ? value.textSize : 1 << 20)
    write(value, to: &out)
    return out
  }

  /// Passes the compact text of a value on in pieces of about 64 KiB, so that it is never in memory
  /// as a whole; a leaf is not cut.
  ///
  /// Complexity: O(size).
  public static func write(_ value: JSONValue, inPieces sink: ([UInt8]) -> Void) {
    withoutActuallyEscaping(sink) { sink in
      var out: [UInt8] = []
      write(value, to: &out) { out in
        guard out.count >= 1 << 16 else { return }
        sink(out)
        out.removeAll(keepingCapacity: true)
      }
      if !out.isEmpty { sink(out) }
    }
  }

  /// Appends the compact text of a value.
  ///
  /// Complexity: O(size).
  public static func write(_ value: JSONValue, to out: inout [UInt8]) {
    write(value, to: &out, nil)
  }

  /// - Parameter drain: Called after each token; may take what was written so far.
  private static func write(
    _ value: JSONValue, to out: inout [UInt8], _ drain: ((inout [UInt8]) -> Void)?
  ) {
    switch value.node {
    case .null: out.append(contentsOf: "null".utf8)
    case .bool(let truth): out.append(contentsOf: (truth ? "true" : "false").utf8)
    case .number(let number): out.append(contentsOf: number.text.utf8)
    case .string(let string): write(string, to: &out)
    case .text(let place): write(place, to: &out, drain)
    case .array, .object: writeContainer(value, to: &out, drain)
    }
  }

  private static func write(
    _ place: TextPlace, to out: inout [UInt8], _ drain: ((inout [UInt8]) -> Void)?
  ) {
    for token in TextTokens(place) {
      drain?(&out)
      switch token {
      case .punctuation(let byte): out.append(byte)
      case .word(let word): out.append(contentsOf: word.description.utf8)
      case .number(let node): out.append(contentsOf: place.text.tape.numberText(node).utf8)
      case .string(let node): write(place.text.tape.string(node), to: &out)
      }
    }
  }

  /// Not recursive: a value may be nested deeper than the thread's stack allows.
  private static func writeContainer(
    _ value: JSONValue, to out: inout [UInt8], _ drain: ((inout [UInt8]) -> Void)?
  ) {
    var open = [OpenContainer(value, &out)]
    while let last = open.indices.last {
      drain?(&out)
      guard let child = open[last].next(&out) else {
        open.removeLast()
        continue
      }
      switch child.node {
      case .array, .object: open.append(OpenContainer(child, &out))
      default: write(child, to: &out, drain)
      }
    }
  }

  /// Appends a string in quotes.
  ///
  /// Complexity: O(count).
  public static func write(_ string: String, to out: inout [UInt8]) {
    var string = string
    out.append(UInt8(ascii: "\""))
    string.withUTF8 { bytes in
      var plain = 0
      var at = 0
      while at < bytes.count {
        let length = UnsafeText.length(in: bytes, at: at)
        guard length > 0 else {
          at += 1
          continue
        }
        out.append(contentsOf: bytes[plain..<at])
        escape(UnsafeBufferPointer(rebasing: bytes[at..<at + length]), to: &out)
        at += length
        plain = at
      }
      out.append(contentsOf: bytes[plain...])
    }
    out.append(UInt8(ascii: "\""))
  }

  /// Appends the escape of a character, given as its UTF-8 bytes.
  static func escape(_ character: UnsafeBufferPointer<UInt8>, to out: inout [UInt8]) {
    out.append(UInt8(ascii: "\\"))
    switch character.first {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): out.append(contentsOf: character)
    case 0x08: out.append(UInt8(ascii: "b"))
    case 0x09: out.append(UInt8(ascii: "t"))
    case 0x0A: out.append(UInt8(ascii: "n"))
    case 0x0C: out.append(UInt8(ascii: "f"))
    case 0x0D: out.append(UInt8(ascii: "r"))
    default:
      let units = Array(String(decoding: character, as: UTF8.self).utf16)
      for (place, unit) in units.enumerated() {
        if place > 0 { out.append(UInt8(ascii: "\\")) }
        out.append(UInt8(ascii: "u"))
        for shift in [12, 8, 4, 0] as [UInt16] { out.append(hex[Int(unit >> shift & 15)]) }
      }
    }
  }

  private static let hex = Array("0123456789abcdef".utf8)
}

/// A container that is being written.
private struct OpenContainer {
  private var elements: JSONArray.Iterator?
  private var members: JSONObject.Iterator?
  private var isFirst = true

  /// Writes the opening bracket.
  init(_ value: JSONValue, _ out: inout [UInt8]) {
    (elements, members) = (value.array?.makeIterator(), value.object?.makeIterator())
    out.append(members == nil ? UInt8(ascii: "[") : UInt8(ascii: "{"))
  }

  /// Writes the text before the next child and returns that child, or writes the closing bracket.
  mutating func next(_ out: inout [UInt8]) -> JSONValue? {
    let member = members?.next()
    guard let child = member?.value ?? elements?.next() else {
      out.append(members == nil ? UInt8(ascii: "]") : UInt8(ascii: "}"))
      return nil
    }
    if !isFirst { out.append(UInt8(ascii: ",")) }
    isFirst = false
    if let member {
      JSONWriter.write(member.name, to: &out)
      out.append(UInt8(ascii: ":"))
    }
    return child
  }
}
