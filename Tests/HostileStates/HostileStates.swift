import Foundation

/// States and actions that are hard to record, and innocent ones that look like them.
///
/// `HostileStates list` prints the names, `HostileStates list --dies` those that end by a trap of
/// their own code. `HostileStates run NAME FILE` records one, and prints a line of JSON about it;
/// what its states are by a full encoding goes to `FILE.truth`. With `reducer` as a third argument
/// the reducer is wrapped, else each step is called.
@main
struct HostileStates {
  static let all: [Specimen] = [
    cycles, deep, encoders, mirrors, callables, actors, observables, references, huge, emptyEnums,
    gaps, existentials, wrappers, statics, bridging, inPlace, hidden, hiddenLate, hiddenMany,
    globals, plain,
    plainCoders, plainCollections, stacks,
  ].flatMap { $0 }.sorted { $0.name < $1.name }

  static func main() {
    let words = Array(CommandLine.arguments.dropFirst())
    switch words.first {
    case "list" where words.count == 1:
      for specimen in all { print(specimen.name) }
    case "list" where words == ["list", "--dies"]:
      for specimen in dying { print(specimen.name) }
    case "run" where words.count == 3 || words.count == 4 && words[3] == "reducer":
      guard let specimen = (all + dying).first(where: { $0.name == words[1] }) else {
        fail("no specimen has the name \(words[1])")
      }
      let report = specimen.run(
        Recording(name: specimen.name, path: words[2], isWrapped: words.count == 4))
      print(report.line)
      // Threads of the specimen may still run.
      exit(0)
    default: fail("usage: HostileStates list [--dies] | run NAME FILE [reducer]")
    }
  }

  private static func fail(_ text: String) -> Never {
    FileHandle.standardError.write(Data((text + "\n").utf8))
    exit(64)
  }
}
