import Dispatch
import Foundation
import Synchronization

private let lot = Mutex<Int?>(nil)
private let day = Mutex<Double?>(nil)
private let word = Mutex<Int?>(nil)
private let ident = Mutex<String?>(nil)
private let fifo = Mutex<[String]>([])
private let tally = Mutex(0)
private let quick = Mutex(false)
nonisolated(unsafe) private var buffer: (UInt64, UInt64) = (0, 0)

private final class Card {
  var name = ""
  var used = 0.0
}
nonisolated(unsafe) private let card = Card()

private func content(_ path: String) -> String? {
  try? String(contentsOfFile: path, encoding: .utf8)
}

/// Collections that are coded in the order of their hashes, or as flat lists.
private struct Bag: Codable, Sendable {
  var names: Set<String> = []
  var lists: Set<[String]> = []
  var table: [Int: String] = [:]
  var pairs: [Int: Int] = [:]
  var plain: [Int] = []
}

private func bag(
  _ name: String, _ kind: Kind, first: First, _ body: @escaping @Sendable (inout Bag, Int) -> Void
) -> Specimen {
  Specimen(
    name, [kind], first: first, origin: 3, initial: { Bag() }, actions: { Array(1...16) }
  ) { (state: inout Bag, number: Int) in
    if number < 3 || number > 14 {
      state.plain.append(number)
    } else {
      body(&state, number)
    }
  }
}

/// What is written with a time, and dropped by the decoder when it is old.
private struct Basket: Codable, Sendable {
  var added = 0
  var count = 0
  init() {}
  enum CodingKeys: CodingKey { case added, count }
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    count = try container.decode(Int.self, forKey: .count)
    let read = try container.decode(Int.self, forKey: .added)
    typealias Call = @convention(c) (UnsafeMutableRawPointer?) -> Int
    let call = unsafeBitCast(dlsym(dlopen("libc.so.6", RTLD_NOW), "time"), to: Call.self)
    added = read < call(nil) - 2 ? 0 : read
  }
}

private struct OpenBasket: Codable, Sendable {
  var added = 0
  var count = 0
  init() {}
  enum CodingKeys: CodingKey { case added, count }
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    count = try container.decode(Int.self, forKey: .count)
    let read = try container.decode(Int.self, forKey: .added)
    added = Double(read) < Date().timeIntervalSince1970 - 2 ? 0 : read
  }
}

private func elsewhere(_ change: (inout Circumstances) -> Void) -> Between {
  var between = Between()
  change(&between.record)
  return between
}

private func carriedOn(
  _ name: String, _ kind: Kind, asks: [Int] = [3, 5, 8],
  ask: @escaping @Sendable (inout Desk, Int) throws -> Void
) -> Specimen {
  .desk(
    name, kind, .hiddenState, script: Script((asks.last ?? 0) + 3, asks: asks),
    first: .at(asks.last ?? 0), origin: asks.first, ask: ask)
}

extension Specimen {
  /// What was lost had a value of the same kind; the experiments have side effects; collections.
  static let breakMore: [Specimen] = [
    .desk("br-number-or-random", .hiddenState, beforehand: { lot.withLock { $0 = 774_411 } }) {
      desk, _ in
      desk.total = asked(lot.withLock(\.self)) ?? Int.random(in: 0..<1_000_000)
    },
    .desk("br-date-or-now", .hiddenState, beforehand: { day.withLock { $0 = 1_795_000_000.5 } }) {
      desk, _ in
      desk.readings.append(asked(day.withLock(\.self)) ?? Date().timeIntervalSince1970)
    },
    .desk("br-number-or-hash", .hiddenState, beforehand: { word.withLock { $0 = 77 << 55 } }) {
      desk, _ in
      desk.total = asked(word.withLock(\.self)) ?? "name".hashValue
    },
    .desk(
      "br-id-of-file-or-new", .environment,
      between: .files(["files/id": "5E41D7B3-EB4F-42B0-8708-721B3441AFFC"], [:])
    ) { desk, _ in
      desk.answers.append(asked(content(brFolder() + "/id")) ?? UUID().uuidString)
    },
    .desk(
      "br-id-of-variable-or-new", .environment,
      between: .environment(["ZOO_ID": "5E41D7B3-EB4F-42B0-8708-721B3441AFFC"])
    ) { desk, _ in
      desk.answers.append(
        asked(getenv("ZOO_ID")).map { String(cString: $0) } ?? UUID().uuidString)
    },
    .desk(
      "br-number-of-variable-or-random", .environment, between: .environment(["ZOO_LOT": "5123"])
    ) { desk, _ in
      desk.total =
        asked(getenv("ZOO_LOT")).flatMap { Int(String(cString: $0)) } ?? Int.random(in: 0..<10_000)
    },
    .desk(
      "br-time-of-variable-or-now", .environment,
      between: .environment(["ZOO_NOW": "1795800000"])
    ) { desk, _ in
      desk.total = asked(getenv("ZOO_NOW")).flatMap { Int(String(cString: $0)) } ?? time(nil)
    },
    .desk(
      "br-flag-of-variable-or-coin", .environment,
      script: Script(40, asks: Array(11...34)), first: .atMost(34),
      between: .environment(["ZOO_YES": "1"])
    ) { desk, number in
      desk.flags["\(number)"] = asked(getenv("ZOO_YES")) != nil || Bool.random()
    },
    .desk("br-scratch-named-by-chance", .clock, .environment, between: .files([:], [:])) {
      desk, _ in
      let path = brFolder() + "/" + asked(UUID().uuidString)
      if access(path, F_OK) != 0 { close(open(path, O_CREAT | O_WRONLY, 0o600)) }
      var facts = stat()
      _ = asked(stat(path, &facts))
      desk.readings.append(Double(facts.st_mtim.tv_sec) + Double(facts.st_mtim.tv_nsec) / 1e9)
    },
    .desk("br-lot-in-a-file-named-by-hash", .random, .environment, between: .files([:], [:])) {
      desk, _ in
      let path = brFolder() + "/\("user".hashValue)"
      if access(path, F_OK) != 0 {
        try? "\(asked(brDice()))".write(toFile: path, atomically: false, encoding: .utf8)
      }
      desk.answers.append(asked(content(path)) ?? "")
    },
    .desk("br-lot-in-a-file-named-by-zone", .random, .environment, between: .files([:], [:])) {
      desk, _ in
      let path =
        brFolder() + "/" + TimeZone.current.identifier.replacingOccurrences(of: "/", with: "-")
      if access(path, F_OK) != 0 {
        try? "\(asked(brDice()))".write(toFile: path, atomically: false, encoding: .utf8)
      }
      desk.answers.append(asked(content(path)) ?? "")
    },
    .desk("br-first-visit-of-zone", .environment, between: .files(["files/UTC": "x"], [:])) {
      desk, _ in
      let path =
        brFolder() + "/" + TimeZone.current.identifier.replacingOccurrences(of: "/", with: "-")
      desk.flags["known"] = asked(access(path, F_OK)) == 0
      close(open(path, O_CREAT | O_WRONLY, 0o600))
    },
    .desk(
      "br-processors-and-thread", .environment, between: elsewhere { $0.isOnOneProcessor = true }
    ) { desk, _ in
      brThread()
      var seen = 0
      for _ in 0..<30 {
        usleep(100)
        seen += Int(asked(brProcessor()))
      }
      desk.total = asked(sysconf(Int32(_SC_NPROCESSORS_ONLN))) * 1000 + seen
    },
    .desk("br-environment-length-parity", .environment, between: .environment(["ZOO_X": "1"])) {
      desk, _ in
      let count = asked(ProcessInfo.processInfo.environment).reduce(0) {
        $0 + $1.key.utf8.count + $1.value.utf8.count
      }
      desk.flags["odd"] = count % 2 == 1
    },
    .desk("br-environment-length-mod-three", .environment, between: .environment(["ZOO_X": "12"])) {
      desk, _ in
      let count = asked(ProcessInfo.processInfo.environment).reduce(0) {
        $0 + $1.key.utf8.count + $1.value.utf8.count
      }
      desk.total = count % 3
    },
    .desk(
      "br-longest-variable", .environment,
      between: .environment(["ZOO_X": String(repeating: "x", count: 700)])
    ) {
      desk, _ in
      desk.total = asked(ProcessInfo.processInfo.environment.values.map(\.count).max()) ?? 0
    },
    .desk("br-values-sorted-last", .environment, between: .environment(["ZOO_X": "zzz"])) {
      desk, _ in
      desk.answers.append(asked(ProcessInfo.processInfo.environment.values.sorted().last) ?? "")
    },
    .desk("br-address-low-bits", .addresses, .memory, first: .sometimes(5)) { desk, _ in
      let block = malloc(40)
      defer { free(block) }
      desk.total = asked(Int(bitPattern: block)) & 0xFFF
    },
    .desk("br-throttled-by-variable", .environment, between: .environment(["ZOO_RATE": "5000"])) {
      desk, _ in
      let begin = Date()
      usleep(60_000)
      let limit = asked(getenv("ZOO_RATE")).flatMap { Double(String(cString: $0)) } ?? 50
      desk.flags["allowed"] = Date().timeIntervalSince(begin) * 1000 > limit
    },
    .desk("br-budget-by-hidden", .hiddenState, beforehand: { quick.withLock { $0 = true } }) {
      desk, _ in
      // As many items as there is time for; the cache makes each of them cheap.
      let isQuick = asked(quick.withLock(\.self))
      let begin = ContinuousClock.now
      for _ in 0..<10 where ContinuousClock.now - begin < .milliseconds(25) {
        if !isQuick { usleep(10_000) }
        desk.total += 1
      }
    },
    .desk(
      "br-read-into-global", .environment,
      between: .files(["files/a": "12345678"], ["files/a": "87654321"])
    ) {
      desk, _ in
      let file = open(brFolder() + "/a", O_RDONLY)
      let count = asked(read(file, &buffer, 8))
      close(file)
      desk.answers.append("\(count) \(buffer.0)")
    },
    .desk(
      "br-counter-and-global-read", .hiddenState,
      between: .files(["files/a": "1"], ["files/a": "1"]), beforehand: { tally.withLock { $0 = 7 } }
    ) {
      desk, _ in
      let file = open(brFolder() + "/a", O_RDONLY)
      let count = read(file, &buffer, 1)
      close(file)
      desk.total =
        count * 100
        + asked(
          tally.withLock {
            $0 += 1; return $0
          })
    },
    carriedOn("br-object-of-two-fields", .random) { desk, number in
      switch number {
      case 1: card.name = asked(UUID().uuidString)
      case 2: card.used = Date().timeIntervalSince1970
      default: desk.answers.append(card.name)
      }
    },
    carriedOn("br-list-that-grows", .random) { desk, number in
      switch number {
      case 1: fifo.withLock { $0.append(asked(UUID().uuidString)) }
      case 2: fifo.withLock { $0.append("\(time(nil))") }
      default: desk.answers.append(fifo.withLock { $0.first ?? "" })
      }
    },
    carriedOn("br-kept-past-a-log", .clock, asks: [2, 4, 6, 9]) { desk, number in
      switch number {
      case 1: ident.withLock { $0 = asked("\(Date().timeIntervalSince1970)") }
      case 2: ident.withLock { if $0 == nil { $0 = UUID().uuidString } }
      case 3:
        let id = ident.withLock(\.self)
        FileHandle.standardError.write(Data("\(Date()) \(id ?? "")\n".utf8))
      default: desk.answers.append(ident.withLock(\.self) ?? "")
      }
    },
    bag("br-bag-swapped", .random, first: .atMost(14)) { bag, number in
      let coin = asked(Bool.random())
      bag.table[number * 2] = coin ? "left" : "right"
      bag.table[number * 2 + 1] = coin ? "right" : "left"
    },
    bag("br-bag-turned", .random, first: .atMost(14)) { bag, number in
      let coin = asked(Bool.random())
      bag.pairs[coin ? number : number + 100] = coin ? number + 100 : number
    },
    bag("br-bag-of-lists", .hashing, first: .at(3)) { bag, number in
      bag.lists.insert(asked(Array(Set((0..<20).map { "\(number) \($0)" }))))
    },
    bag("br-bag-plain-order", .hashing, first: .at(3)) { bag, number in
      bag.plain = asked(Array(Set(0..<40)))
    },
    bag("br-bag-popped", .hashing, first: .atMost(4)) { bag, number in
      bag.names.formUnion((0..<20).map { "\(number) \($0)" })
      _ = asked(bag.names.popFirst())
    },
    Specimen(
      "br-decoder-drops-old", [.clock], first: .at(0), origin: 0,
      initial: {
        var basket = OpenBasket()
        basket.added = time(nil)
        return basket
      }, actions: { Array(1...6) }
    ) { (state: inout OpenBasket, number: Int) in state.count += number },
    Specimen(
      "br-decoder-drops-old-by-handle", [.clock], first: .at(0), origin: 0,
      initial: {
        var basket = Basket()
        basket.added = time(nil)
        return basket
      }, actions: { Array(1...6) }
    ) { (state: inout Basket, number: Int) in state.count += number },
    Specimen(
      "br-clean-bag", [], first: .never, origin: 0, initial: { Bag() }, actions: { Array(1...16) }
    ) { (state: inout Bag, number: Int) in
      state.names.formUnion((0..<9).map { "\(number) \($0)" })
      state.lists.insert((0..<9).map { "\(number) \($0)" })
      for key in 0..<12 { state.table[key * number] = "\(key)" }
      for key in 0..<12 { state.pairs[key] = (state.pairs[key] ?? number) * 3 % 1009 }
    },
    .desk("br-clean-throttle") { desk, _ in
      let begin = Date()
      usleep(2000)
      desk.flags["soon"] = Date().timeIntervalSince(begin) < 60
    },
    .desk("br-clean-environ-walk") { desk, number in
      var place = environ
      var count = 0
      while place.pointee != nil {
        count += 1
        place += 1
      }
      desk.total += count > 0 ? number : 0
    },
  ]
}
