import Foundation

/// Looks up programs as a shell does.
enum ProgramFile {
  /// The file of a program; nil where there is none that may be run.
  ///
  /// - Parameter program: A path, or a name that is looked up in `PATH`.
  static func path(of program: String) -> String? {
    let isRunnable = FileManager.default.isExecutableFile(atPath:)
    if program.contains("/") { return isRunnable(program) ? program : nil }
    let folders = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    return folders.split(separator: ":").map { "\($0)/\(program)" }.first(where: isRunnable)
  }
}
