import Foundation
import TestSupport

/// Records reducers at which chance of few outcomes is at work, and counts what `verify` is falsely
/// certain of.
///
/// The recordings are other ones each time, as the chance is the system's.
struct Chance {
  /// How many fresh recordings of each reducer.
  let count: Int
  /// Only these kinds, with commas between, as rows of the table begin, or `killed`, `ignored` and `codings`;
  /// all if it is empty.
  let only: String

  /// Whether nothing false was certain, and no coding said to lose nothing that does.
  func run() -> Bool {
    var part = Part("chance")
    var sessions = 0
    do {
      let specimens = try ChanceSpecimen.all().filter { isAsked($0.kind) }
      print("kind, 1 in | recorded, diverged | certain: true, FALSE | likely true | other | named")
      for kind in specimens.map(\.kind).reduce(into: [String](), Self.addOnce) {
        for specimen in specimens where specimen.kind == kind {
          sessions += count
          tally(specimen, &part)
        }
      }
      let others = [("killed", killed), ("ignored", ignored), ("codings", codings)]
      for (name, run) in others where isAsked(name) { sessions += try run(&part).reduce(0, +) }
    } catch { part.note(error, in: "chance") }
    return part.finish("\(sessions) sessions")
  }

  private func isAsked(_ kind: String) -> Bool {
    only.isEmpty || only.split(separator: ",").contains { $0 == kind }
  }

  private static func addOnce(_ kinds: inout [String], _ kind: String) {
    if kinds.last != kind && !kinds.contains(kind) { kinds.append(kind) }
  }

  /// Records one of them so often, and prints its row.
  private func tally(_ specimen: ChanceSpecimen, _ part: inout Part) {
    let results = AllProcessors.map(1..<UInt64(count) + 1) { _ in
      Result { try specimen.judged() }
    }
    var marks: [JudgedCauses.Mark: Int] = [:]
    var named = 0
    for (number, result) in zip(1..., results) {
      let run = "\(specimen), recording \(number)"
      do {
        let judged = try result.get()
        marks[judged.mark, default: 0] += 1
        if judged.namesTrueOne { named += 1 }
        part.note(faults(judged, mayLose: specimen.kind.hasPrefix("lossy")), in: run)
      } catch { part.note(error, in: run) }
    }
    func of(_ mark: JudgedCauses.Mark) -> Int { marks[mark] ?? 0 }
    let diverged = results.count - of(.reproduced)
    print(
      "\(specimen.kind) \(specimen.outcomes.map(String.init) ?? "any") | \(results.count), "
        + "\(diverged) | \(of(.certainTrue)), \(of(.certainFalse)) | \(of(.likelyTrue)) | "
        + "\(of(.other)) | \(named)")
    fflush(nil)
  }

  private func faults(_ judged: JudgedCauses, mayLose: Bool) -> [String] {
    judged.certainFalse.map { "falsely \($0)" }
      + (mayLose && judged.saysNothingIsLost ? ["the coding is said to lose nothing"] : [])
  }

  /// Kills each of the first runs of a host once, before and after its first lines.
  ///
  /// Without the very first run there is no verdict at all.
  private func killed(_ part: inout Part) throws -> [Int] {
    let specimens: [(name: String, causes: Set<String>)] = [
      ("random-rarely-3", ["random"]), ("hash-order-2", ["hashing"]),
      ("static-cache", ["hidden-state"]), ("object-identifier", ["addresses"]),
    ]
    let zoo = try BuiltBinary.zoo
    for (name, causes) in specimens {
      let folder = try SessionFolder()
      let path = folder.file("\(name).ndjson")
      _ = try ProcessRun.run(zoo, ["record", name, path])
      for run in 2...max(4, min(count, 16)) {
        for lines in [0, 2] {
          let wrapper = try KilledReruns(
            host: "\(zoo.path) host \(name)", run: run, afterLines: lines)
          let judged = try JudgedCauses(of: path, host: wrapper.host, causes: causes)
          part.note(
            faults(judged, mayLose: false), in: "\(name), run \(run) killed after \(lines) lines")
        }
      }
    }
    return [specimens.count]
  }

  /// The ids that are not compared are carried along all the same.
  private func ignored(_ part: inout Part) throws -> [Int] {
    let path = PackageRoot.url.appendingPathComponent("sessions/irreproducible/toast-clock.ndjson")
    let options = ["--ignore", "$.items[*].id"]
    for more in [[], ["--steps"], ["--twice"]] {
      let judged = try JudgedCauses(
        of: path.path, host: nil, options: options + more, causes: ["clock"])
      print("toast-clock \((options + more).joined(separator: " ")): \(judged.findings)")
      part.note(faults(judged, mayLose: false), in: "toast-clock \(more)")
    }
    return [1]
  }

  /// The other codings of the zoo that lose something.
  private func codings(_ part: inout Part) throws -> [Int] {
    let names = [
      "nan-as-null", "absent-optional", "beyond-2-to-53", "float", "date-precision",
      "unencoded-part", "nil-in-optional",
    ]
    let zoo = try BuiltBinary.zoo
    for name in names {
      let folder = try SessionFolder()
      let path = folder.file("\(name).ndjson")
      _ = try ProcessRun.run(zoo, ["record", name, path])
      for options in [[], ["--steps"], ["--steps", "--twice"]] {
        let judged = try JudgedCauses(
          of: path, host: "\(zoo.path) host \(name)", options: options, causes: ["lossy-coding"])
        part.note(faults(judged, mayLose: true), in: "\(name) \(options)")
      }
    }
    return [names.count]
  }
}
