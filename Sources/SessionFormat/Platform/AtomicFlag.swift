internal import CProcessor

/// A flag that is read without a lock; it is false at the start.
///
/// Thread-safe. Swift's own atomics need newer systems than the libraries do.
package final class AtomicFlag: Sendable {
  nonisolated(unsafe) private let byte: UnsafeMutablePointer<UInt8>

  package init() {
    byte = .allocate(capacity: 1)
    byte.initialize(to: 0)
  }

  deinit { byte.deallocate() }

  package var value: Bool {
    get { atomic_byte_load(byte) != 0 }
    set { atomic_byte_store(byte, newValue ? 1 : 0) }
  }
}
