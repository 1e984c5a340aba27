/// Reads action lines that are laid out as a writer does it, and decodes their actions in place: no
/// document is made.
///
/// Not thread-safe.
package final class ActionReader {
  /// The members of a line other than the action.
  package struct Line {
    /// The number of the action.
    package let n: Int
    /// Nanoseconds since the session started.
    package let t: Int
    /// The action's type.
    package let type: String
  }

  private let direct = DirectDecoders()
  private var run: DecodingRun
  private var type = ""
  /// The node of the last action.
  private var action: UInt32 = 0
  /// Its node if the line was read whole, in that layout.
  private static let ofLine: UInt32 = 11

  /// A reader with its own memory.
  package init() {
    run = DecodingRun(UnsafeBufferPointer(start: nil, count: 0), direct: direct)
  }

  /// Reads a line; nil if it is not an action line in the usual layout, or if it is opaque.
  ///
  /// The checksum is not verified. Complexity: O(size).
  ///
  /// - Parameter bytes: The line without its line end; it must stay in place until the action is
  ///   decoded.
  package func read(_ bytes: UnsafeBufferPointer<UInt8>) -> Line? {
    guard let front = ActionFront(bytes), let end = ActionFront.end(of: bytes), front.action < end
    else { return readWhole(bytes) }
    run.restart(bytes)
    // The line is itself one level. If this range is no value, more members may follow the action.
    guard run.index(front.action..<end, depthLimit: JSONParser.depthLimit - 1) else {
      return readWhole(bytes)
    }
    action = 0
    if !type.isWritten(front.type) { type = String(decoding: front.type, as: UTF8.self) }
    return Line(n: front.n, t: front.t, type: type)
  }

  /// Reads a line with optional members.
  private func readWhole(_ bytes: UnsafeBufferPointer<UInt8>) -> Line? {
    guard ActionFront.begins(bytes) else { return nil }
    run.restart(bytes)
    guard run.index(depthLimit: JSONParser.depthLimit) else { return nil }
    action = Self.ofLine
    let tape = run.tape
    let end = tape.pointee.endWithoutChecksum
    guard LineShape.isUsual(0, end, tape.pointee), tape.pointee.member("opaque", 0) == nil else {
      return nil
    }
    // By node in that layout: the object, then alternating names and values.
    guard let n = tape.pointee.smallInteger(5), let t = tape.pointee.smallInteger(7) else {
      return nil
    }
    type = tape.pointee.string(9)
    return Line(n: n, t: t, type: type)
  }

  /// Decodes the action of the last line.
  ///
  /// - Throws: `DecodingError`, or what the type's own `init(from:)` throws.
  package func decode<T: Decodable>(_ type: T.Type) throws -> T {
    defer {
      // Somebody kept a decoder that outlives the line.
      if run.hasEscaped() || !isKnownUniquelyReferenced(&run) {
        run.keepText()
        run = DecodingRun(UnsafeBufferPointer(start: nil, count: 0), direct: direct)
      }
    }
    return try run.decode(
      type, TapePlace(node: action, parent: 0, ordinal: 0))
  }
}

extension Tape {
  /// The end of a line's nodes, without the checksum as its last member.
  fileprivate var endWithoutChecksum: Int {
    guard count > 4, isString(count - 2, "crc"), nodes[0].next == count else { return count }
    return count - 2
  }
}

extension String {
  /// Whether it has these bytes.
  fileprivate func isWritten(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    utf8.withContiguousStorageIfAvailable { own in
      guard own.count == text.count else { return false }
      guard let own = own.baseAddress, let other = text.baseAddress else { return text.isEmpty }
      return Memory.order(own, other, text.count) == 0
    } ?? false
  }
}
