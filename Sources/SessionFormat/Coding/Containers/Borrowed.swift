/// Values that are looked at where they lie.
///
/// Their types are treated as ones that cannot be copied, as otherwise a copy is made of each, which
/// counts all that it holds.
enum Borrowed {
  /// Calls a body with the value that lies there.
  @inline(__always)
  static func call<T: ~Copyable>(
    _ place: UnsafePointer<T>, _ body: (borrowing T) throws -> Void
  ) rethrows {
    try body(place.pointee)
  }

  /// Calls a body with the value that an optional has; not at all where it has none.
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
