import Foundation
import SessionFormat

/// The published conformance data, which lies beside the checkout and never in it.
enum Corpus {
  /// Its folder: the one that `CORPORA` names, else `shared/corpora` beside the package.
  static let folder: URL? = {
    let package = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let beside = package.appendingPathComponent("../shared/corpora").standardizedFileURL.path
    let path = ProcessInfo.processInfo.environment["CORPORA"] ?? beside
    return FileManager.default.fileExists(atPath: path) ? URL(fileURLWithPath: path) : nil
  }()

  static func json(_ name: String) throws -> JSONValue {
    guard let folder else { throw CocoaError(.fileNoSuchFile) }
    let data = try Data(contentsOf: folder.appendingPathComponent(name))
    return try JSONParser().parse([UInt8](data))
  }
}
