import Foundation
import SessionFormat

/// A reducer of the zoo at which chance of few outcomes is at work, with what is known of it.
///
/// The chance is the system's own: no seed makes two recordings equal.
public struct ChanceSpecimen: Sendable, CustomStringConvertible {
  /// Its name in the zoo.
  public let name: String
  /// What kind of chance it is.
  public let kind: String
  /// How many outcomes it has, or how rarely one comes; nil if no two ever are the same.
  public let outcomes: Int?
  /// The causes that are at work, as `verify` calls them.
  public let causes: Set<String>
  /// Whether only a step by step verification finds them.
  public let isHiddenFromChain: Bool

  /// Its name.
  public var description: String { name }

  /// All of them, as the program lists them.
  ///
  /// - Throws: Where the program was not built, or lists something else.
  public static func all() throws -> [ChanceSpecimen] {
    let run = try ProcessRun.run(try BuiltBinary.zoo, ["list-chance"])
    return try run.output.split(separator: "\n").map { line in
      let document = try JSONValue(parsing: String(line))
      guard let name = document["name"]?.string, let kind = document["kind"]?.string,
        let cause = document["cause"]?.string
      else { throw JudgedCauses.NoVerdict(description: "no specimen: \(line)") }
      return ChanceSpecimen(
        name: name, kind: kind, outcomes: document["outcomes"]?.int,
        causes: Set([cause] + (document["also"]?.array?.compactMap(\.string) ?? [])),
        isHiddenFromChain: document["hidden"]?.bool ?? false)
    }
  }

  /// The command of its host.
  ///
  /// - Throws: Where the program was not built.
  public func host() throws -> String { "\(try BuiltBinary.zoo.path) host \(name)" }

  /// Records it in a new process.
  ///
  /// - Throws: Where it cannot be recorded.
  public func record(_ path: String) throws {
    let run = try ProcessRun.run(try BuiltBinary.zoo, ["record", name, path])
    guard run.status == .exited(0) else {
      throw JudgedCauses.NoVerdict(description: "recording \(name) \(run.status): \(run.error)")
    }
  }

  /// Records it anew, and judges what is said of that session.
  ///
  /// - Throws: Where it cannot be recorded or verified.
  public func judged() throws -> JudgedCauses {
    let folder = try SessionFolder()
    let path = folder.file("\(name).ndjson")
    try record(path)
    return try JudgedCauses(
      of: path, host: try host(), options: isHiddenFromChain ? ["--steps"] : [], causes: causes)
  }
}
