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

  private let direct = DirectDecoders()
  private var run: DecodingRun
  private var type = ""
  /// The node of the action that was read last.
  private var action: UInt32 = 0
  /// Where it stands on the tape of a line that was read whole, in that layout.
  private static let ofLine: UInt32 = 11

  /// A reader with memory of its own.
  package init() {
    run = DecodingRun(UnsafeBufferPointer(start: nil, count: 0), direct: direct)
  }

  /// Reads a line; nil if it is no action line in the usual layout, or an opaque one.
  ///
  /// The checksum is not compared. Complexity: O(size).
  ///
  /// - Parameter bytes: The line without its line end; it must stay where it is until the action is
  ///   decoded.
  package func read(_ bytes: UnsafeBufferPointer<UInt8>) -> Line? {
    guard let front = ActionFront(bytes), let end = ActionFront.end(of: bytes), front.action < end
    else { return readWhole(bytes) }
    run.restart(bytes)
    // Within the line, which is one level itself. What is no value may be one with members behind it.
    guard run.index(front.action..<end, depthLimit: JSONParser.depthLimit - 1) else {
      return readWhole(bytes)
    }
    action = 0
    if !type.isWritten(front.type) { type = String(decoding: front.type, as: UTF8.self) }
    return Line(n: front.n, t: front.t, type: type)
  }

  /// Reads a line that says more than every action does.
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
    // By their places in that layout: the object, then names and values in turn.
    guard let n = tape.pointee.smallInteger(5), let t = tape.pointee.smallInteger(7) else {
      return nil
    }
    type = tape.pointee.string(9)
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
      type, TapePlace(node: action, parent: 0, ordinal: 0))
  }
}

extension Tape {
  /// Behind the last node of a line, its checksum as the last member left out.
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
