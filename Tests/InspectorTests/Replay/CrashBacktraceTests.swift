import SessionFormat
import TestSupport
import Testing

@testable import Inspector
@testable import InspectorSupport

#if os(macOS) || os(Linux)

  @Suite(
    "Where a host died is found out by another that dies the same way, once somebody is told",
    .disabled(if: FastRun.isOn))
  struct AutopsyTests {
    private static let session =
      #"{"kind":"session","format":"hindsight-session","version":1,"#
      + #""id":"h","started":"s","store":"counter"}"#
    private static let short =
      "enable=yes,color=no,registers=none,images=none,threads=crashed,limit=8,top=0,cache=no"

    /// A host that says on its standard error which backtraces it is to make, and ends in its first
    /// action.
    private static func script(_ ending: String) -> String {
      """
      read line; echo '\(session)'
      read line; echo '{"kind":"state","n":0,"state":{"total":0}}'
      read line; echo '{"kind":"action","n":1,"t":0,"type":"add","action":1}'
      echo "$SWIFT_BACKTRACE" >&2; \(ending)
      """
    }

    private static func death(
      _ ending: String, environment: [String: String?] = [:], patience: Int = 20
    ) throws -> HostDeath? {
      var command = HostCommand(
        program: "/bin/sh", arguments: ["-c", script(ending)], name: "h")
      command.environment = environment
      let host = HostClient(command, patience: patience)
      defer { host.close() }
      let session = try SessionBuilder.counter([1]).session()
      let verdict = try Verification(session, host: host).verdict()
      guard let death = verdict.divergence?.kind.death else { return nil }
      return death
    }

    @Test("a trap is explained by what the second host says of it")
    func trap() throws {
      #expect(
        try Self.death("kill -SEGV $$")
          == HostDeath(
            command: "h", action: 1, ending: .signal(11), standardError: [Self.short]))
    }

    @Test("what ends by itself has said why", arguments: ["exit 4", "kill -KILL $$"])
    func ends(_ ending: String) throws {
      #expect(try Self.death(ending)?.standardError == ["enable=no"])
    }

    @Test(
      "a second host that ends otherwise, or not at all, explains nothing",
      arguments: [
        "kill -ABRT $$", "exit 0", "cat", "while :; do echo '{}'; done",
        "while :; do echo; sleep 0.02; done",
      ])
    func another(_ second: String) throws {
      let death = try Self.death(
        "case $SWIFT_BACKTRACE in enable=no) kill -SEGV $$;; esac; \(second)", patience: 10)
      #expect(death?.ending == .signal(11))
      #expect(death?.standardError == ["enable=no"])
    }

    @Test("that there is no backtracer was called the reason of a crash")
    func withoutBacktracer() throws {
      let words = "swift runtime: unable to locate swift-backtrace; disabling backtracing."
      let said = try Self.death(
        "case $SWIFT_BACKTRACE in enable=no) ;; *) echo '\(words)' >&2; esac; kill -SEGV $$")
      #expect(said?.standardError == [Self.short])
    }

    @Test("a second host that goes on after the action was waited for as long as for any answer")
    func survives() throws {
      let answer = #"echo '{"kind":"state","n":1,"state":{"total":1}}'"#
      let death = try Self.death(
        "case $SWIFT_BACKTRACE in enable=no) kill -SEGV $$;; esac; \(answer); exec sleep 3600",
        patience: 1800)
      #expect(death?.standardError == ["enable=no"])
    }

    @Test("a backtrace may take as long as any answer")
    func slow() throws {
      let death = try Self.death(
        "case $SWIFT_BACKTRACE in enable=no) ;; *) sleep 11;; esac; kill -SEGV $$")
      #expect(death?.standardError == [Self.short])
    }

    @Test("who has chosen what backtraces a host makes gets those of the first")
    func chosen() throws {
      let death = try Self.death("kill -SEGV $$", environment: ["SWIFT_BACKTRACE": "mine"])
      #expect(death?.standardError == ["mine"])
    }

    @Test("a host that traps at a state is explained too")
    func state() throws {
      let script = """
        read line; echo '\(Self.session)'
        read line; echo "$SWIFT_BACKTRACE" >&2; kill -SEGV $$
        """
      let host = HostClient(
        HostCommand(program: "/bin/sh", arguments: ["-c", script], name: "h"), patience: 20)
      try host.open(try SessionBuilder.counter([]).session().header)
      let death = HostDeath(
        command: "h", action: nil, ending: .signal(11), standardError: [Self.short])
      #expect(throws: HostFailure.died(death)) { try host.reset(n: 0, to: ["total": 0]) }
    }
  }

#endif
