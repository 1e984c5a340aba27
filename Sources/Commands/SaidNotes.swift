import Foundation
import Inspector

/// Notes that are said later, when their turn comes.
final class HeldNotes: @unchecked Sendable {
  private let lock = NSLock()
  private var held: [String] = []

  /// Those held so far, in order.
  var all: [String] { lock.withLock { held } }

  /// Holds one more.
  func hold(_ note: String) { lock.withLock { held.append(note) } }
}

extension Surroundings {
  /// The same, but what is to be said on standard error is held.
  func holding(_ held: HeldNotes) -> Surroundings {
    var surroundings = self
    surroundings.note = { held.hold($0) }
    surroundings.notes = SaidNotes()
    return surroundings
  }
}

/// What was said on standard error and is not to be said again.
package final class SaidNotes: @unchecked Sendable {
  private let lock = NSLock()
  private var said: Set<[UInt8]> = []

  /// Nothing was said.
  package init() {}

  /// Whether this is said for the first time.
  func isNew(_ note: String) -> Bool {
    lock.withLock { said.insert(Array(note.utf8)).inserted }
  }
}
