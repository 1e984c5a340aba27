import Foundation

/// A flag that the handler of a signal may set.
///
/// Its memory is made once and never freed, because a handler must not allocate.
struct SignalFlag: @unchecked Sendable {
  private let value = UnsafeMutablePointer<sig_atomic_t>.allocate(capacity: 1)

  init() { value.initialize(to: 0) }

  // Not inlined, so that a loop reads it each time.
  @inline(never)
  var isSet: Bool { value.pointee != 0 }

  func set() { value.pointee = 1 }

  func clear() { value.pointee = 0 }
}
