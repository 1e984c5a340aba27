public import Foundation

/// A folder for session files, removed with its content when this object is released.
public final class SessionFolder: Sendable {
  /// The path of the folder.
  public let path: String

  /// Makes a new folder below a parent.
  public init(in parent: String = "/tmp") throws {
    path = parent + "/hindsight-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of a file in it.
  public func file(_ name: String) -> String { path + "/" + name }

  /// Makes a file in it.
  public func put(_ name: String, _ text: String = "") throws {
    try Data(text.utf8).write(to: URL(filePath: file(name)))
  }

  /// Makes a script in it that can be started as a program.
  ///
  /// A separate process writes the script, from which no other children descend. A file that is
  /// open here would also be held by what another test starts meanwhile, and no system runs a
  /// program that is open for writing.
  public func putProgram(_ name: String, _ script: String) throws {
    let writing = "cat >\"$0\" && chmod 755 \"$0\""
    let run = try ProcessRun.run(
      URL(filePath: "/bin/sh"), ["-c", writing, file(name)], input: "#!/bin/sh\n\(script)\n")
    guard run.status == .exited(0) else { throw CocoaError(.fileWriteUnknown) }
  }

  /// The bytes of a file in it; nil if there is none.
  public func bytes(_ name: String) -> Data? {
    FileManager.default.contents(atPath: file(name))
  }

  /// The names of its files, in the order in which sessions and segments follow each other.
  public var names: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: path).sorted()) ?? []
  }

  /// Makes an oracle read the given files.
  public func read<Judge>(_ names: [String], into oracle: inout SegmentOracle<Judge>) throws {
    for name in names { try oracle.read(path: file(name)) }
  }

  /// Makes an oracle read the whole folder as one session.
  public func oracle<Judge>(
    _ judge: Judge, mayLackOlder: Bool = false
  ) throws -> SegmentOracle<Judge> {
    var oracle = SegmentOracle(judge: judge, mayLackOlder: mayLackOlder)
    try read(names, into: &oracle)
    return oracle
  }
}

extension SegmentOracle {
  /// Reads the next segment of the session.
  public mutating func read(path: String) throws {
    let data = try Data(contentsOf: URL(filePath: path), options: .mappedIfSafe)
    data.withUnsafeBytes { read($0.bindMemory(to: UInt8.self)) }
  }
}
