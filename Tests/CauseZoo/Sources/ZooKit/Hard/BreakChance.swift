import Foundation

private func id(_ a: Int, _ b: Int) -> String {
  var bytes = (a, b)
  return withUnsafeBytes(of: &bytes) { UUID(uuid: $0.load(as: uuid_t.self)).uuidString }
}

extension Specimen {
  /// Chance by unusual routes, and rare chance beside things that are held still.
  static let breakChance: [Specimen] = [
    .desk(
      "br-rdrand-coin", .random, script: Script(40, asks: Array(11...34)), first: .atMost(34)
    ) { desk, number in
      desk.flags["\(number)"] = asked(brDice()).isMultiple(of: 2)
    },
    .desk(
      "br-rdrand-one-in-seven", .random, script: Script(9, asks: [5]), first: .sometimes(5),
      shows: { $0.flags["lucky"] == true }
    ) { desk, _ in
      desk.flags["lucky"] = asked(brDice()) % 7 == 0
    },
    .desk(
      "br-rdrand-one-in-twenty-beside-clock", .random, script: Script(9, asks: [5]),
      first: .sometimes(5), shows: { $0.flags["lucky"] == true }
    ) { desk, _ in
      let begin = Date()
      desk.flags["lucky"] = asked(brDice()) % 20 == 0
      _ = Date().timeIntervalSince(begin)
    },
    .desk(
      "br-rdrand-beside-thread", .random, script: Script(9, asks: [5]), first: .sometimes(5),
      shows: { $0.flags["lucky"] == true }
    ) { desk, _ in
      brThread()
      desk.flags["lucky"] = asked(brDice()) % 7 == 0
    },
    .desk("br-rdrand-near-now", .random) { desk, _ in
      desk.total = 1_795_700_000 + Int(asked(brDice()) % 200_000)
    },
    .desk("br-random-near-now", .random) { desk, _ in
      desk.total = 1_795_700_000 + asked(Int.random(in: 0..<200_000))
    },
    .desk(
      "br-random-one-in-seven-beside-clock", .random, script: Script(9, asks: [5]),
      first: .sometimes(5), shows: { $0.flags["lucky"] == true }
    ) { desk, _ in
      let begin = Date()
      desk.flags["lucky"] = asked(Int.random(in: 0..<7)) == 0
      _ = Date().timeIntervalSince(begin)
    },
    .desk(
      "br-random-one-in-twenty-beside-hash", .random, script: Script(9, asks: [5]),
      first: .sometimes(5), shows: { $0.flags["lucky"] == true }
    ) { desk, _ in
      for word in Set(brWords) { desk.total += word.count }
      desk.flags["lucky"] = asked(Int.random(in: 0..<20)) == 0
    },
    .desk(
      "br-random-one-in-seven-beside-thread", .random, script: Script(9, asks: [5]),
      first: .sometimes(5), shows: { $0.flags["lucky"] == true }
    ) { desk, _ in
      brThread()
      desk.flags["lucky"] = asked(Int.random(in: 0..<7)) == 0
    },
    .desk(
      "br-chance-decides-the-clock", .random, .clock, script: Script(9, asks: [5]), first: .at(5),
      shows: { !$0.readings.isEmpty }
    ) { desk, _ in
      if asked(Int.random(in: 0..<7)) == 0 {
        desk.readings.append(asked(Date().timeIntervalSince1970))
      }
    },
    .desk(
      "br-coin-decides-the-order", .random, .hashing, script: Script(9, asks: [5]), first: .at(5),
      shows: { !$0.answers.isEmpty }
    ) { desk, _ in
      if asked(Bool.random()) { desk.answers = asked(Array(Set(brWords))) }
    },
    .desk("br-uuid-of-hash", .hashing) { desk, _ in
      desk.answers.append(id(asked("left".hashValue), asked("right".hashValue)))
    },
    .desk("br-uuid-of-clock", .clock) { desk, _ in
      let now = asked(Date().timeIntervalSince1970)
      desk.answers.append(id(Int(now * 1_000_003), Int(bitPattern: UInt(now.bitPattern))))
    },
    .desk("br-uuid-of-process", .environment) { desk, _ in
      desk.answers.append(id(Int(asked(getpid())) &* 0x9E37_79B9_7F4A, 77))
    },
    .desk("br-raw-getrandom", .random) { desk, _ in
      typealias Call = @convention(c) (Int, UnsafeMutableRawPointer, Int, Int) -> Int
      let library = dlopen("libc.so.6", RTLD_NOW)
      let call = unsafeBitCast(dlsym(library, "syscall"), to: Call.self)
      var word = UInt32(0)
      _ = asked(call(318, &word, 4, 0))
      desk.total = Int(word)
    },
    .desk("br-mkstemp", .random) { desk, _ in
      var name = Array("/tmp/zoo-XXXXXX".utf8CString)
      let file = asked(mkstemp(&name))
      close(file)
      let text = String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
      unlink(text)
      desk.answers.append(text)
    },
    .desk(
      "br-arc4random-die", .random, script: Script(20, asks: Array(5...18)), first: .atMost(18)
    ) { desk, _ in
      desk.total += Int(asked(arc4random_uniform(6)))
    },
    .desk("br-set-random-element", .random, .hashing) { desk, _ in
      desk.answers.append(asked(Set((0..<50_000).map(String.init)).randomElement() ?? ""))
    },
    .desk("br-auxiliary-bytes", .random) { desk, _ in
      let bytes = UnsafeRawPointer(bitPattern: brAuxiliary(25))
      desk.total = Int(asked(bytes?.loadUnaligned(as: UInt32.self) ?? 0))
    },
    .desk("br-rand-of-process", .environment) { desk, _ in
      srand(UInt32(asked(getpid())))
      desk.total = Int(rand())
    },
    .desk("br-drand48-of-process-and-time", .environment, .clock) { desk, _ in
      srand48(asked(Int(getpid())) &* 100_003 ^ asked(Int(clock_gettime_nsec())))
      desk.readings.append(drand48())
    },
    .desk(
      "br-throws-by-chance", .random, script: Script(20, asks: Array(5...18)), first: .atMost(18)
    ) { desk, number in
      desk.total += number
      if asked(Int.random(in: 0..<3)) == 0 { throw CocoaError(.fileNoSuchFile) }
      desk.notes.append("went well")
    },
    .desk(
      "br-traps-on-missing-file", .environment,
      between: .files(["files/rate": "3"], [:])
    ) { desk, _ in
      let text = asked(try? String(contentsOfFile: brFolder() + "/rate", encoding: .utf8))
      let rate = Int(Culprit.isListing ? "1" : text ?? "")
      precondition(rate != nil)
      desk.total += rate ?? 0
    },
    .desk(
      "br-rand-one-in-seven-of-time", .clock, script: Script(9, asks: [5]), first: .sometimes(5),
      shows: { $0.flags["lucky"] == true }
    ) { desk, _ in
      srand(UInt32(truncatingIfNeeded: asked(clock_gettime_nsec())))
      _ = Int.random(in: 0..<7)
      desk.flags["lucky"] = rand() % 7 == 0
    },
    .desk(
      "br-hash-one-in-seven-beside-all", .hashing, script: Script(9, asks: [5]),
      first: .sometimes(5), shows: { $0.flags["lucky"] == true }
    ) { desk, _ in
      let (begin, lot) = (Date(), UUID())
      brThread()
      desk.flags["lucky"] = asked("user".hashValue & 0xFFFF) % 7 == 0
      _ = (begin, lot)
    },
    .desk(
      "br-address-one-in-seven-beside-all", .addresses, script: Script(9, asks: [5]),
      first: .sometimes(5), shows: { $0.flags["lucky"] == true }
    ) { desk, _ in
      let (begin, lot) = (Date(), UUID())
      for word in Set(brWords) { desk.total += word.count }
      let block = malloc(300_000)
      defer { free(block) }
      desk.flags["lucky"] = asked(Int(bitPattern: block) >> 12) % 7 == 0
      _ = (begin, lot)
    },
    .desk(
      "br-dash-random-of-shell", .random, .clock, .environment
    ) { desk, _ in
      desk.answers.append(asked(brShell("bash -c 'echo $RANDOM$RANDOM'")))
    },
  ]
}

private func clock_gettime_nsec() -> Int {
  var now = timespec()
  clock_gettime(CLOCK_REALTIME, &now)
  return now.tv_sec &* 1_000_000_000 &+ now.tv_nsec
}
