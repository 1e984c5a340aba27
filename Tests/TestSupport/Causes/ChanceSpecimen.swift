import Foundation
import SessionFormat

/// A reducer of the zoo that depends on chance with few outcomes, and the facts known about it.
///
/// The chance is the system's own: no seed makes two recordings equal.
public struct ChanceSpecimen: Sendable, CustomStringConvertible {
  /// Its name in the zoo.
  public let name: String
  /// The kind of chance.
  public let kind: String
  /// The number of outcomes, or the rarity of one; nil if no two are ever the same.
  public let outcomes: Int?
  /// The true causes, by their names in `verify`.
  public let causes: Set<String>
  /// Whether only a stepwise verification finds them.
  public let isHiddenFromChain: Bool

  /// Its name.
  public var description: String { name }

  /// All of them, as listed by the program.
  ///
  /// - Throws: An error if the program was not built, or lists something else.
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
  /// - Throws: An error if the program was not built.
  public func host() throws -> String { "\(try BuiltBinary.zoo.path) host \(name)" }

  /// Records it in a new process.
  ///
  /// - Throws: An error if it cannot be recorded.
  public func record(_ path: String) throws {
    let run = try ProcessRun.run(try BuiltBinary.zoo, ["record", name, path])
    guard run.status == .exited(0) else {
      throw JudgedCauses.NoVerdict(description: "recording \(name) \(run.status): \(run.error)")
    }
  }

  /// Records it anew, and judges the causes reported for that session.
  ///
  /// - Throws: An error if it cannot be recorded or verified.
  public func judged() throws -> JudgedCauses {
    let folder = try SessionFolder()
    let path = folder.file("\(name).ndjson")
    try record(path)
    return try JudgedCauses(
      of: path, host: try host(), options: isHiddenFromChain ? ["--steps"] : [], causes: causes)
  }
}
