import Foundation
import Inspector

/// Notes that are kept, and written later in order.
final class HeldNotes: @unchecked Sendable {
  private let lock = NSLock()
  private var held: [String] = []

  /// The notes kept so far, in order.
  var all: [String] { lock.withLock { held } }

  /// Keeps one more.
  func hold(_ note: String) { lock.withLock { held.append(note) } }
}

extension CommandContext {
  /// The same, but notes for standard error are kept.
  func holding(_ held: HeldNotes) -> CommandContext {
    var context = self
    context.note = { held.hold($0) }
    context.notes = SaidNotes()
    return context
  }
}

/// The notes that were written to standard error and are not repeated.
package final class SaidNotes: @unchecked Sendable {
  private let lock = NSLock()
  private var said: Set<[UInt8]> = []

  package init() {}

  /// Whether this note comes for the first time.
  func isNew(_ note: String) -> Bool {
    lock.withLock { said.insert(Array(note.utf8)).inserted }
  }
}
