import Query
import SessionFormat
import TestSupport
import Testing

@testable import Commands
@testable import Inspector
@testable import InspectorSupport

@Suite("A question that can never be answered yes is refused")
struct NeverThereTests {
  /// All places of a value, at most so deep.
  private func places(in value: JSONValue, at path: JSONPointer, depth: Int) -> [JSONPointer] {
    var places = [path]
    guard depth > 0 else { return places }
    if let object = value.object {
      for (name, member) in object {
        places += self.places(in: member, at: path.appending(name), depth: depth - 1)
      }
    }
    for (index, element) in (value.array ?? []).enumerated() {
      places += self.places(in: element, at: path.appending(String(index)), depth: depth - 1)
    }
    return places
  }

  /// A session whose states get and lose members and elements, also by changes from outside.
  private func session() throws -> Session {
    var builder = SessionBuilder.counter([], closed: false)
    var random = SplitMix64(seed: 7)
    for n in 1...40 {
      builder.action(n, n % 3 == 0 ? "add" : "remove", ["by": 1])
      var members: [(name: String, value: JSONValue)] = [("total", .number(n))]
      for name in ["a", "b", "c"] where random.next() % 4 == 0 {
        members.append(
          (name, .array((0..<Int(random.next() % 3)).map { ["id": .number($0)] })))
      }
      builder.patch(n, to: .object(members))
    }
    return try builder.session()
  }

  @Test("what some state has is never refused, at whatever step one stands; all else is")
  func places() throws {
    let timeline = Timeline(try session())
    var there: Set<JSONPointer> = []
    for n in timeline.first...timeline.last {
      there.formUnion(places(in: try timeline.state(n), at: .root, depth: 3))
    }
    var asked = there
    for path in there {
      for token in ["a", "b", "id", "0", "2", "9", "total", ""] {
        asked.insert(path.appending(token))
      }
    }
    for n in stride(from: timeline.first, through: timeline.last, by: 13) {
      let never = NeverThere(timeline, near: n) { false }
      for path in asked { #expect(try never.lacks(path) == !there.contains(path), "\(path)") }
    }
  }

  @Test(
    "a condition with a mistaken name is refused, with what is meant",
    arguments: [
      ("totl > 3", "no state of the session has totl; try total > 3"),
      (
        "$.state.totl > 3",
        "no state of the session has totl; try $.state.total > 3"
      ),
      (
        "$.before.items[0].nam",
        "no state of the session has items[0].nam; try $.before.items[0].name"
      ),
      ("type == 'pay'", "no state of the session has type; try $.type == 'pay'"),
      ("pay", #"no state of the session has pay; try $.type == "pay""#),
      ("total.x == 1", "no state of the session has total.x; total is a number"),
      (
        "$.type == 'pya'",
        "there is no action of the type pya; try $.type == 'pay'"
      ),
      (
        "total > 1 || 'zzzzzzz' != $.type",
        "there is no action of the type zzzzzzz: the types are addItem, clear, pay, refresh"
      ),
    ])
  func refused(condition: String, reason: String) throws {
    var sample = try SampleWorkspace()
    _ = try sample.run("goto 1")
    for command in ["find", "first", "bisect"] {
      #expect(
        sample.told("\(command) \(condition)")
          == "error: \(condition): \(reason); --anyway asks nevertheless\n")
      #expect(!sample.told("\(command) \(condition) --anyway").hasPrefix("error"))
    }
  }

  @Test("what was meant was looked for in one state alone, which may have an empty list")
  func nearestAnywhere() throws {
    var builder = SessionBuilder()
    builder.whole(0, ["items": []])
    builder.action(1)
    builder.whole(1, ["items": [["message": "a"], ["message": "b"]]])
    builder.action(2)
    builder.whole(2, ["items": []])
    var sample = try SampleWorkspace(builder)
    for place in 0...2 {
      _ = try sample.run("goto \(place)")
      #expect(
        sample.told("why items[0].mesage") == "error: items[0].mesage: no state of the session "
          + "has it; did you mean items[0].message?; --anyway asks nevertheless\n")
      #expect(
        sample.told("why items[9]") == "error: items[9]: no state of the session has it; "
          + "items has 2 elements; --anyway asks nevertheless\n")
    }
  }

  @Test(
    "a flag alone was never missing, and the count of one place was never more than 1",
    arguments: [
      (
        "total > 1 && !paid",
        "paid is true or false, and a path alone asks only whether it is there; "
          + "write paid == true or paid == false"
      ),
      (
        "!$.state.paid",
        "$.state.paid is true or false, and a path alone asks only whether it is there; "
          + "write $.state.paid == true or $.state.paid == false"
      ),
      (
        "count(items) > 1",
        "items is one place, and counts as 1 at most; "
          + "what is in it is counted by length(items)"
      ),
      (
        "count(items[*]) > \"1\"",
        "count(…) is a number, and never a string; without quotes it is a number"
      ),
      ("\"x\" == length(items)", "length(…) is a number, and never a string"),
      ("length(items) < 0", "length(…) is a whole number from 0 up, so this never holds"),
      ("$.n == -1", "n is a whole number from 0 up, so this never holds"),
      ("total > 1 && $.n < 0", "n is a whole number from 0 up, so this never holds"),
      ("count(items[*]) == 1.5", "count(…) is a whole number from 0 up, so this never holds"),
      ("!(length(items) != null)", "length(…) is a whole number from 0 up, so this never holds"),
    ])
  func pitfalls(condition: String, reason: String) throws {
    var builder = SessionBuilder()
    builder.whole(0, ["total": 0, "paid": false, "items": [1, 2]])
    builder.action(1)
    builder.whole(1, ["total": 2, "paid": true, "items": []])
    var sample = try SampleWorkspace(builder)
    for command in ["find", "first", "break * if"] {
      let text = "\(condition): \(reason); --anyway asks nevertheless"
      #expect(sample.told("\(command) \(condition)") == "error: \(text)\n")
      #expect(!sample.told("\(command) \(condition) --anyway").hasPrefix("error"))
    }
    // With $ it is RFC 9535, where count counts nodes.
    for condition in [
      "count($.state.items) == 1", "$.n < 0 || total > 1", "!($.n < 0)", "$.n >= 0",
      "length(items) <= 0",
      "length(items) != \"x\"",
    ] {
      #expect(!sample.told("find \(condition)").hasPrefix("error"))
    }
    for remedy in ["paid == true", "paid == false", "length(items) > 1", "count(items[*]) > 1"] {
      #expect(!sample.told("find \(remedy)").hasPrefix("error"))
    }
  }

  @Test(
    "a member that a step does not have is refused before anything is read",
    arguments: [
      (
        "$.cart.total < 0",
        "column 2: a step has no member cart, only n, t, type, action, state, before, patch"
      ),
      (
        "$['cart']",
        "column 2: a step has no member cart, only n, t, type, action, state, before, patch"
      ),
      (
        "@.cart",
        "column 2: a step has no member cart, only n, t, type, action, state, before, patch"
      ),
      (
        "items[?name == 'a']",
        "column 8: in a filter write @.name for the element, or $.state.name for the state"
      ),
      (
        "$.t > 1.5ms",
        "column 7: a number is written as in JSON, for example -1.5 or 2e3; $.t counts nanoseconds "
          + "since the start: try $.t > 1500000"
      ),
      (
        "$.type == pay",
        "column 11: text needs quotes: \"pay\"; try $.type == \"pay\""
      ),
    ])
  func members(condition: String, reason: String) throws {
    var sample = try SampleWorkspace()
    #expect(sample.told("find \(condition)") == "error: \(condition): \(reason)\n")
  }

  @Test("a name that only some states have was not what may be meant")
  func somewhere() throws {
    var builder = SessionBuilder()
    builder.whole(0, ["a": 1])
    for n in 1...4 {
      builder.action(n)
      builder.patch(n, to: n == 2 ? ["a": 1, "locationWeather": 3] : ["a": 1])
    }
    builder.end(4)
    var sample = try SampleWorkspace(builder)
    for line in ["print loctionWeather", "why loctionWeather", "find loctionWeather > 1"] {
      #expect(sample.told(line).contains("did you mean locationWeather?"), "\(line)")
    }
  }

  @Test(
    "what may hold is asked, if it never does as well",
    arguments: [
      "$..id[99]", "$.patch[99]", "$[*].x", "items[?!@.nothing && @.id == 7]",
      "items[?@.id == 7 || @.nothing]", "items[?@.nothing != 1 && @.id == 7]",
      "items[?@.nothing == @.none && @.id == 7]", "count(items[*].nothing) == 0 && total > 99",
      "items[?count(@.nothing) < 1 && @.id == 7]",
    ])
  func asked(condition: String) throws {
    var sample = try SampleWorkspace()
    #expect(sample.told("find \(condition)") == "no step matches \(condition)\n(no)\n")
  }

  @Test(
    "without $ a path begins at the state",
    arguments: [
      ("total == 2", "$.state.total == 2"),
      ("items[0].name == 'pen'", "$.state.items[0].name == 'pen'"),
      ("!items[0]", "!$.state.items[0]"), ("count(items[*]) > 0", "count($.state.items[*]) > 0"),
      ("[\"total\"] == 2", "$.state.total == 2"),
      ("1 < total && ($.n > 1)", "1 < $.state.total && ($.n > 1)"),
      ("2 == items[0].id", "2 == $.state.items[0].id"),
      ("items[?@.id == 1]", "$.state.items[?@.id == 1]"),
      ("length(items) == 1", "length($.state.items) == 1"),
    ])
  func shorthand(short: String, long: String) throws {
    let timeline = try SampleWorkspace().workspace.timeline
    func found(_ text: String) throws -> [Int] {
      try StepSearch(timeline, where: try Condition(typed: text)).matches()
    }
    #expect(try found(short) == found(long))
    #expect(try !found("\(short) || $.n > 0").isEmpty)
  }

  @Test(
    "--anyway was named by plot, which did not take it",
    arguments: ["why", "history", "watch", "plot", "find", "first", "bisect", "break"])
  func anyway(command: String) throws {
    var sample = try SampleWorkspace()
    #expect(sample.told("\(command) nope").hasSuffix("; --anyway asks nevertheless\n"))
    #expect(!sample.told("\(command) nope --anyway").hasPrefix("error"))
  }
}
