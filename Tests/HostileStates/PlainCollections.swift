import Foundation

// Innocent collections: dictionaries by keys of every kind, sets, arrays with inserts in the middle
// and swaps, texts that grow, and the values of Foundation.

private enum Key: String, Codable, CaseIterable { case red, green, blue }
private enum Text: String, Codable, CodingKeyRepresentable, CaseIterable { case left, right }
private struct Person: Codable, Hashable {
  var name: String
  var age: Int
}

private struct Tables: Codable, Ticking {
  var tick = 0
  var texts: [String: String] = ["": "", "a/b": "slash", "~1": "tilde", "\"\\": "quote"]
  var numbers: [Int: [Int]] = [:]
  var enums: [Key: Int] = [:]
  var named: [Text: Int] = [:]
  var ids: [UUID: String] = [:]
  var people: [Person: [Person]] = [:]
}

private struct Sets: Codable, Ticking {
  var tick = 0
  var numbers: Set<Int> = [1, 2]
  var people: Set<Person> = []
  var nested: Set<[String]> = []
}

private struct Arrays: Codable, Ticking {
  var tick = 0
  var people = (0..<20).map { Person(name: "p \($0)", age: $0) }
  var grid = (0..<6).map { row in (0..<6).map { row * $0 } }
  var pages: ContiguousArray<ContiguousArray<Int>> = [[1, 2], []]
  var contiguous: ContiguousArray<String> = ["a"]
}

private struct Texts: Codable, Ticking {
  var tick = 0
  var log = ""
  var emoji = "👩‍👩‍👧 é e\u{301}"
  var part = "part"
  var control = "\u{0}\u{1F}\u{2028}\u{7F}/\\\""
  var lines: [String] = []
}

private struct Foundations: Codable, Ticking {
  var tick = 0
  var date = Date(timeIntervalSinceReferenceDate: 700_000_000.123)
  var data = Data([1, 2, 3])
  var url = URL(string: "https://example.com/a?b=c")
  var decimal = Decimal(string: "0.1")
  var id = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
  var dates: [Date] = [.distantPast]
  var urls: [URL] = []
}

private func id(_ number: Int) -> UUID {
  UUID(uuid: (UInt8(number % 256), UInt8(number / 256), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
}

extension HostileStates {
  static let plainCollections: [Specimen] = [
    .codable(
      "plaincollection-dictionaries", .encoder, Traits(pairs: ["/enums", "/ids", "/people"])
    ) {
      Tables()
    } _: {
      $0.tick = $1.step
      $0.texts["k/\($1.amount % 8)~"] = "\($1.step)"
      if $1.step % 3 == 0 { $0.texts["k/\($1.step % 8)~"] = nil }
      $0.numbers[$1.amount % 30 - 15, default: []].append($1.step)
      $0.enums[Key.allCases[$1.step % 3]] = $1.step % 5 == 0 ? nil : $1.amount
      $0.named[Text.allCases[$1.step % 2]] = $1.amount
      $0.ids[id($1.amount)] = "\($1.step)"
      if $1.step % 2 == 0 { $0.ids[id($1.amount / 2)] = nil }
      let person = Person(name: "p \($1.amount % 5)", age: $1.amount % 3)
      $0.people[person, default: []].append(person)
    },
    .codable(
      "plaincollection-sets", .encoder,
      Traits(unordered: ["/numbers", "/people", "/nested"])
    ) {
      Sets()
    } _: {
      $0.tick = $1.step
      $0.numbers.formSymmetricDifference([$1.amount % 40, $1.step % 40])
      $0.people.insert(Person(name: "p", age: $1.amount % 50))
      if $1.step % 3 == 0 { $0.people.removeFirst() }
      $0.nested.insert(["\($1.amount % 9)", "x"])
    },
    .codable("plaincollection-arrays") {
      Arrays()
    } _: {
      $0.tick = $1.step
      let count = $0.people.count
      $0.people.insert(Person(name: "new \($1.step)", age: $1.amount), at: $1.amount % count)
      $0.people.swapAt($1.step % count, $1.amount % count)
      if $1.step % 4 == 0 { $0.people.remove(at: count / 2) }
      if $1.step % 50 == 0 { $0.people.reverse() }
      $0.grid[$1.step % 6][$1.amount % 6] += 1
      if $1.step % 10 == 0 { $0.grid.append($0.grid.removeFirst()) }
      $0.pages[$1.step % $0.pages.count].append($1.step)
      if $1.step % 20 == 0 { $0.pages.insert([], at: 1) }
      $0.contiguous[0] += "b"
    },
    .codable("plaincollection-texts") {
      Texts()
    } _: {
      $0.tick = $1.step
      $0.log += "step \($1.step): \($1.amount) 👍\n"
      $0.emoji = String($0.emoji.reversed()) + ($1.step % 20 == 0 ? "\u{301}" : "")
      $0.part = String($0.log.suffix(12))
      $0.control += "\u{8}"
      $0.lines.insert("line \($1.amount)", at: $0.lines.count / 2)
      if $1.step % 6 == 0, !$0.log.isEmpty { $0.log.remove(at: $0.log.startIndex) }
      if $1.step == 150, let index = $0.log.firstIndex(of: "7") { $0.log.insert("é", at: index) }
    },
    .codable("plaincollection-foundation") {
      Foundations()
    } _: {
      $0.tick = $1.step
      $0.date += Double($1.amount) / 7
      $0.data.append(UInt8($1.amount % 256))
      $0.url?.append(path: "\($1.step)")
      $0.decimal = $0.decimal.map { $0 * 3 / 7 + 1 }
      $0.id = id($1.amount)
      $0.dates.append($0.date)
      if let url = $0.url, $1.step % 20 == 0 { $0.urls.append(url) }
    },
  ]
}
