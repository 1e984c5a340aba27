import Foundation

/// Where the recorders write that are made in a test, whatever place they name; see `RecorderTesting`.
///
/// Each has a file of its own, which the test removes if it passes. So what an app records in
/// ``RecordingPlace/standard`` is neither read nor changed by its tests. Thread-safe.
package final class RecordingScope: Sendable {
  /// That of the test that runs on this task.
  @TaskLocal package static var current: RecordingScope?
  /// That of the only test that runs in this process, as in XCTest; guarded by the lock.
  nonisolated(unsafe) private static var shared: RecordingScope?
  private static let sharing = NSLock()

  /// The scope in which a recorder that is made now writes; nil outside of such tests.
  static var here: RecordingScope? { current ?? sharing.withLock { shared } }

  /// Sets the scope for all tasks; nil ends it.
  package static func share(_ scope: RecordingScope?) { sharing.withLock { shared = scope } }

  /// The folder, which exists, and what the names of its files begin with.
  private let folder: String
  private let name: String
  private let lock = NSLock()
  nonisolated(unsafe) private var paths: [String] = []

  /// A scope without recorders.
  ///
  /// - Parameters:
  ///   - folder: The folder, which exists.
  ///   - name: The test's; no other scope of this folder has it.
  package init(folder: String, name: String) {
    (self.folder, self.name) = (folder, SegmentNames.safe(name))
  }

  /// The files of its recorders, in the order in which they were made; some may have no line yet.
  package var files: [String] { lock.withLock { paths } }

  /// The file of one more recorder.
  func path(ofStore store: String) -> String {
    lock.withLock {
      let stem = "\(folder)/\(name)-\(SegmentNames.safe(store))"
      let path = (1...).lazy.map { number in
        (number == 1 ? stem : "\(stem)-\(number)") + SegmentNames.fileExtension
      }.first { !paths.contains($0) }
      let chosen = path ?? stem
      paths.append(chosen)
      return chosen
    }
  }
}
