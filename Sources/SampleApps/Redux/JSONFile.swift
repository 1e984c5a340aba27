import Foundation

/// A value that is kept in a file, as JSON.
///
/// It is written whole or not at all. A damaged file is moved aside, so that nothing is lost, and
/// the next read finds none.
struct JSONFile<Value: Codable & Sendable>: Sendable {
  let url: URL

  /// - Returns: The value, nil if none is kept.
  /// - Throws: ``DamagedFile`` if the file exists and is not such a value; the file system's error
  ///   if it cannot be read.
  func read() throws -> Value? {
    let data: Data
    do {
      data = try Data(contentsOf: url)
    } catch let error as CocoaError where error.code == .fileReadNoSuchFile {
      return nil
    }
    do {
      return try JSONDecoder().decode(Value.self, from: data)
    } catch {
      throw DamagedFile(movedTo: try moveAside())
    }
  }

  /// Replaces the stored value; makes the folder if there is none.
  func write(_ value: Value) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let data = try encoder.encode(value)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: url, options: .atomic)
  }

  private func moveAside() throws -> URL {
    let name = url.lastPathComponent
    var number = 1
    while true {
      let aside = url.deletingLastPathComponent().appending(path: "\(name).damaged-\(number)")
      do {
        try FileManager.default.moveItem(at: url, to: aside)
        return aside
      } catch let error as CocoaError where error.code == .fileWriteFileExists {
        number += 1
      }
    }
  }
}

/// The stored file is not a value of its type.
struct DamagedFile: Error, Equatable {
  let movedTo: URL
}
