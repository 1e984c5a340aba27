public import Foundation

/// Replays a session of sessions/ through its own host, as a plain filter.
public struct HostReplay {
  /// The `action`, `input` and `state` lines, without the times and checksums.
  public let lines: [String]
  /// All bytes that the host wrote.
  public let bytes: [UInt8]

  /// The sessions that reproduce, by path.
  ///
  /// - Throws: An error if the folder cannot be read.
  public static func sessions(in root: URL) throws -> [String] {
    let folder = root.appendingPathComponent("sessions")
    return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
      .filter { $0.hasSuffix(".ndjson") }.map { folder.appendingPathComponent($0).path }
  }

  /// A replay in a process of its own, which has its own hash seed.
  ///
  /// - Parameters:
  ///   - path: The session.
  ///   - store: The store; `inspect` has a host for it.
  public init(of path: String, store: String, inspect: URL) throws {
    let session = try Data(contentsOf: URL(fileURLWithPath: path))
    var environment = ProcessRun.plainEnvironment
    environment["TZ"] = "UTC"
    let run = try ProcessRun.run(
      inspect, ["host", store], input: Array(session), environment: environment)
    bytes = run.outputBytes
    lines = run.output.split(separator: "\n").map(String.init).filter { line in
      ["action", "input", "state"].contains { line.hasPrefix("{\"kind\":\"\($0)\",") }
    }.map { line in
      line.replacing(/,"crc":"[0-9a-f]{8}"}$/, with: "}").replacing(/,"took":[0-9]+}$/, with: "}")
    }
  }
}
