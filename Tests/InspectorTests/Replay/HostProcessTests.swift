import Foundation
import SessionFormat
import TestSupport
import Testing

@testable import Inspector
@testable import InspectorSupport

#if os(macOS) || os(Linux)

  @Suite(
    "A host process that misbehaves is named, and never waited for without end",
    .disabled(if: FastRun.isOn))
  struct HostProcessTests {
    private static let session =
      #"{"kind":"session","format":"hindsight-session","version":1,"#
      + #""id":"h","started":"s","store":"counter"}"#

    private func client(_ script: String, patience: Int = 20) -> HostClient {
      let command = HostCommand(program: "/bin/sh", arguments: ["-c", script], name: "h")
      return HostClient(command, patience: patience)
    }

    /// The words for what opening a session with this script ends with.
    private func failure(_ script: String, patience: Int = 20) throws -> String? {
      let header = try SessionBuilder.counter([]).session().header
      do throws(HostFailure) {
        try client(script, patience: patience).open(header)
        return nil
      } catch {
        return error.description
      }
    }

    @Test("a program that is not there cannot be started")
    func missing() throws {
      let header = try SessionBuilder.counter([]).session().header
      for program in ["/nowhere/host", "no-such-program-at-all"] {
        let host = HostClient(HostCommand(program: program, arguments: []))
        #expect(
          throws: HostFailure.cannotStart(command: program, reason: "there is no such program")
        ) { try host.open(header) }
        #expect(host.isOpen == false)
      }
    }

    @Test("a file that may not be run is another thing than a program that is not there")
    func notRunnable() throws {
      let header = try SessionBuilder.counter([]).session().header
      let host = HostClient(HostCommand(program: "/etc/passwd", arguments: []))
      #expect(
        throws: HostFailure.cannotStart(
          command: "/etc/passwd",
          reason: "the file may not be run as a program (chmod +x makes it one)")
      ) { try host.open(header) }
    }

    @Test("a program that the system refuses was named without the reason")
    func refused() throws {
      let header = try SessionBuilder.counter([]).session().header
      let folder = try SessionFolder()
      try folder.putProgram("host", "true")
      let program = folder.file("host")
      let held = try FileHandle(forWritingTo: URL(filePath: program))
      defer { try? held.close() }
      #expect(
        throws: HostFailure.cannotStart(
          command: program, reason: "the system refuses to run \(program): Text file busy")
      ) { try HostClient(HostCommand(program: program, arguments: [])).open(header) }
    }

    @Test("a host that requires what its driver does not know is not spoken to")
    func requires() throws {
      let needing = Self.session.dropLast() + #","requires":["time","space"]}"#
      #expect(
        try failure("printf '%s\\n' '\(needing)'; cat >&2")
          == "the host h wrote something that is not an answer: it requires time, space of its "
          + "driver, which this version does not know: session")
    }

    @Test("a program that was stopped is asked to end, not only killed in the end")
    func stopped() throws {
      let script = "trap 'exit 7' TERM; printf x; kill -STOP $$; sleep 600"
      let child = try ChildProcess(path: "/bin/sh", arguments: ["-c", script], environment: [:])
      var polled = pollfd(fd: child.output, events: Int16(POLLIN), revents: 0)
      #expect(poll(&polled, 1, 20_000) == 1)
      usleep(100_000)
      #expect(child.end(asking: true, milliseconds: 20_000) == 7 << 8)
    }

    @Test(
      "a host that answers one action again and again was read for ever",
      arguments: [
        #"{"kind":"action","n":1,"t":0,"type":"add","action":1}"#, #"{"kind":"began","n":1}"#,
      ])
    func floodOfActions(line: String) throws {
      let session = try SessionBuilder.counter([1, 2]).session()
      let zero = #"{"kind":"state","n":0,"state":{"total":0}}"#
      let host = client(
        "read a; printf '%s\\n' '\(Self.session)'; read a; printf '%s\\n' '\(zero)'; read a; yes '\(line)'"
      )
      let text = errorText { () throws(InspectorError) in
        try Verification(session, host: host).verdict()
      }
      #expect(
        text
          == "action 1: the host h wrote something that is not an answer: the action was answered "
          + "before: \(line)"
      )
    }

    @Test("a host that writes blank lines without end was read for ever")
    func floodOfBlankLines() throws {
      #expect(
        try failure("yes ''")
          == "the host h wrote something that is not an answer: more than 10000 lines that answer "
          + "nothing")
    }

    @Test(
      "a host that says a little that is no answer, now and then, was waited for without end",
      arguments: ["echo", "printf ' '", #"echo '{"kind":"gossip"}'"#])
    func drips(little: String) throws {
      #expect(
        try failure("while :; do \(little); sleep 0.02; done", patience: 1)
          == "the host h gave no answer for 1 s; --patience SECONDS waits longer")
    }

    @Test("of a refusal as long as a book the beginning is told")
    func longRefusal() throws {
      let header = try SessionBuilder.counter([]).session().header
      let error =
        #"{"kind":"error","reason":"wrong-store","message":"'"$(head -c 100000 /dev/zero | tr '\0' a)"'"}"#
      let host = client("printf '%s\\n' '\(error)'; cat >&2")
      do throws(HostFailure) {
        try host.open(header)
        Issue.record("it opened")
      } catch {
        #expect(
          error.description
            == "the host h refused: wrong-store: " + String(repeating: "a", count: 2000) + "…")
      }
    }

    @Test("a program that exits at once has died, with its status and last words")
    func exits() throws {
      #expect(try failure("exit 0") == "the host h died: exit status 0")
      #expect(
        try failure("printf 'one\\r\\ntwo\\n' >&2; exit 3")
          == "the host h died: exit status 3; it said: two")
      #expect(try failure("kill -KILL $$") == "the host h died: signal 9 (Killed)")
    }

    @Test("a program that only closes its output has not died, and is ended with what it started")
    func closesOutput() throws {
      #expect(
        try failure("trap '' TERM; exec >&-; sleep 600 & wait", patience: 1)
          == "the host h wrote something that is not an answer: it closed its standard output, but "
          + "did not end")
    }

    @Test("only the end of a very long standard error is kept")
    func longStandardError() throws {
      let header = try SessionBuilder.counter([]).session().header
      let script = "i=0; while [ $i -lt 20000 ]; do echo line $i; i=$((i+1)); done >&2; exit 1"
      let failure = #expect(throws: HostFailure.self) { try client(script).open(header) }
      guard case .died(let death)? = failure else {
        Issue.record("it did not die")
        return
      }
      #expect(death.standardError == (19984..<20000).map { "line \($0)" })
      #expect(death.ending == .status(1))
    }

    @Test(
      "what is no answer is shown with its reason",
      arguments: [
        ("hello", "no JSON value begins here: hello"),
        ("[]", "the line is not a JSON object: []"),
        ("{}", "the member \"kind\" is missing: {}"),
        (#"{"kind":"error"}"#, #"the member "reason" is missing: {"kind":"error"}"#),
        (
          #"{"kind":"end","n":1,"t":1}"#,
          #"another answer was expected: {"kind":"end","n":1,"t":1}"#
        ),
      ])
    func nonsense(line: String, expected: String) throws {
      #expect(
        try failure("echo '\(line)'; cat >/dev/null")
          == "the host h wrote something that is not an answer: \(expected)")
    }

    @Test("a host that says nothing is given up after its time")
    func silent() throws {
      #expect(
        try failure("cat >/dev/null", patience: 1)
          == "the host h gave no answer for 1 s; --patience SECONDS waits longer")
    }

    @Test("a host that writes on standard error for ever is given up after its time as well")
    func chatty() throws {
      #expect(
        try failure("while :; do echo still here >&2; done", patience: 1)
          == "the host h gave no answer for 1 s; --patience SECONDS waits longer")
    }

    @Test("an answer with CRLF, blank lines before it and a checksum is read")
    func answers() throws {
      let header = try SessionBuilder.counter([]).session().header
      let host = client("printf '\\n\\r\\n%s\\r\\n' '\(Self.session)'; cat >/dev/null")
      try host.open(header)
      #expect(host.header?.id == "h")
      host.close()
      #expect(host.isOpen == false)
    }

    @Test("a host that dies in an action is told with that action and what it drew before")
    func diesInAction() throws {
      let header = try SessionBuilder.counter([]).session().header
      let host = client(
        """
        read line; echo '\(Self.session)'
        read line; echo '{"kind":"state","n":0,"state":1}'
        read line; echo '{"kind":"action","n":1,"t":0,"type":"a","action":1}'
        echo '{"kind":"input","n":1,"is":"random","value":3}'; echo gone >&2; exit 4
        """)
      try host.open(header)
      #expect(try host.reset(n: 0, to: 1) == 1)
      let action = ActionLine(n: 1, t: 0, type: "a", action: 1)
      let death = HostDeath(command: "h", action: 1, ending: .status(4), standardError: ["gone"])
      #expect(throws: HostFailure.died(death)) { try host.reduce(action, inputs: []) }
      #expect(
        host.lastWords == [
          .action(action), .input(InputLine(n: 1, name: "random", value: 3)),
        ])
      #expect(host.isOpen == false)
    }

    @Test("a host that dies is told so also where a program that it started holds its streams")
    func diesBeforeItsChild() throws {
      let header = try SessionBuilder.counter([]).session().header
      let host = client("read line; echo '\(Self.session)'; echo gone >&2; sleep 600 & exit 4")
      try host.open(header)
      let death = HostDeath(command: "h", action: nil, ending: .status(4), standardError: ["gone"])
      #expect(throws: HostFailure.died(death)) { try host.reset(n: 0, to: 1) }
    }

    @Test(
      "a program that a dead host has left behind, and that never stops writing, is not waited for")
    func diesBeforeAFlood() throws {
      let header = try SessionBuilder.counter([]).session().header
      let flood = "import os; os.setsid(); [os.write(2, b'x' * 999) for _ in iter(int, 1)]"
      let host = client(
        "read line; echo '\(Self.session)'; python3 -c \"\(flood)\" & sleep 1; exit 4")
      try host.open(header)
      let failure = #expect(throws: HostFailure.self) { try host.reset(n: 0, to: 1) }
      guard case .died(let death)? = failure else {
        Issue.record("it did not die: \(String(describing: failure))")
        return
      }
      #expect(death.ending == .status(4))
    }

    @Test("a wait can be interrupted")
    func interrupted() throws {
      let header = try SessionBuilder.counter([]).session().header
      let command = HostCommand(program: "/bin/sh", arguments: ["-c", "cat >/dev/null"])
      let host = HostClient(command, interrupted: { true })
      #expect(throws: HostFailure.interrupted) { try host.open(header) }
    }
  }

#endif
