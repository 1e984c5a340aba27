import Foundation

/// Looks up programs as a shell does, and then among the products that were built with this one.
enum ProgramFile {
  /// The file of a program; nil if there is none that may be run.
  ///
  /// - Parameter program: A path, or a name that is looked up in `PATH` and then ``beside`` this
  ///   program.
  static func path(of program: String) -> String? {
    let folders = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    return path(of: program, in: folders.split(separator: ":").map(String.init) + beside)
  }

  /// The file of a program in the first of the folders that has it; a path is looked up as it is.
  static func path(of program: String, in folders: [String]) -> String? {
    let isRunnable = FileManager.default.isExecutableFile(atPath:)
    if program.contains("/") { return isRunnable(program) ? program : nil }
    return folders.map { "\($0)/\(program)" }.first(where: isRunnable)
  }

  /// Where the products of a package lie if this process runs its tests: the folders of test bundles,
  /// and of this program.
  static var beside: [String] {
    let bundles = Bundle.allBundles.map(\.bundleURL).filter { $0.pathExtension == "xctest" }
    let own = Bundle.main.executableURL.map { [$0] } ?? []
    return (bundles + own).map { $0.deletingLastPathComponent().path }
  }
}
