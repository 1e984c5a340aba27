import Foundation

/// Marks where a reducer begins and ends, for a library that lists what it asks of the world.
///
/// Such a library is there only in re-runs that search for causes; else nothing is marked.
enum StepMarks {
  private typealias Mark = @convention(c) () -> Void

  private static let begin = mark("inspect_witness_begin")
  private static let end = mark("inspect_witness_end")

  private static func mark(_ name: String) -> Mark? {
    guard getenv("INSPECT_WITNESS") != nil, let symbol = dlsym(nil, name) else { return nil }
    return unsafeBitCast(symbol, to: Mark.self)
  }

  /// Runs a reducer between two marks.
  @inline(__always)
  static func around<T>(_ body: () -> T) -> T {
    guard let begin, let end else { return body() }
    begin()
    defer { end() }
    return body()
  }

  /// Runs work of the host itself inside a reducer, which asks for it as if it were outside.
  static func outside<T>(_ body: () -> T) -> T {
    guard let begin, let end else { return body() }
    end()
    defer { begin() }
    return body()
  }
}
