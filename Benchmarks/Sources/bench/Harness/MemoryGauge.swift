import Foundation

/// How much private memory a benchmark's work holds, files that are mapped left aside.
///
/// It is known on Linux only.
final class MemoryGauge: @unchecked Sendable {
  private var before: Int?
  /// The most that was held when it was looked at, in bytes.
  private(set) var most: Int?
  /// The lines among which it is divided, where they are what takes it.
  private(set) var lines: Int?

  /// Takes what is held now as nothing; what was freed is given back first.
  func start(lines: Int? = nil) {
    // The module of the C library leaves this out.
    if let symbol = dlsym(nil, "malloc_trim") {
      _ = unsafeBitCast(symbol, to: (@convention(c) (Int) -> Int32).self)(0)
    }
    (before, most, self.lines) = (Self.privateBytes(), nil, lines)
  }

  /// Looks at what is held now.
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
