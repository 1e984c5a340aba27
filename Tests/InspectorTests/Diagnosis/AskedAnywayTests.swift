import Testing

@testable import Inspector

@Suite("What a host asks whether it reduces or not")
struct AskedAnywayTests {
  /// Calls as the witness writes them: a function, what of, how often, and from where.
  private func calls(_ lines: (String, String, count: Int, place: String)...) -> WitnessedCalls {
    let text = lines.enumerated().map { slot, line in
      "\(slot)\u{1F}0\u{1F}\(line.0)\u{1F}\(line.1)\u{1F}/bin/host\u{1E}\(line.place)\u{1E}"
    }
    return WitnessedCalls(text.joined(separator: "\n"), hasMarks: false, isCut: false) {
      lines[$0].count
    }
  }

  private func asked(
    _ step: WitnessedCalls, anyway given: WitnessedCalls, second: WitnessedCalls? = nil
  ) -> [String: Int] {
    var anyway = AskedAnyway(given: given)
    if let second { anyway.learn(first: step, second: second) }
    return anyway.subtracted(from: SystemRequests(step)).counts
  }

  @Test("what it asks as often without the step, at the same place, is not the step's")
  func counted() {
    let step = calls(
      ("getrandom", "", 2, "a"), ("getuid", "", 9, "b"), ("open", "/etc/x", 1, "c"),
      ("getpid", "", 1, "d"), ("getppid", "", 1, "f"))
    // The reducer may ask what decoding asks, too.
    let given = calls(
      ("getrandom", "", 2, "a"), ("getuid", "", 3, "b"), ("getpid", "", 2, "e"),
      ("getppid", "", 2, "f"))
    #expect(asked(step, anyway: given) == ["getuid": 9, "open /etc/x": 1, "getpid": 1])
  }

  @Test("what the reducer asks by a function by which a state is decoded, too, was not the step's")
  func shared() {
    func calls(by caller: String) -> WitnessedCalls {
      let text =
        "0\u{1F}0\u{1F}getenv\u{1F}LIMIT\u{1F}/bin/host\u{1E}setting\u{1E}/bin/host\u{1E}\(caller)\u{1E}"
      return WitnessedCalls(text, hasMarks: false, isCut: false) { _ in 1 }
    }
    #expect(asked(calls(by: "reduce"), anyway: calls(by: "decode")) == ["getenv LIMIT": 1])
    #expect(asked(calls(by: "decode"), anyway: calls(by: "decode")) == [:])
  }

  @Test("an interpreter's own looks at the running clock were called the reducer's question")
  func locks() {
    let lock = ("clock_gettime", "CLOCK_MONOTONIC", count: 7, place: "lock")
    let few = ("clock_gettime", "CLOCK_MONOTONIC", count: 2, place: "lock")
    #expect(asked(calls(lock), anyway: calls(few)) == [:])
    // The script's own question has a place of its own, and so has the time of the day.
    let perf = ("clock_gettime", "CLOCK_MONOTONIC", count: 1, place: "perf")
    let time = ("clock_gettime", "CLOCK_REALTIME", count: 1, place: "lock")
    #expect(asked(calls(lock, perf), anyway: calls(few)) == ["clock": 1])
    #expect(asked(calls(lock, time), anyway: calls(few)) == ["clock": 1])
  }

  @Test(
    "what is only asked the first time in a process is the interpreter's, if it asks that clock anyway"
  )
  func translated() {
    let lock = ("clock_gettime", "CLOCK_MONOTONIC", count: 2, place: "lock")
    let first = ("clock_gettime", "CLOCK_MONOTONIC", count: 15, place: "compile")
    #expect(AskedAnyway(given: calls(lock)).doubts(calls(first)))
    #expect(asked(calls(lock, first), anyway: calls(lock), second: calls(lock)) == [:])
    #expect(asked(calls(first), anyway: calls(lock), second: calls(first)) == ["clock": 15])
    // A program that does not ask that clock by itself keeps a lazily set beginning.
    let uid = ("getuid", "", count: 1, place: "a")
    #expect(!AskedAnyway(given: calls(uid)).doubts(calls(first)))
    #expect(asked(calls(first), anyway: calls(uid), second: calls(uid)) == ["clock": 15])
  }
}
