internal import Foundation

/// A text, and the patches that make each later one of the one before.
///
/// Thread-safe.
final class TextRun: Sendable {
  /// What distinguishes a run from all others, also from one that is no more.
  private final class Identity: Sendable {}

  /// The text of another run that this one's first text follows.
  private struct Link {
    let identity: Identity
    let index: Int
    /// The patch from that text to the first one of this run.
    let patch: [UInt8]
  }

  private let identity = Identity()
  private let first: [UInt8]
  private let link: Link?
  private let lock = NSLock()
  /// Guarded by the lock.
  nonisolated(unsafe) private var patches: [[UInt8]] = []
  /// Whether members may stand in another order than in the value's own text; guarded by the lock.
  nonisolated(unsafe) private var isReordered = false
  /// Whether a patch that was made up to now does not apply; guarded by the lock.
  nonisolated(unsafe) private var isBroken = false
  /// The last document that was made, and after how many patches it is; guarded by the lock.
  nonisolated(unsafe) private var made: (value: JSONValue, index: Int)?

  /// A run that begins with a text.
  init(_ first: [UInt8]) { (self.first, link) = (first, nil) }

  /// A run whose first text is that of another after a patch.
  init(_ first: [UInt8], following run: TextRun, after index: Int, by patch: [UInt8]) {
    self.first = first
    link = Link(identity: run.identity, index: index, patch: patch)
  }

  /// Adds a patch; returns how many there are then.
  ///
  /// - Parameter reorders: Whether it may leave members in another order than the value writes them.
  func append(_ patch: [UInt8], reorders: Bool) -> Int {
    lock.withLock {
      patches.append(patch)
      if reorders { isReordered = true }
      return patches.count
    }
  }

  /// Gives the last text as the value writes it, if the patches may have another order of members.
  ///
  /// False if the value writes another document than the patches make: readers have that one, so it
  /// stays.
  func settle(_ text: () throws -> [UInt8]) rethrows -> Bool {
    let (isReordered, count) = lock.withLock { (self.isReordered, patches.count) }
    guard isReordered else { return true }
    let value = Self.value(of: try text())
    guard isSound(after: count), value == self.value(after: count) else { return false }
    lock.withLock { made = (value, count) }
    return true
  }

  /// The text of the patch from the text after `start` patches to that after `end`; nil if it lies
  /// before, or if the text is shorter than a patch that changes nothing.
  func patch(from start: Int, to end: Int) -> [UInt8]? {
    guard start <= end, first.count > 1 else { return nil }
    let parts = lock.withLock { patches[start..<end] }
    guard parts.count != 1, let first = parts.first else { return parts.first ?? Array("[]".utf8) }
    var joined = first
    for part in parts.dropFirst() where part.count > 2 {
      joined.removeLast()
      if joined.count > 1 { joined.append(UInt8(ascii: ",")) }
      joined += part.dropFirst()
    }
    return joined
  }

  /// The text of the patch from a text of another run to the first of this one, if this one follows
  /// it.
  func patch(from run: TextRun, _ index: Int) -> [UInt8]? {
    guard let link, link.identity === run.identity, link.index == index else { return nil }
    return link.patch
  }

  /// The text after that many patches.
  func bytes(after index: Int) -> [UInt8] {
    index == 0 ? first : JSONWriter.bytes(of: value(after: index))
  }

  /// Whether so many patches can be applied, so that a reader has the text after them.
  ///
  /// A collection that shares structure lists itself what changed, and may list what cannot be.
  func isSound(after index: Int) -> Bool {
    if index > 0 { _ = value(after: index) }
    return index == 0 || !lock.withLock { isBroken }
  }

  /// The document after that many patches, without those that do not apply.
  func value(after index: Int) -> JSONValue {
    let (start, patches) = lock.withLock {
      let made = made.flatMap { $0.index <= index ? $0 : nil }
      return (made, self.patches[(made?.index ?? 0)..<index])
    }
    var value = start?.value ?? Self.value(of: first)
    var failed = false
    for patch in patches {
      if let next = Self.value(value, after: patch) { value = next } else { failed = true }
    }
    lock.withLock {
      if failed { isBroken = true }
      if (made?.index ?? 0) <= index { made = (value, index) }
    }
    return value
  }

  /// The document of a text that an encoder wrote.
  static func value(of text: [UInt8]) -> JSONValue {
    (try? JSONParser(depthLimit: ValueEncoder.depthLimit).parse(text)) ?? .null
  }

  /// A document after a patch; nil if it does not apply.
  static func value(_ value: JSONValue, after patch: [UInt8]) -> JSONValue? {
    guard let document = try? JSONParser().parse(patch) else { return nil }
    return try? JSONPatch(document).applied(to: value)
  }
}
