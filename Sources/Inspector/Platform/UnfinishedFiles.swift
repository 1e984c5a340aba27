import Foundation

/// The files that are being written under temporary names, so that a signal that ends this process
/// removes them.
///
/// Thread-safe.
package enum UnfinishedFiles {
  /// Files beyond this number stay.
  private static let most = 64
  private static let lock = NSLock()
  /// Their paths; nil at free places.
  ///
  /// Plain memory, because a signal handler reads it.
  nonisolated(unsafe) private static let paths: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> =
    {
      let paths = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: most)
      paths.initialize(repeating: nil, count: most)
      return paths
    }()

  /// Allocates the memory, before a handler may need it.
  package static func prepare() { _ = paths[0] }

  /// Lists a file before it is made.
  ///
  /// - Returns: Its place in the list; nil if that is full.
  static func add(_ path: String) -> Int? {
    lock.withLock {
      guard let place = (0..<most).first(where: { paths[$0] == nil }) else { return nil }
      paths[place] = strdup(path)
      return place
    }
  }

  static func remove(_ place: Int?) {
    guard let place else { return }
    lock.withLock {
      // A handler may read it: it goes from the list first, and its few bytes stay.
      paths[place] = nil
    }
  }

  /// Removes all files; a signal handler may call it after ``prepare()``.
  package static func removeAll() {
    for place in 0..<most {
      if let path = paths[place] { unlink(path) }
    }
  }
}
