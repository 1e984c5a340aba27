import Dispatch
import Foundation

/// The quick look at all of a session, on another thread, while something is done that is of worth
/// only if the session is sound.
///
/// It takes what the other threads leave of the processors. Thread-safe. When nobody holds it any more, the look ends.
final class SoundReadingAside: Sendable {
  private let look: Look

  /// Begins to look; nil for a session that needs another reading, and for a short one, for which
  /// a thread costs more than it saves.
  init?(_ session: Session) {
    let reading = SoundReading(session)
    guard session.lines.count > SoundReading.sectionLines, reading.mayBeSound else { return nil }
    let look = Look()
    self.look = look
    look.group.enter()
    let thread = Thread {
      Platform.yieldToOthers()
      let isSound = try? reading.isSound(cores: 1) { !look.isWanted }
      look.end(isSound ?? false)
      look.group.leave()
    }
    thread.qualityOfService = .utility
    thread.start()
  }

  deinit { look.end(false) }

  /// Whether it is already known that the session may not be sound.
  var isInDoubt: Bool { look.result == false }

  /// Whether the session is sound, once that is known; false where that is not certain.
  ///
  /// - Parameter interrupted: Asked now and then; true ends the wait.
  /// - Throws: ``InspectorError/interrupted``.
  func isSound(interrupted: () -> Bool) throws(InspectorError) -> Bool {
    while look.group.wait(timeout: .now() + .milliseconds(50)) == .timedOut {
      if interrupted() { throw .interrupted }
    }
    return look.result ?? false
  }

  /// What both threads know.
  private final class Look: Sendable {
    let group = DispatchGroup()
    private let lock = NSLock()
    nonisolated(unsafe) private var known: Bool?

    var result: Bool? { lock.withLock { known } }

    var isWanted: Bool { result == nil }

    /// The first result stays.
    func end(_ result: Bool) { lock.withLock { known = known ?? result } }
  }
}
