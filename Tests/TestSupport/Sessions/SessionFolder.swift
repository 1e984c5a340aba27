public import Foundation

/// A folder of its own for session files.
public struct SessionFolder: Sendable {
  /// Where it is.
  public let path: String

  /// Makes a new folder below a parent, the system's place for temporary files unless told.
  public init(in parent: String = NSTemporaryDirectory()) throws {
    path = parent + "/hindsight-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  /// Removes the folder and all that is in it.
  public func remove() { try? FileManager.default.removeItem(atPath: path) }

  /// The path of a file in it.
  public func file(_ name: String) -> String { path + "/" + name }

  /// The names of what is in it, in the order in which sessions and segments follow each other.
  public var names: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: path).sorted()) ?? []
  }

  /// Lets an oracle read those files.
  public func read<Judge>(_ names: [String], into oracle: inout SegmentOracle<Judge>) throws {
    for name in names {
      let data = try Data(contentsOf: URL(filePath: file(name)), options: .mappedIfSafe)
      data.withUnsafeBytes { oracle.read($0.bindMemory(to: UInt8.self)) }
    }
  }

  /// What an oracle makes of the whole folder, as one session.
  public func oracle<Judge>(
    _ judge: Judge, mayLackOlder: Bool = false
  ) throws -> SegmentOracle<Judge> {
    var oracle = SegmentOracle(judge: judge, mayLackOlder: mayLackOlder)
    try read(names, into: &oracle)
    return oracle
  }
}
