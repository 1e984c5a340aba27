import Testing

@testable import Inspector
@testable import InspectorSupport

@Suite("What a step asks the system for")
struct SystemRequestsTests {
  @Test("calls are counted, files and threads by what they are")
  func trace() {
    let requests = SystemRequests(
      trace: """
        12 getrandom("\\x01", 8, GRND_NONBLOCK) = 8
        12 openat(AT_FDCWD, "/dev/urandom", O_RDONLY|O_CLOEXEC) = 5
        12 getpid() = 12
        12 clone3({flags=CLONE_VM|CLONE_THREAD, stack=0x7f00}, 88 <unfinished ...>
        13 rseq(0x7f, 32, 0, 0x53053053) = 0
        12 <... clone3 resumed> => {parent_tid=[13]}, 88) = 13
        12 vfork() = 14
        12 read(0, "getpid(", 7) = 7
        12 +++ exited with 0 +++

        """)
    #expect(
      requests.counts == [
        "getrandom": 1, "open /dev/urandom": 1, "getpid": 1, "thread": 1, "rseq": 1, "process": 1,
        "read": 1,
      ])
    #expect(requests.random == ["getrandom", "open /dev/urandom"])
    #expect(requests.processNumbers == ["getpid"])
    #expect(requests.startsThreads)
    #expect(requests.others == ["process"])
  }

  @Test("what is asked anyway is not the step's")
  func less() {
    let with = SystemRequests(["getrandom": 2, "read": 9, "open /etc/x": 1, "getpid": 1])
    let without = SystemRequests(["getrandom": 2, "read": 3, "getpid": 2, "brk": 1])
    #expect(with.subtracting(without).counts == ["read": 6, "open /etc/x": 1])
    #expect(with.subtracting(without).others == ["open /etc/x"])
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
