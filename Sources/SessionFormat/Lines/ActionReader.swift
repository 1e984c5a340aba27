/// Reads action lines that are laid out as a writer does it, and decodes their actions where they
/// stand: no document is made.
///
/// Not thread-safe.
package final class ActionReader {
  /// What a line says besides the action.
  package struct Line {
    /// The number of the action.
    package let n: Int
    /// Nanoseconds since the session started.
    package let t: Int
    /// The action's type.
    package let type: String
  }

  /// The node of the action, in a line of that layout.
  private static let action: UInt32 = 11

  private let direct = DirectDecoders()
  private var run: DecodingRun
  private var type = ""

  /// A reader with memory of its own.
  package init() {
    run = DecodingRun(UnsafeBufferPointer(start: nil, count: 0), direct: direct)
  }

  /// Reads a line; nil where it is no action line in the usual layout, or an opaque one.
  ///
  /// The checksum is not compared. Complexity: O(size).
  ///
  /// - Parameter bytes: The line without its line end; it must stay where it is until the action is
  ///   decoded.
  package func read(_ bytes: UnsafeBufferPointer<UInt8>) -> Line? {
    let front: StaticString = #"{"kind":"action","n":"#
    guard let start = bytes.baseAddress, bytes.count > front.utf8CodeUnitCount,
      Memory.order(start, front.utf8Start, front.utf8CodeUnitCount) == 0
    else { return nil }
    run.restart(bytes)
    guard run.index(depthLimit: JSONParser.depthLimit) else { return nil }
    let tape = run.tape
    let end = tape.pointee.endWithoutChecksum
    guard LineShape.isUsual(0, end, tape.pointee), tape.pointee.member("opaque", 0) == nil else {
      return nil
    }
    // By their places in that layout: the object, then names and values in turn.
    guard let n = tape.pointee.smallInteger(5), let t = tape.pointee.smallInteger(7) else {
      return nil
    }
    if !tape.pointee.hasText(9, type) { type = tape.pointee.string(9) }
    return Line(n: n, t: t, type: type)
  }

  /// Decodes the action of the line that was read last.
  ///
  /// - Throws: `DecodingError`, or what the type's own `init(from:)` throws.
  package func decode<T: Decodable>(_ type: T.Type) throws -> T {
    defer {
      // Somebody has kept a decoder that outlives the line.
      if run.hasEscaped() || !isKnownUniquelyReferenced(&run) {
        run.keepText()
        run = DecodingRun(UnsafeBufferPointer(start: nil, count: 0), direct: direct)
      }
    }
    return try run.decode(
      type, TapePlace(node: Self.action, parent: 0, ordinal: 0))
  }
}

extension Tape {
  /// Behind the last node of a line, its checksum as the last member left out.
  fileprivate var endWithoutChecksum: Int {
    guard count > 4, isString(count - 2, "crc"), nodes[0].next == count else { return count }
    return count - 2
  }

  fileprivate func hasText(_ node: Int, _ string: String) -> Bool {
    var string = string
    return string.withUTF8 { bytes in
      guard let start = bytes.baseAddress else { return nodes[node].length == 0 }
      return hasText(node, start, bytes.count)
    }
  }
}
