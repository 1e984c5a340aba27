import Foundation

extension Composable {
  /// The events of an effect: values, then how it ended.
  enum EffectEvent<Output: Sendable, Failure: Error>: Sendable {
    case value(Output)
    case failed(Failure)
    case finished
  }

  /// Work that a reducer describes and a store starts.
  ///
  /// No event follows the end, or comes on the cancelling thread after a cancellation.
  struct Effect<Output: Sendable, Failure: Error>: Sendable {
    typealias Observer = @Sendable (EffectEvent<Output, Failure>) -> Void

    private let work: @Sendable (Cancellations, @escaping Observer) -> Cancellation

    /// An effect that starts the given work, and is cancelled by what the work returns.
    init(_ work: @escaping @Sendable (Cancellations, @escaping Observer) -> Cancellation) {
      self.work = work
    }

    /// Starts the work.
    ///
    /// - Parameters:
    ///   - cancellations: The store of effects with ids.
    ///   - observer: Gets each event, on the thread on which it happens.
    func start(
      in cancellations: Cancellations, _ observer: @escaping Observer
    ) -> Cancellation {
      let gate = Gate(observer)
      gate.adopt(work(cancellations) { gate.pass($0) })
      return Cancellation { gate.close() }
    }

    /// Lets events through until the end, or until it is closed.
    private final class Gate: Sendable {
      private let lock = NSLock()
      /// Guarded by the lock, like the rest; nil once it is closed.
      nonisolated(unsafe) private var observer: Observer?
      nonisolated(unsafe) private var upstream: Cancellation?

      init(_ observer: @escaping Observer) { self.observer = observer }

      /// Takes the work's cancellation, unless the work is over already.
      func adopt(_ cancellation: Cancellation) {
        lock.withLock { if observer != nil { upstream = cancellation } }
      }

      func pass(_ event: EffectEvent<Output, Failure>) {
        let observer = lock.withLock {
          let observer = self.observer
          if case .value = event { return observer }
          self.observer = nil
          upstream = nil
          return observer
        }
        observer?(event)
      }

      func close() {
        let upstream = lock.withLock {
          observer = nil
          defer { self.upstream = nil }
          return self.upstream
        }
        upstream?.cancel()
      }
    }
  }
}

extension Composable.Effect {
  /// Nothing to do.
  static var none: Self {
    Self { _, observer in
      observer(.finished)
      return Composable.Cancellation()
    }
  }

  /// Sends a value at once.
  init(value: Output) {
    self.init { _, observer in
      observer(.value(value))
      observer(.finished)
      return Composable.Cancellation()
    }
  }

  /// Fails at once.
  init(error: Failure) {
    self.init { _, observer in
      observer(.failed(error))
      return Composable.Cancellation()
    }
  }

  /// Sends the answer of work that calls back, from any thread.
  static func future(
    _ work:
      @escaping @Sendable (
        _ answer: @escaping @Sendable (Result<Output, Failure>) -> Void
      ) -> Void
  ) -> Self {
    Self { _, observer in
      work { result in
        switch result {
        case .success(let value):
          observer(.value(value))
          observer(.finished)
        case .failure(let error): observer(.failed(error))
        }
      }
      return Composable.Cancellation()
    }
  }

  /// Runs all of them at once; with the first that fails it fails, and the others are cancelled.
  static func merge(_ effects: Self...) -> Self {
    guard !effects.isEmpty else { return .none }
    return Self { cancellations, observer in
      let left = Countdown(effects.count)
      let parts = effects.map { _ in Composable.Relay() }
      @Sendable func cancel() { for part in parts { part.cancel() } }
      for (part, effect) in zip(parts, effects) {
        part.adopt(
          effect.start(in: cancellations) { event in
            if case .finished = event, !left.isLast() { return }
            if case .failed = event { cancel() }
            observer(event)
          })
      }
      return Composable.Cancellation(cancel)
    }
  }
}

/// Counts down to the last.
private final class Countdown: Sendable {
  private let lock = NSLock()
  /// Guarded by the lock.
  nonisolated(unsafe) private var left: Int

  init(_ count: Int) { left = count }

  func isLast() -> Bool {
    lock.withLock {
      left -= 1
      return left == 0
    }
  }
}
