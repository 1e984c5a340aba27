import Foundation

/// Where the sessions of failed tests go.
enum AttachmentFolder {
  /// Their folder, which exists.
  ///
  /// It is that of the command line (`swift test --attachments-path DIR`), else of
  /// `HINDSIGHT_ATTACHMENTS`, else `.build/attachments`, and outside of a package one for temporary
  /// files. The test library writes its copies of attachments to the first of these, under names that nobody
  /// knows in advance; a failure names ours.
  static let path: String = {
    let path = chosen ?? `default`
    try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    return path
  }()

  private static let chosen = path(in: CommandLine.arguments)

  /// The value of `--attachments-path` among some arguments, as an absolute path.
  static func path(in arguments: [String]) -> String? {
    let option = "--attachments-path"
    for (place, word) in arguments.enumerated() {
      if word.hasPrefix(option + "=") { return absolute(String(word.dropFirst(option.count + 1))) }
      if word == option, place + 1 < arguments.count { return absolute(arguments[place + 1]) }
    }
    return nil
  }

  private static var `default`: String {
    if let named = ProcessInfo.processInfo.environment["HINDSIGHT_ATTACHMENTS"], !named.isEmpty {
      return absolute(named)
    }
    let here = FileManager.default.currentDirectoryPath
    let isPackage = FileManager.default.fileExists(atPath: here + "/Package.swift")
    return isPackage
      ? here + "/.build/attachments" : NSTemporaryDirectory() + "hindsight-attachments"
  }

  private static func absolute(_ path: String) -> String {
    path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
  }
}
