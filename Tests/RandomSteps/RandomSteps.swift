import Foundation

/// Records random steps over states of every construct, and writes beside the session what each
/// state is by a full encoding.
///
/// `RandomSteps list` prints the names of the states. `RandomSteps state=NAME seed=N steps=N
/// session=FILE truth=FILE [size=small|medium|large]` records, and prints a line of JSON about the
/// run. The truth is a session of the same steps whose states are all whole, and `FILE.json` has
/// what `JSONEncoder` makes of them. `check.py` compares them.
///
/// The two encodings differ only where Swift has no order: `JSONEncoder` writes sets, and tables
/// whose keys are no texts, in the order of their hashes. Members with such values have names that
/// end in `Set` and `Pairs`. Numbers that are none are texts in both, dates are seconds, and data is
/// Base64. There is `null` instead of such a line for states in which keys are equal by canonical
/// equivalence alone, whose values look at their coding path, or have a value that refuses to be
/// encoded.
@main
struct RandomSteps {
  /// Each state, with what records it.
  static let states: [(name: String, record: @Sendable (Settings) throws -> Summary)] = [
    ("Little", { try Run<Little>(settings: $0).record() }),
    ("Values", { try Run<Values>(settings: $0).record() }),
    ("Rows", { try Run<Rows>(settings: $0).record() }),
    ("Bare", { try Run<Bare>(settings: $0).record() }),
    ("Shapes", { try Run<Shapes>(settings: $0).record() }),
    ("Layouts", { try Run<Layouts>(settings: $0).record() }),
    ("Spellings", { try Run<Spellings>(settings: $0).record() }),
    ("Leaves", { try Run<Leaves>(settings: $0).record() }),
    ("Wide", { try Run<Wide>(settings: $0).record() }),
    ("Boxes", { try Run<Boxes>(settings: $0).record() }),
    ("Texts", { try Run<Texts>(settings: $0).record() }),
    ("Trees", { try Run<Trees>(settings: $0).record() }),
    ("Custom", { try Run<Custom>(settings: $0).record() }),
    ("Derived", { try Run<Derived>(settings: $0).record() }),
    ("Overwriting", { try Run<Overwriting>(settings: $0).record() }),
    ("Places", { try Run<Places>(settings: $0).record() }),
    ("Refusing", { try Run<Refusing>(settings: $0).record() }),
    ("Mixed", { try Run<Mixed>(settings: $0).record() }),
    ("Nearly", { try Run<Nearly>(settings: $0).record() }),
  ]

  static func main() throws {
    let words = Array(CommandLine.arguments.dropFirst())
    guard words != ["list"] else {
      for state in states { print(state.name) }
      return
    }
    guard let settings = Settings(words),
      let state = states.first(where: { $0.name == settings.state })
    else {
      let usage =
        "usage: RandomSteps list | state=NAME seed=N steps=N session=FILE truth=FILE "
        + "[size=small|medium|large]\n"
      FileHandle.standardError.write(Data(usage.utf8))
      exit(64)
    }
    print(try state.record(settings).line)
  }
}

/// What a run is asked for.
struct Settings: Sendable {
  /// How large the state is about.
  enum Size: String {
    case small, medium, large

    /// The bytes of its encoding.
    var bytes: Int {
      switch self {
      case .small: 300
      case .medium: 12_000
      case .large: 200_000
      }
    }
  }

  let state: String
  let seed: UInt64
  let steps: Int
  let session: String
  let truth: String
  let size: Size

  /// Reads words of a name and a value; nil if one is missing.
  init?(_ words: [String]) {
    var values: [Substring: String] = [:]
    for word in words {
      let parts = word.split(separator: "=", maxSplits: 1)
      guard parts.count == 2 else { return nil }
      values[parts[0]] = String(parts[1])
    }
    guard let state = values["state"], let session = values["session"],
      let truth = values["truth"], let seed = values["seed"].flatMap({ UInt64($0) }),
      let steps = values["steps"].flatMap({ Int($0) }),
      let size = Size(rawValue: values["size"] ?? "medium")
    else { return nil }
    (self.state, self.seed, self.steps, self.size) = (state, seed, steps, size)
    (self.session, self.truth) = (session, truth)
  }
}
