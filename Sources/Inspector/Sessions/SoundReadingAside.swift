import Dispatch
import Foundation

/// The quick look at all of a session, on another thread, while something is done that is of worth
/// only if the session is sound.
///
/// It takes what the other threads leave of the processors; whoever waits for it looks too.
/// Thread-safe. When nobody holds it any more, the look ends.
final class SoundReadingAside: Sendable {
  private let look: Look

  /// Begins to look; nil for a session that needs another reading, and for a short one, for which
  /// a thread costs more than it saves.
  init?(_ session: Session) {
    let reading = SoundReading(session)
    guard session.lines.count > SoundReading.sectionLines, reading.mayBeSound else { return nil }
    let look = Look(reading)
    self.look = look
    look.group.enter()
    let thread = Thread {
      look.begin(on: Platform.yieldToOthers())
      while look.goOn() {}
      look.leave()
      look.group.leave()
    }
    thread.qualityOfService = .utility
    thread.start()
  }

  deinit { look.end(false) }

  /// Whether it is already known that the session may not be sound.
  var isInDoubt: Bool { look.result == false }

  /// Whether the session is sound, once that is known; false if that is not certain.
  ///
  /// - Parameter interrupted: Asked now and then; true ends the wait.
  /// - Throws: ``InspectorError/interrupted``.
  func isSound(interrupted: () -> Bool) throws(InspectorError) -> Bool {
    look.hurry()
    while look.goOn() {
      if interrupted() { throw .interrupted }
    }
    while look.group.wait(timeout: .now() + .milliseconds(50)) == .timedOut {
      if interrupted() { throw .interrupted }
    }
    look.end(true)
    return look.result ?? false
  }
}

/// What those who look know.
private final class Look: Sendable {
  let group = DispatchGroup()
  private let reading: SoundReading
  /// Guards the sections, and is held while they are found.
  private let sectionsLock = NSLock()
  nonisolated(unsafe) private var sections: ArraySlice<SoundReading.Section>?
  private let lock = NSLock()
  nonisolated(unsafe) private var known: Bool?
  /// The thread that looks aside, while it does.
  nonisolated(unsafe) private var thread: pthread_t?
  nonisolated(unsafe) private var isHurried = false

  init(_ reading: SoundReading) { self.reading = reading }

  /// Looks at the next section; false if nothing is left to look at.
  func goOn() -> Bool {
    guard result == nil, let section = next() else { return false }
    if !reading.isSound(section) { end(false) }
    return true
  }

  private func next() -> SoundReading.Section? {
    sectionsLock.withLock {
      var left = sections ?? reading.sections[...]
      defer { sections = left }
      return left.popFirst()
    }
  }

  // MARK: The thread aside

  func begin(on thread: pthread_t) {
    lock.withLock {
      self.thread = thread
      if isHurried { Platform.hurry(thread) }
    }
  }

  /// Says that the thread ends.
  func leave() { lock.withLock { thread = nil } }

  /// Lets the thread run like any other: somebody waits for it.
  func hurry() {
    lock.withLock {
      isHurried = true
      if let thread { Platform.hurry(thread) }
    }
  }

  // MARK: The result

  /// Whether the session is sound; nil if that is not known.
  var result: Bool? { lock.withLock { known } }

  /// The first result stays.
  func end(_ result: Bool) { lock.withLock { known = known ?? result } }
}
