public import Foundation

/// The conformance data of the standards, which is kept next to the checkout, not in it.
public enum Corpora {
  /// The folder of that name in the folder given by the environment variable `CORPORA`, or in
  /// `../shared/corpora` next to the checkout; nil if there is none.
  public static func folder(named name: String) -> URL? {
    let parent =
      ProcessInfo.processInfo.environment["CORPORA"].map { URL(filePath: $0) }
      ?? PackageRoot.url.appending(path: "../shared/corpora").standardizedFileURL
    let folder = parent.appending(path: name)
    return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
  }

  /// The texts of the records of the public test suite of RFC 6902, by file; nil if it is missing.
  ///
  /// These are texts because two records repeat a name on purpose. The format does not accept the
  /// files as JSON, so each record is cut out and parsed alone.
  public static let patchRecords: [String: [String]]? = {
    guard let folder = folder(named: "json-patch") else { return nil }
    var records: [String: [String]] = [:]
    for file in ["tests.json", "spec_tests.json"] {
      guard let data = try? Data(contentsOf: folder.appending(path: file)) else { return nil }
      records[file] = elements(Array(data))
    }
    return records
  }()

  /// The texts of the elements of an array of objects or arrays.
  private static func elements(_ bytes: [UInt8]) -> [String] {
    var elements: [String] = []
    var (depth, isString, isEscaped, start) = (0, false, false, 0)
    for (place, byte) in bytes.enumerated() {
      if isString {
        (isString, isEscaped) = (isEscaped || byte != 0x22, !isEscaped && byte == 0x5C)
        continue
      }
      switch byte {
      case 0x22: isString = true
      case 0x5B, 0x7B:
        depth += 1
        if depth == 2 { start = place }
      case 0x5D, 0x7D:
        if depth == 2 { elements.append(String(decoding: bytes[start...place], as: UTF8.self)) }
        depth -= 1
      default: break
      }
    }
    return elements
  }
}
