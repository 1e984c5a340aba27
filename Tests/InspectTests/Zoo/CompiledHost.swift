import Foundation
import TestSupport
import Testing

/// A reducer host that is built from sources beside the tests.
struct CompiledHost {
  let folder: SessionFolder
  let program: String

  /// Compiles it.
  ///
  /// - Parameters:
  ///   - compiler: The compiler, with its options.
  ///   - sources: The names of its files in `Scripts`.
  init(_ compiler: [String], _ sources: String...) throws {
    folder = try SessionFolder()
    program = folder.file("host")
    let scripts = Inspect.root.appendingPathComponent("Tests/InspectTests/Scripts")
    let built = try ProcessRun.run(
      URL(fileURLWithPath: "/usr/bin/env"),
      compiler + ["-o", program] + sources.map { scripts.appendingPathComponent($0).path })
    try #require(built.status == .exited(0), "\(built.error)")
  }
}
