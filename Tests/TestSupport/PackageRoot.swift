public import Foundation

/// The checkout that the tests were built from.
public enum PackageRoot {
  /// The folder of `Package.swift`.
  public static let url = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
}

/// The conformance data of the standards, which is kept beside the checkout and not in it.
public enum Corpora {
  /// The folder of that name in the folder that the environment variable `CORPORA` names, else in
  /// `../shared/corpora` beside the checkout; nil where there is none.
  public static func folder(named name: String) -> URL? {
    let parent =
      ProcessInfo.processInfo.environment["CORPORA"].map { URL(filePath: $0) }
      ?? PackageRoot.url.appending(path: "../shared/corpora").standardizedFileURL
    let folder = parent.appending(path: name)
    return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
  }
}
