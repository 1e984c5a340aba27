import Dispatch
import Foundation

/// A fast reading of a session on another thread, during work that only counts if it is sound.
///
/// It uses the processor time that other threads leave; a thread that waits for it helps.
/// Thread-safe. The reading ends when nobody holds this object any more.
final class SoundReadingAside: Sendable {
  private let look: Look

  /// Starts the reading; nil for a session that needs another reading, and for a short one, because
  /// a thread would cost more than it saves.
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

  /// Whether it is already known that the session may be damaged.
  var isInDoubt: Bool { look.result == false }

  /// Whether the session is sound; waits for the result.
  ///
  /// False if that is uncertain.
  ///
  /// - Parameter interrupted: Called now and then; true ends the wait.
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

/// The state that the reading threads share.
private final class Look: Sendable {
  let group = DispatchGroup()
  private let reading: SoundReading
  /// Guards the sections, and is held while they are determined.
  private let sectionsLock = NSLock()
  nonisolated(unsafe) private var sections: ArraySlice<SoundReading.Section>?
  private let lock = NSLock()
  nonisolated(unsafe) private var known: Bool?
  /// The other thread, while it reads.
  nonisolated(unsafe) private var thread: pthread_t?
  nonisolated(unsafe) private var isHurried = false

  init(_ reading: SoundReading) { self.reading = reading }

  /// Reads the next section; false if none is left.
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

  /// Notes that the thread ends.
  func leave() { lock.withLock { thread = nil } }

  /// Lets the thread run like any other, because somebody waits for it.
  func hurry() {
    lock.withLock {
      isHurried = true
      if let thread { Platform.hurry(thread) }
    }
  }

  // MARK: The result

  /// Whether the session is sound; nil as long as that is unknown.
  var result: Bool? { lock.withLock { known } }

  /// Sets the result; the first one stays.
  func end(_ result: Bool) { lock.withLock { known = known ?? result } }
}
