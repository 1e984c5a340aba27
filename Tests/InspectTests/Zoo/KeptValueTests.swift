import Foundation
import SessionFormat
import TestSupport
import Testing

#if os(Linux)
  @Suite(
    "What a step shows that earlier ones kept in variables: where it comes from, and of what it is")
  struct KeptValueTests {
    private static let host = Result {
      try CompiledHost(["clang", "-g", "-O1"], "keeping_host.c")
    }

    /// When the recording began, in milliseconds since 1970.
    private static let began = 1_767_323_045_000

    /// The answer for a session in which only the last step shows something.
    ///
    /// - Parameters:
    ///   - actions: Their types, one a second.
    ///   - shown: What the last step showed when it was recorded.
    private func answer(
      _ actions: [String], shown: Int, salt: String? = nil
    ) throws -> WitnessedAnswer {
      let host = try Self.host.get()
      let path = host.folder.file("\(UUID().uuidString).ndjson")
      try session(actions, shown).write(toFile: path, atomically: true, encoding: .utf8)
      return try WitnessedAnswer(
        path, host: (salt.map { "env KEPT_SALT=\($0) " } ?? "") + host.program)
    }

    private func session(_ actions: [String], _ shown: Int) -> String {
      var lines = [
        #"{"kind":"session","format":"hindsight-session","version":1,"#
          + #""id":"0c0f8d4e-6a3b-4f7e-9c55-2f4d9f0f7a12","started":"2026-01-02T03:04:05Z","#
          + #""store":"kept","platform":{"timeZone":"Asia/Tokyo"}}"#,
        #"{"kind":"state","n":0,"state":{"value":0}}"#,
      ]
      for (place, type) in actions.enumerated() {
        let n = place + 1
        let value = n == actions.count ? shown : 0
        lines.append(
          #"{"kind":"action","n":\#(n),"t":\#(n)000000000,"type":"\#(type)","action":{"\#(type)":{}}}"#
        )
        lines.append(#"{"kind":"state","n":\#(n),"state":{"value":\#(value)}}"#)
      }
      return lines.joined(separator: "\n") + "\n"
    }

    private func pads(_ count: Int) -> [String] { Array(repeating: "pad", count: count) }

    private func words(_ answer: WitnessedAnswer) -> [String] {
      answer.causes.filter { $0["confidence"] != "possible" }.map {
        "\($0["cause"]?.string ?? "") \($0["confidence"]?.string ?? "")"
      }
    }

    private func origin(_ answer: WitnessedAnswer) -> Int? {
      answer.causes.first { $0["cause"] == "hidden-state" }?["origin"]?.int
    }

    @Test("of many steps that change the same struct and ask for the time, the last was named")
    func manyTicks() throws {
      let ticks = Array(repeating: "tick", count: 34)
      let answer = try answer(
        pads(4) + ["keepTime"] + ticks + ["show"], shown: Self.began + 5012)
      #expect(answer.n == 40)
      #expect(words(answer) == ["clock certain", "hidden-state likely"], answer.account)
      #expect(origin(answer) == 5)
    }

    @Test(
      "a time that only guards what is kept was named in place of the variable that it comes from")
    func guarded() throws {
      let answer = try answer(
        ["issue", "salt", "pad", "guard", "guard", "showToken"], shown: 35, salt: "79")
      #expect(words(answer) == ["hidden-state likely"], answer.account)
      #expect(origin(answer) == 2)
      #expect(
        answer.asked.contains { $0["what"] == "getenv KEPT_SALT" && $0["line"] != nil })
    }

    @Test("of a time and a number by chance that two steps kept, one was named")
    func both() throws {
      let answer = try answer(
        ["pad", "pad", "keepTime", "pad", "keepChance", "showBoth"],
        shown: Self.began + 3_012 + 1_234_567_890)
      #expect(
        words(answer) == ["hidden-state likely", "random likely", "clock likely"], answer.account)
      #expect(origin(answer) == 5)
    }

    @Test(
      "what a step keeps only once was certain, though it may have been there before the recording")
    func once() throws {
      let answer = try answer(["pad", "pad", "keepOnce", "pad", "showToken"], shown: 4_711_471_147)
      #expect(words(answer) == ["hidden-state likely", "random likely"], answer.account)
      let doubt = "step 3 reads `token`, too, which may have had a value before the recording began"
      #expect(answer.causes.last?["evidence"]?.array?.contains(.string(doubt)) == true)
    }

    @Test("what a step keeps each time is certain")
    func eachTime() throws {
      let answer = try answer(["pad", "keepChance", "pad", "showToken"], shown: 1_711_471_147)
      #expect(words(answer) == ["random certain", "hidden-state likely"], answer.account)
      #expect(origin(answer) == 2)
    }

    @Test("hidden state was certain where a variable was not set when it was recorded")
    func unset() throws {
      let answer = try answer(["pad", "salt", "pad", "showToken"], shown: 0, salt: "5")
      #expect(words(answer) == ["hidden-state likely"], answer.account)
      #expect(origin(answer) == 2)
    }

    @Test("a variable that a step only writes was named as what it has its value from")
    func onlyWritten() throws {
      let answer = try answer(["pad", "pad", "count"], shown: 43)
      #expect(answer.cause == "hidden-state")
      let names = answer.asked.compactMap { $0["what"]?.string }.filter { $0.hasPrefix("variable") }
      #expect(Set(names) == ["variable count"])
    }

    @Test("the time zone in which an earlier step kept something was not named")
    func zone() throws {
      let answer = try answer(["pad", "keepZone", "pad", "showToken"], shown: 32_400)
      #expect(words(answer) == ["hidden-state likely", "time-zone likely"], answer.account)
      #expect(origin(answer) == 2)
    }

    @Test("hidden state was certain where the step also goes by what the program had at its start")
    func atStart() throws {
      let answer = try answer(["pad", "turnOn", "pad", "showGuest"], shown: 1)
      #expect(words(answer) == ["hidden-state likely"], answer.account)
    }

    @Test("chance on today's branch was certain where the clock of the recording leads to another")
    func branch() throws {
      let answer = try answer(["pad", "branch"], shown: 777)
      #expect(words(answer) == ["clock certain"], answer.account)
    }

    @Test(
      "chance was certain although all runs have in common what was not recorded",
      arguments: ["showDigit": 12_345_678_903, "showFar": 7_000_123])
    func inCommon(type: String, shown: Int) throws {
      let answer = try answer(["pad", type], shown: shown)
      #expect(words(answer) == ["random likely"], answer.account)
    }

    @Test("a trap that comes of what an earlier step kept seemed to reproduce")
    func trap() throws {
      let host = try Self.host.get()
      let path = host.folder.file("trap.ndjson")
      let actions = ["pad", "pad", "keepTime", "pad", "pad", "hurry", "pad"]
      try session(actions, 0).write(toFile: path, atomically: true, encoding: .utf8)
      let run = try Inspect.run("--host", host.program, "verify", "--no-causes", path)
      #expect(run.status == .exited(1))
      #expect(run.output.contains("died in the reducer of action 6: signal 6 (Aborted)"))
      #expect(!run.output.contains("went on"))
    }
  }
#endif
