public import Foundation
import TestSupport

/// Repairs of a damaged session that end by SIGKILL at moments that they cannot foresee.
public struct KilledRepairs {
  private let tool: URL
  private let folder: SessionFolder
  private let damaged: Data
  private let whole: Data?
  private let seconds: Double
  private var random: SplitMix64
  /// How many repairs were killed before they ended.
  public private(set) var killed = 0
  /// How many of these had given the copy its name.
  public private(set) var finished = 0

  private static let (original, copy) = ("original.ndjson", "copy.ndjson")

  /// Damages a session and repairs it once without a kill.
  ///
  /// - Parameters:
  ///   - tool: The built `inspect`.
  ///   - actions: The number of actions in the session.
  ///   - seed: The seed for the moments of the kills.
  public init(tool: URL, actions: Int, seed: UInt64) throws {
    (self.tool, folder, random) = (tool, try SessionFolder(), SplitMix64(seed: seed))
    var bytes = DamageSample(actions: actions).bytes
    for place in stride(from: 1000, to: bytes.count, by: 5000) { bytes[place] ^= 4 }
    damaged = Data(bytes)
    try Data(bytes).write(to: URL(filePath: folder.file(Self.original)))
    let start = Date()
    let run = try ProcessRun.run(
      tool, ["repair", folder.file(Self.original), "-o", folder.file(Self.copy)])
    seconds = Date().timeIntervalSince(start)
    whole = folder.bytes(Self.copy)
    guard run.status == .exited(0) else { throw Refused(message: run.error) }
  }

  /// The repair did not end successfully, although it was not killed.
  public struct Refused: Error {
    /// Its message.
    public let message: String
  }

  /// Starts a repair, kills it, and returns the violations.
  ///
  /// The original must be unchanged. The copy must be whole or missing, and besides these there may
  /// be at most a file with the name of a partial one.
  public mutating func run() throws -> [String] {
    for name in folder.names where name != Self.original {
      try FileManager.default.removeItem(atPath: folder.file(name))
    }
    var faults: [String] = []
    let arguments = ["repair", folder.file(Self.original), "-o", folder.file(Self.copy)]
    do {
      let run = try ProcessRun.run(
        tool, arguments, within: Double.random(in: 0..<1.1 * seconds, using: &random))
      if run.status != .exited(0) { faults.append("it \(run.status): \(run.error)") }
    } catch is ProcessRun.TimedOut {
      killed += 1
      if folder.bytes(Self.copy) != nil { finished += 1 }
    }
    if folder.bytes(Self.original) != damaged { faults.append("the original changed") }
    if let made = folder.bytes(Self.copy), made != whole {
      faults.append("half a copy of \(made.count) bytes has the name of a whole one")
    }
    for name in folder.names where name != Self.original && name != Self.copy {
      let isPartial = name.hasPrefix("copy.ndjson.") && name.hasSuffix(".partial")
      if !isPartial { faults.append("it left \(name)") }
    }
    return faults
  }
}
