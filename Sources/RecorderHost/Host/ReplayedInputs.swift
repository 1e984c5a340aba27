import Foundation
import Recorder
import SessionFormat

/// The inputs of a replayed step: first the recorded ones in order, each once, then live ones.
final class ReplayedInputs: InputSource {
  nonisolated(unsafe) private var n: Int
  /// One lock for all; each is only locked for an instant.
  private static let lock = NSLock()
  nonisolated(unsafe) private var unused: [InputLine]
  nonisolated(unsafe) private let answer: (InputLine) -> Void

  /// - Parameters:
  ///   - n: The number of the action.
  ///   - recorded: Its input lines.
  ///   - answer: Receives each input that is taken; called on the reducer's thread before the
  ///     reducer gets the value.
  init(n: Int, recorded: [InputLine], answer: @escaping (InputLine) -> Void) {
    self.n = n
    unused = recorded
    self.answer = answer
  }

  /// Reuses this for another step; nobody else may hold it.
  func goOn(to n: Int, recorded: [InputLine]) {
    self.n = n
    if !unused.isEmpty || !recorded.isEmpty { unused = recorded }
  }

  func now() -> UInt64 { StepMarks.outside { MonotonicClock.nanoseconds() } }

  func recorded<T: Decodable>(_ name: String, as type: T.Type) -> T? {
    let line = Self.lock.withLock {
      unused.firstIndex { $0.name.hasSameBytes(as: name) }.map { unused.remove(at: $0) }
    }
    guard let line else { return nil }
    do { return try ValueDecoder().decode(type, from: line.value) } catch { return nil }
  }

  func note<T: Encodable>(_ name: String, _ value: T, isFresh: Bool) {
    var line = InputLine(n: n, name: name, value: Snapshot.of(value).value)
    line.fresh = isFresh
    answer(line)
  }
}
