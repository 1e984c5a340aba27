import Commands
import Foundation
import Inspector
import SessionFormat
import TestSupport
import Testing

#if os(Linux)
  @Suite("The witness in hosts of other languages, which have no marks")
  struct StreamHostTests {
    @Test("a host in Python asks as others do")
    func python() throws {
      let script = Inspect.root.appendingPathComponent(
        "Tests/InspectTests/Scripts/counter_host.py")
      let session = try SessionFolder()
      let path = session.file("counter.ndjson")
      _ = try Inspect.run("record", "counter", "-o", path)
      let answer = try WitnessedAnswer(path, host: "python3 \(script.path) --clock")
      // Its variables are not seen.
      #expect((answer.cause, answer.confidence) == ("clock", "likely"))
      #expect(answer.asked.contains { $0["what"] == "clock" })
      // What the interpreter asks at its locks stands beside the steps.
      let run = try Inspect.run(
        "--host", "python3 \(script.path) --clock", "--format", "json", "witness", path, "1")
      let report = try JSONValue(parsing: run.output)
      #expect(report["host"]?.array?.contains { $0["what"] == "clock" } == true, "\(run.output)")
    }

    /// A session, and a host in C for it.
    private static let streams = Result {
      let host = try CompiledHost(
        ["clang", "-g", "-O1"], "stream_host.c", "linked_swift.c", "rough_host.c", "asking_host.c",
        "lost_host.c")
      let path = host.folder.file("counter.ndjson")
      _ = try Inspect.run("record", "counter", "-o", path)
      return (host.folder, path, host.program)
    }

    @Test(
      "a host that reads by streams was said not to load it, and its own reading was the step's")
    func streams() throws {
      let (_, path, host) = try Self.streams.get()
      let answer = try WitnessedAnswer(path, host: host)
      #expect((answer.cause, answer.confidence) == ("clock", "certain"))
      #expect(answer.asked.map { $0["what"] } == ["clock"])
      #expect(answer.asked.first?["file"]?.string?.hasSuffix("stream_host.c") == true)
      let run = try Inspect.run("--host", host, "witness", path, "1")
      #expect(
        run.output.hasPrefix("1  add  clock_gettime  stream_host.c:")
          || run.output.hasPrefix("1  add  clock"))
      #expect(!run.output.contains("fstat"))
    }

    @Test(
      "the variables of a host without marks were not seen, and what stood in for one was certain")
    func variablesOfC() throws {
      let (_, path, host) = try Self.streams.get()
      let chance = try WitnessedAnswer(path, host: "\(host) chance")
      #expect((chance.cause, chance.confidence) == ("random", "certain"))
      #expect(chance.untested == [])
      // The recorded value may be what the variable had.
      for (way, variable) in [("configured", "configured"), ("lazy", "_lazy")] {
        let answer = try WitnessedAnswer(path, host: "\(host) \(way)")
        #expect((answer.cause, answer.confidence) == ("random", "likely"), "\(way)")
        let source: JSONValue = .string(
          "what was recorded may come from elsewhere: the step uses `\(variable)` (witnessed)")
        #expect(answer.first["evidence"]?.array?.contains(source) == true)
      }
      let count = try WitnessedAnswer(path, host: "\(host) count")
      #expect(count.cause == "hidden-state")
      let asked = try #require(
        count.asked.first { $0["what"] == "variable reductions" }, "\(count.asked)")
      #expect(asked["line"]?.int == 74)
    }

    @Test("a step that uses variables in a loop took seconds, or was ended, where they are watched")
    func hotVariables() throws {
      let (_, path, host) = try Self.streams.get()
      let unseen = "not seen: which variables of its own the program uses"
      let often = try Inspect.run("--host", "\(host) often", "witness", path, "1")
      #expect(often.output.contains(unseen), "\(often.output)")
      let run = try Inspect.run("--host", "\(host) hot", "witness", path, "1", "2")
      #expect(run.output.contains("1  add  variable visited"), "\(run.output)")
      #expect(run.output.contains("2  add  variable visited"), "\(run.output)")
      // That of the loop is one that was seen; there may be others.
      #expect(run.output.contains(unseen), "\(run.output)")
      let answer = try WitnessedAnswer(path, host: "\(host) hot")
      #expect(answer.cause == "hidden-state", answer.account)
      #expect(answer.asked.contains { $0["what"] == "variable visits" }, answer.account)
      // The host gives back what it was sent, so it says nothing of itself.
      #expect(
        answer.untested == [
          "which variables of its own the program uses",
          "whether the host is the recorded program: a build id is missing (`platform.code`)",
        ], answer.account)
      // A loop in one step says nothing about another host, or another step.
      let count = try Inspect.run("--host", "\(host) count", "witness", path, "1")
      #expect(!count.output.contains(unseen), "\(count.output)")
    }

    @Test("what a host does with a long state, beside its buffer, was said to be the step's")
    func longState() throws {
      let (folder, path, host) = try Self.streams.get()
      let text = try String(contentsOfFile: path, encoding: .utf8)
      for length in [10_000, 200_000] {
        let padding = String(repeating: "x", count: length)
        let long = folder.file("long-\(length).ndjson")
        try text.replacing("\"state\":{", with: "\"state\":{\"padding\":\"\(padding)\",")
          .replacing(/,"crc":"[^"]*"/, with: "")
          .write(toFile: long, atomically: true, encoding: .utf8)
        let run = try Inspect.run("--host", "\(host) count", "witness", long, "1")
        #expect(run.output.hasPrefix("1  add  variable reductions"), "\(run.output)")
        #expect(!run.output.contains("variable steps"), "\(run.output)")
      }
    }

    @Test(
      "what stands in today for something that was lost was certain",
      arguments: [
        ("serial", "clock", "the step asks for more (getenv COUNTER_SERIAL, witnessed)"),
        ("speed", "clock", "by how long something takes"),
        ("limit", "random", "the step asks for more (getenv COUNTER_LIMIT, witnessed)"),
        ("stamp", "clock", "that of the recording"),
        ("token", "random", "what was recorded at /value lies far from what 10 runs give there"),
        ("draw", "random", "what was recorded at /value lies far from what 10 runs give there"),
      ])
    func lost(way: String, cause: String, doubt: String) throws {
      let (_, path, host) = try Self.streams.get()
      let answer = try WitnessedAnswer(path, host: "\(host) lost-\(way)")
      #expect(!answer.causes.contains { $0["confidence"] == "certain" }, answer.account)
      let found = answer.causes.first { $0["cause"] == .string(cause) }
      let evidence = found?["evidence"]?.array?.compactMap(\.string) ?? []
      #expect(evidence.contains { $0.contains(doubt) }, answer.account)
    }

    @Test("who slept until a time was up slept on where the clock stood still")
    func nap() throws {
      let (_, path, host) = try Self.streams.get()
      let answer = try WitnessedAnswer(path, host: "\(host) nap")
      #expect((answer.cause, answer.confidence) == ("clock", "certain"))
      #expect(answer.untested == [])
    }

    @Test("a counter that begins with the process passed a walk by steps, and two replays")
    func counterSinceStart() throws {
      let (folder, path, host) = try Self.streams.get()
      let counted = folder.file("counted.ndjson")
      _ = try Inspect.run("--host", "\(host) count", "replay", path, "-o", counted)
      let chain = try Inspect.run("--host", "\(host) count", "verify", counted)
      #expect(chain.status == .exited(0))
      let run = try Inspect.run(
        "--host", "\(host) count", "--format", "json", "verify", counted, "--steps", "--twice")
      #expect(run.status == .exited(1))
      let verdict = try JSONValue(parsing: run.output)["sessions"]?.array?.first
      #expect(verdict?["steps"]?["apart"] == true)
      #expect(verdict?["steps"]?["faults"]?.array?.map { $0["n"] } == [2])
      let finding = verdict?["diagnosis"]?["causes"]?.array?.first
      #expect(finding?["cause"] == "hidden-state")
      #expect(
        finding?["asked"]?.array?.contains { $0["what"] == "variable reductions" } == true)
    }

    @Test("a variable of the environment was not answered in a host without marks")
    func settingOfC() throws {
      let (_, path, host) = try Self.streams.get()
      let answer = try WitnessedAnswer(path, host: "\(host) setting")
      #expect((answer.cause, answer.confidence) == ("unrecorded-input", "likely"))
      #expect(answer.asked.map { $0["what"] } == ["getenv COUNTER_SETTING"])
      let evidence =
        "with COUNTER_SETTING=40 it gives the recorded result, in 10 of 10 runs, and in none of 10 without"
      #expect(answer.first["evidence"]?.array?.contains(.string(evidence)) == true)
    }

    @Test("a step that no action leads to was passed over, and one named twice came twice")
    func idle() throws {
      let (_, path, host) = try Self.streams.get()
      let run = try Inspect.run("--host", "\(host) setting", "witness", path, "2", "0", "2")
      #expect(
        run.output == """
          2  add  getenv COUNTER_SETTING: nothing  stream_host.c:76 getenv("COUNTER_SETTING")
          not seen: what the host asks for each state, too, as it does not mark where its reducer begins and ends
          not seen: what is asked at step 0, to which no action leads

          """)
      let idle = try Inspect.run("--host", host, "witness", path, "0")
      #expect(idle.status == .exited(2))
      #expect(
        idle.output == """
          no step could be reduced
          not seen: what is asked at step 0, to which no action leads

          """)
    }

    @Test("a host that is linked statically has the same verdict, and what is not seen is said")
    func linkedStatically() throws {
      let (_, path, host) = try Self.streams.get()
      let linked = try CompiledHost(
        ["clang", "-g", "-O1", "-static"], "stream_host.c", "linked_swift.c",
        "rough_host.c", "asking_host.c", "lost_host.c")
      for way in ["", "chance", "count"] {
        let expected = try Inspect.run("--host", "\(host) \(way)", "verify", path, "--no-causes")
        let found = try Inspect.run(
          "--host", "\(linked.program) \(way)", "verify", path, "--no-causes")
        #expect(found.status == .exited(1))
        // What is replayed is another value each time.
        #expect(found.output.prefix { $0 != "\n" } == expected.output.prefix { $0 != "\n" })
        let answer = try WitnessedAnswer(path, host: "\(linked.program) \(way)")
        #expect(answer.confidence != "certain", answer.account)
        #expect(
          answer.untested.contains { $0.contains("linked statically") },
          answer.account)
      }
      let run = try Inspect.run("--host", linked.program, "witness", path, "1")
      #expect(run.status == .exited(2))
      #expect(
        run.output == """
          no step could be reduced
          not seen: what the step asks for, clocks and random numbers: the witness is not there, or the host does not load it (linked statically, a cleared environment, AddressSanitizer)

          """)
    }

    @Test("a read of what was open before the step was not listed")
    func openedBefore() throws {
      let (_, path, host) = try Self.streams.get()
      let run = try Inspect.run("--host", "\(host) opened", "witness", path, "1", "2")
      let read = "add  read \(host)  stream_host.c:57 pread(fileno(opened), &letter, 1, 1)"
      #expect(run.output.contains("1  \(read)"), "\(run.output)")
    }

    @Test("of what was open before the step only simple reads were listed")
    func readsByOtherNames() throws {
      let (_, path, host) = try Self.streams.get()
      let run = try Inspect.run("--host", "\(host) linked reads", "witness", path, "1")
      let reads = [
        "a socket": ["recv(", "recvfrom(", "recvmsg("],
        "/etc/passwd": ["checked(", "readv(", "preadv(", "fscanf("],
      ]
      for (name, calls) in reads {
        for call in calls {
          let line = try Regex("read \(name) +rough_host.c:[0-9]+ \\Q\(call)\\E")
          #expect(run.output.contains(line), "\(run.output)")
        }
      }
      // `getc_unlocked` is compiled into the program.
      #expect(run.output.matches(of: /read \/etc\/passwd/).count == 5, "\(run.output)")
    }

    @Test("a call that the system refused at a closed page sent the program down another branch")
    func refusedAtPage() throws {
      let (_, path, host) = try Self.streams.get()
      let run = try Inspect.run("--host", "\(host) linked kernel", "witness", path, "1", "2")
      for line in ["stat /proc/self/exe: is there", "getrandom", "zone"] {
        #expect(run.output.components(separatedBy: "  \(line)").count == 3, "\(run.output)")
      }
      #expect(
        run.output.contains("not seen: which variables of its own the program uses"),
        "\(run.output)")
    }

    @Test(
      "no variable was seen where a handler of a signal uses one, or the system reads one",
      arguments: [("beats", "counted"), ("writes", "sockets")])
    func stillWatched(way: String, variable: String) throws {
      let (_, path, host) = try Self.streams.get()
      let run = try Inspect.run("--host", "\(host) linked \(way)", "witness", path, "1")
      #expect(run.output.contains("variable \(variable)"), "\(run.output)")
    }

    @Test("what a child of the host did with its variables was said to be the step's")
    func childOfHost() throws {
      let (_, path, host) = try Self.streams.get()
      let run = try Inspect.run("--host", "\(host) linked child", "witness", path, "1", "2")
      #expect(run.output.contains("  fork"), "\(run.output)")
      #expect(!run.output.contains("variable visits"), "\(run.output)")
    }

    @Test("Swift's functions were not seen where they are linked into the program")
    func linkedSwift() throws {
      let (folder, path, host) = try Self.streams.get()
      let run = try Inspect.run(
        "--host", "\(host) linked", "witness", path, "1", environment: ["TZ": "UTC"])
      #expect(
        run.output == """
          1  add  zone: UTC              linked_swift.c:39 zone()
                  language               linked_swift.c:39 language()
                  ProcessInfo.arguments  linked_swift.c:39 arguments()

          """)
      // Without its symbols they cannot be found.
      let copy = folder.file("stripped-linked-host")
      _ = try ProcessRun.run(URL(fileURLWithPath: "/usr/bin/env"), ["strip", "-o", copy, host])
      let stripped = try Inspect.run("--host", "\(copy) linked", "witness", path, "1")
      #expect(
        stripped.output == """
          1  add  asks for nothing that is seen
          not seen: what the program asks of Swift's libraries: they are linked into it (-static-stdlib), and it is stripped
          not seen: which variables of its own the program uses

          """)
    }

    @Test(
      "a program that uses signals or stacks as the witness does was ended by it",
      arguments: [
        "traps", "faults", "blocks", "narrow", "aside", "beside", "beats", "kernel", "child",
        "reads", "writes",
      ])
    func rough(way: String) throws {
      let (_, path, host) = try Self.streams.get()
      let run = try Inspect.run("--host", "\(host) linked \(way)", "witness", path, "1", "2")
      #expect(!run.output.contains("which was not reduced to its end"), "\(run.output)")
      let zones = run.output.split(separator: "\n").filter { $0.contains("  zone") }
      #expect(zones.count == 2, "\(run.output)")
    }

    @Test("what seldom used functions of the C library ask was nothing")
    func seldomUsed() throws {
      let (_, path, host) = try Self.streams.get()
      let run = try Inspect.run(
        "--host", "\(host) linked asking", "witness", path, "1", "--format", "json",
        environment: ["TZ": "UTC"])
      let asked = try JSONValue(parsing: run.output)["steps"]?.array?.first?["asked"]?.array
      #expect(
        asked?.compactMap { $0["what"]?.string }.map { what in
          what.hasPrefix("unlink /tmp/asking-") ? "unlink" : what
        } == [
          "clock", "stat /nowhere/at-all", "opendir /nowhere/*", "opendir /nowhere/at-all",
          "opendir /nowhere/tree", "access /nowhere/one", "access /nowhere/two",
          "open /nowhere/made", "open /nowhere/shared", "stat /nowhere/named", "getcwd", "zone",
          "stat /nowhere/large", "opendir /nowhere/many", "opendir /nowhere/g*",
          "stat /nowhere/old", "open /nowhere/checked", "open /nowhere-queued",
          "readlink /nowhere/link", "ioctl", "getauxval", "start /nowhere/program", "clock",
          "clock", "clock", "language", "language", "language", "language", "iconv_open",
          "open /nowhere/mounts", "open /nowhere-named", "stat /nowhere/key", "shmget",
          "getservbyname", "gethostbyname", "if_nametoindex", "getcpu",
          "get_phys_pages", "prctl", "tcgetattr", "getitimer", "timer_gettime",
          "mkstemp", "mkdtemp", "unlink", "sched_getscheduler", "pathconf", "sigaction", "getpgrp",
          "getsid",
          "zone", "language", "ProcessInfo.arguments",
        ], "\(run.output)\(run.error)")
    }

    @Test("a process that was killed from outside took what a step asks along")
    func killed() throws {
      let (_, path, host) = try Self.streams.get()
      let whole = try Inspect.run("--host", "\(host) count", "witness", path, "1", "2")
      var run = 1
      var count = 0
      repeat {
        let killed = try KilledReruns(host: "\(host) count", run: run, afterLines: 1)
        let answer = try Inspect.run("--host", killed.host, "witness", path, "1", "2")
        #expect(answer.output == whole.output, "run \(run)")
        (run, count) = (run + 1, killed.count)
      } while run <= count
      #expect(count > 3)
    }

    @Test("where the variables are not seen, only the time of the recording is certain")
    func unseenVariables() throws {
      let (folder, path, host) = try Self.streams.get()
      let copy = folder.file("stripped-host")
      _ = try ProcessRun.run(URL(fileURLWithPath: "/usr/bin/env"), ["strip", "-o", copy, host])
      for way in ["chance", "configured"] {
        let answer = try WitnessedAnswer(path, host: "\(copy) \(way)")
        #expect((answer.cause, answer.confidence) == ("random", "likely"))
        #expect(
          answer.untested == [
            "the lines of the source: `stripped-host` has none (stripped, built without -g, or an "
              + "interpreter)", "which variables of its own the program uses",
          ])
      }
      let count = try WitnessedAnswer(path, host: "\(copy) count")
      #expect((count.cause, count.confidence) == ("hidden-state", "possible"), count.account)
    }
  }
#endif
