/// Access to values in place, without copies.
///
/// The types are treated as noncopyable. Otherwise each value would be copied, which retains
/// everything that it holds.
enum Borrowed {
  /// Calls a body with the value at a place.
  @inline(__always)
  static func call<T: ~Copyable>(
    _ place: UnsafePointer<T>, _ body: (borrowing T) throws -> Void
  ) rethrows {
    try body(place.pointee)
  }

  /// Calls a body with the value of an optional, if it has one.
  @inline(__always)
  static func call<T: ~Copyable>(
    some value: borrowing T?, _ body: (borrowing T) throws -> Void
  ) rethrows {
    switch value {
    case .some(let value): try body(value)
    case .none: break
    }
  }
}
