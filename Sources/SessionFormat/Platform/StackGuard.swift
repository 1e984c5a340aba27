// Measures the remaining stack. Threads have from 512 KB (or less) to 8 MB, and a value may be
// nested deeper than its thread can follow.

internal import Foundation

/// Stops a recursion before its thread's stack overflows.
///
/// The first levels are always allowed. Further levels compare the stack address with the bounds of
/// the thread's stack, which the system is asked for once.
package struct StackGuard {
  /// The levels that fit on any stack.
  static let freeLevels = 32
  /// The most levels if the system does not report the stack's size.
  static let carefulLevels = 100
  /// How many bytes one more level may take in a debug build, including the type's own coding.
  static let reserve: UInt = 64 << 10

  /// How many levels are open.
  private(set) var depth = 0
  private var low: UInt = 0
  private var high: UInt = 0

  package init() {}

  init(depth: Int) { self.depth = depth }

  /// Whether there is room at a level, for a recursion that counts its levels itself.
  ///
  /// - Parameter reserve: How many bytes must remain then.
  package mutating func hasRoom(at level: Int, leaving reserve: UInt) -> Bool {
    level <= Self.freeLevels || hasRoom(level, reserve)
  }

  /// Goes down one level; returns whether there is room for it.
  ///
  /// ``leave()`` must follow in either case.
  @inline(__always)
  mutating func enter() -> Bool {
    depth &+= 1
    return depth <= Self.freeLevels || hasRoom(depth, Self.reserve)
  }

  @inline(__always)
  mutating func leave() { depth &-= 1 }

  @inline(never)
  private mutating func hasRoom(_ depth: Int, _ reserve: UInt) -> Bool {
    var marker: UInt8 = 0
    let place = withUnsafeMutablePointer(to: &marker) { UInt(bitPattern: $0) }
    if place < low || place >= high {
      // Not known yet, or on another thread.
      guard let bounds = Self.bounds(), bounds.contains(place) else {
        return depth <= Self.carefulLevels
      }
      (low, high) = (bounds.lowerBound, bounds.upperBound)
    }
    return place - low > reserve
  }

  /// The address range of this thread's stack, which grows downwards; nil if it is unknown.
  private static func bounds() -> Range<UInt>? {
    #if canImport(Darwin)
      let thread = pthread_self()
      let high = UInt(bitPattern: pthread_get_stackaddr_np(thread))
      let size = UInt(pthread_get_stacksize_np(thread))
      return size < high ? high - size..<high : nil
    #elseif canImport(Glibc) || canImport(Musl)
      // Larger than the attributes on any system.
      return withUnsafeTemporaryAllocation(byteCount: 256, alignment: 16) { memory in
        memory.initializeMemory(as: UInt8.self, repeating: 0)
        guard let place = memory.baseAddress, attributesOfThread(pthread_self(), place) == 0
        else { return nil }
        let attributes = place.assumingMemoryBound(to: pthread_attr_t.self)
        defer { pthread_attr_destroy(attributes) }
        var start: UnsafeMutableRawPointer?
        var size = 0
        guard pthread_attr_getstack(attributes, &start, &size) == 0, let start, size > 0
        else { return nil }
        let low = UInt(bitPattern: start)
        let (high, overflow) = low.addingReportingOverflow(UInt(size))
        return overflow ? nil : low..<high
      }
    #else
      return nil
    #endif
  }
}

#if canImport(Glibc) || canImport(Musl)
  /// The attributes of a running thread; headers declare this only with a certain macro.
  @_silgen_name("pthread_getattr_np")
  private func attributesOfThread(_ thread: pthread_t, _ result: UnsafeMutableRawPointer) -> Int32
#endif
