import Foundation

/// The private memory that a benchmark's work holds, without mapped files.
///
/// Available on Linux only.
final class MemoryGauge: @unchecked Sendable {
  private var before: Int?
  /// The most memory that was seen held, in bytes.
  private(set) var most: Int?
  /// The number of lines to divide the memory by, if lines hold it.
  private(set) var lines: Int?

  /// Takes the memory held now as zero; freed memory is returned to the system first.
  func start(lines: Int? = nil) {
    // The Swift module of the C library lacks this function.
    if let symbol = dlsym(nil, "malloc_trim") {
      _ = unsafeBitCast(symbol, to: (@convention(c) (Int) -> Int32).self)(0)
    }
    (before, most, self.lines) = (Self.privateBytes(), nil, lines)
  }

  /// Measures the memory held now.
  func look() {
    guard let before, let now = Self.privateBytes() else { return }
    most = max(most ?? 0, now - before)
  }

  private static func privateBytes() -> Int? {
    guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
      let line = status.split(separator: "\n").first(where: { $0.hasPrefix("RssAnon:") }),
      let kilobytes = line.split(separator: " ").dropLast().last.flatMap({ Int($0) })
    else { return nil }
    return kilobytes << 10
  }
}
