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
    var out = ByteBuffer(capacity: min(value.textSize, 1 << 20) + 16)
    defer { out.free() }
    out.append(document: value)
    return out.array()
  }

  /// Passes the compact text of a value on in pieces of about 64 KiB, so that it is never in memory
  /// as a whole; a leaf is not cut.
  ///
  /// Complexity: O(size).
  public static func write(_ value: JSONValue, inPieces sink: ([UInt8]) -> Void) {
    var out = ByteBuffer(capacity: 1 << 16)
    defer { out.free() }
    withoutActuallyEscaping(sink) { sink in
      out.append(document: value) { out in
        guard out.count >= 1 << 16 else { return }
        sink(out.array())
        out.truncate(to: 0)
      }
    }
    if out.count > 0 { sink(out.array()) }
  }

  /// Appends the compact text of a value.
  ///
  /// Complexity: O(size).
  public static func write(_ value: JSONValue, to out: inout [UInt8]) {
    out.append(contentsOf: bytes(of: value))
  }

  /// Appends a string in quotes.
  ///
  /// Complexity: O(count).
  public static func write(_ string: String, to out: inout [UInt8]) {
    write(.string(string), to: &out)
  }
}
