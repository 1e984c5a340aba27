import Foundation

extension Composable {
  /// Ends work that was started; a second time does nothing.
  final class Cancellation: Sendable {
    private let lock = NSLock()
    /// Guarded by the lock.
    nonisolated(unsafe) private var work: (@Sendable () -> Void)?

    init(_ work: @escaping @Sendable () -> Void = {}) { self.work = work }

    func cancel() {
      let work = lock.withLock {
        defer { self.work = nil }
        return self.work
      }
      work?()
    }
  }

  /// The effects in flight under an id, for one store.
  final class Cancellations: Sendable {
    private let lock = NSLock()
    /// Guarded by the lock.
    nonisolated(unsafe) private var inFlight: [AnyHashable: [Int: Cancellation]] = [:]
    /// Guarded by the lock.
    nonisolated(unsafe) private var last = 0

    /// Keeps a cancellation under an id, until it is forgotten.
    func keep(_ cancellation: Cancellation, id: some Hashable) -> Int {
      lock.withLock {
        last += 1
        inFlight[AnyHashable(id), default: [:]][last] = cancellation
        return last
      }
    }

    func forget(_ key: Int, id: some Hashable) {
      lock.withLock {
        let id = AnyHashable(id)
        inFlight[id]?[key] = nil
        if inFlight[id]?.isEmpty == true { inFlight[id] = nil }
      }
    }

    /// Cancels everything under an id, the oldest first.
    func cancel(id: some Hashable) {
      let found = lock.withLock { inFlight.removeValue(forKey: AnyHashable(id)) ?? [:] }
      for (_, cancellation) in found.sorted(by: { $0.key < $1.key }) { cancellation.cancel() }
    }

    /// How many effects are in flight under ids.
    var count: Int { lock.withLock { inFlight.values.reduce(0) { $0 + $1.count } } }
  }
}

extension Composable {
  /// A cancellation that is handed out before the work begins.
  final class Relay: Sendable {
    private let lock = NSLock()
    /// Guarded by the lock.
    nonisolated(unsafe) private var target: Cancellation?
    /// Guarded by the lock.
    nonisolated(unsafe) private var isCancelled = false

    /// Takes the work's cancellation, and cancels it at once if that was requested meanwhile.
    func adopt(_ cancellation: Cancellation) {
      let isLate = lock.withLock {
        if !isCancelled { target = cancellation }
        return isCancelled
      }
      if isLate { cancellation.cancel() }
    }

    func cancel() {
      let target = lock.withLock {
        isCancelled = true
        defer { self.target = nil }
        return self.target
      }
      target?.cancel()
    }
  }
}
