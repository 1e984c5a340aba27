import Testing

@testable import Inspector
@testable import InspectorSupport

@Suite("What a step asks the system for")
struct SystemRequestsTests {
  private static let text = [
    ["0", "1", "getrandom", "", "/app\u{1E}1b6f\u{1E}"],
    ["1", "1", "open", "/dev/urandom", ""], ["2", "1", "getpid", "", ""],
    ["3", "1", "pthread_create", "", ""], ["4", "0", "clock_gettime", "CLOCK_MONOTONIC", ""],
    ["5", "1", "clock_gettime", "CLOCK_REALTIME", ""], ["6", "1", "getenv", "HOME", ""],
    ["7", "1", "stat", "/usr/share/icu/x.res", ""], ["8", "1", "getenv", "TZ", ""], ["no line"],
  ].map { $0.joined(separator: "\u{1F}") + "\n" }.joined()

  @Test("calls are counted, files and threads by what they are")
  func listed() {
    let witnessed = WitnessedCalls(Self.text, hasMarks: true, isCut: false) { $0 + 1 }
    #expect(
      witnessed.calls.first?.frames == [.init(file: "/app", address: "1b6f")])
    let requests = SystemRequests(witnessed)
    #expect(
      requests.counts == [
        "getrandom": 1, "open /dev/urandom": 2, "getpid": 3, "thread": 4, "clock": 6,
        "getenv HOME": 7, "library": 8, "zone": 9,
      ])
    #expect(requests.random == ["getrandom", "open /dev/urandom"])
    #expect(requests.processNumbers == ["getpid"])
    #expect(requests.startsThreads)
    #expect(requests.others == ["getenv HOME"])
    #expect(requests.calls(for: .clock).map(\.detail) == ["CLOCK_REALTIME"])
    #expect(requests.calls(for: .unrecordedInput).map(\.name) == ["getpid", "getenv"])
  }

  @Test("what a host does around its reducer is its own, and without marks nobody can say")
  func around() {
    let marked = WitnessedCalls(Self.text, hasMarks: true, isCut: false) { _ in 1 }
    let unmarked = WitnessedCalls(Self.text, hasMarks: false, isCut: false) { _ in 1 }
    #expect(SystemRequests(marked).counts["clock"] == 1)
    #expect(SystemRequests(unmarked).counts["clock"] == 2)
    #expect(SystemRequests(marked.everywhere).counts["clock"] == 2)
  }

  @Test("the number of a thread was called that of the process")
  func threads() {
    let started = SystemRequests(["gettid": 2, "thread": 1])
    #expect(started.processNumbers == [])
    #expect(started.threadNumbers == [], "each new thread asks for its own")
    let asked = SystemRequests(["gettid": 1])
    #expect(asked.processNumbers == [])
    #expect(asked.threadNumbers == ["gettid"])
  }

  @Test("no clock is guessed where a random number, a process or a file was asked for")
  func elimination() throws {
    func causes(_ requests: SystemRequests?) throws -> [Diagnosis.Cause] {
      let session = try Session.recorded(11)
      let search = CauseSearch(session) { n in
        SimulatedSteps(session, n: n, tools: .none, requests: requests, seed: 1) { _, lot in
          Int.random(in: 0..<1_000_000, using: &lot)
        }
      }
      return try search.diagnosis(ofStep: 3).findings.map(\.cause)
    }
    // A seed may have been drawn before the step.
    #expect(try causes(SystemRequests([:])) == [.clock, .random])
    #expect(try causes(SystemRequests(["open /dev/urandom": 1])) == [.random])
    #expect(try causes(SystemRequests(["getrandom": 1])) == [.random])
    #expect(try causes(SystemRequests(["getpid": 1])) == [.unrecordedInput])
    #expect(try causes(SystemRequests(["thread": 1])) == [.scheduling])
    #expect(try causes(SystemRequests(["open /etc/x": 1])) == [.unrecordedInput, .clock, .random])
    #expect(try causes(nil) == [.random, .scheduling, .clock])
  }
}
