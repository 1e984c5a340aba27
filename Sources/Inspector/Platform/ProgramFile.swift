import Foundation

/// Looks up programs as a shell does, and then among the products built with this one.
enum ProgramFile {
  /// The file of a program; nil if there is none that can be run.
  ///
  /// - Parameter program: A path, or a name that is looked up in `PATH` and then ``beside`` this
  ///   program.
  static func path(of program: String) -> String? {
    let folders = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    return path(of: program, in: folders.split(separator: ":").map(String.init) + beside)
  }

  /// The program's file in the first folder that has it; a path is not looked up.
  static func path(of program: String, in folders: [String]) -> String? {
    let isRunnable = FileManager.default.isExecutableFile(atPath:)
    if program.contains("/") { return isRunnable(program) ? program : nil }
    return folders.map { "\($0)/\(program)" }.first(where: isRunnable)
  }

  /// The folders of a package's products if this process runs its tests: those of the test bundles
  /// and of this program.
  static var beside: [String] {
    let bundles = Bundle.allBundles.map(\.bundleURL).filter { $0.pathExtension == "xctest" }
    let own = Bundle.main.executableURL.map { [$0] } ?? []
    return (bundles + own).map { $0.deletingLastPathComponent().path }
  }
}
