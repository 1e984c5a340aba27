import TestSupport

extension HostileFile {
  /// Patches that multiply existing data.
  static let copies: [HostileFile] = [
    patched("copy-array-doubling", #"{"a":[0]}"#, (0..<30).map { _ in copy("/a", "/a/-") }),
    // As large as a reader may reasonably allow, 134 MB of text: so it costs more to process.
    patched("copy-array-doubling-25", #"{"a":[0]}"#, (0..<25).map { _ in copy("/a", "/a/-") }),
    patched("copy-array-doubling-20", #"{"a":[0]}"#, (0..<20).map { _ in copy("/a", "/a/-") }),
    patched("copy-object-doubling-22", #"{"a":{}}"#, (0..<22).map { copy("/a", "/a/\($0)") }),
    patched(
      "copy-string-600", #"{"s":"\#(repeated("s", 400_000))","a":[]}"#,
      (0..<600).map { _ in copy("/s", "/a/-") }),
    patched(
      "copy-long-names-600", #"{"o":{"\#(repeated("n", 400_000))":1},"a":[]}"#,
      (0..<600).map { _ in copy("/o", "/a/-") }),
    patched("copy-object-doubling", #"{"a":{}}"#, (0..<30).map { copy("/a", "/a/\($0)") }),
    patched(
      "copy-string-many", #"{"s":"\#(repeated("s", 400_000))","a":[]}"#,
      (0..<10_000).map { _ in copy("/s", "/a/-") }),
    patched(
      "copy-string-to-members", #"{"s":"\#(repeated("s", 400_000))","o":{}}"#,
      (0..<10_000).map { copy("/s", "/o/\($0)") }),
    patched(
      "copy-long-names", #"{"o":{"\#(repeated("n", 400_000))":1},"a":[]}"#,
      (0..<10_000).map { _ in copy("/o", "/a/-") }),
    patched(
      "copy-then-remove", #"{"a":[\#(repeated("0,", 100_000))0],"b":[]}"#,
      (0..<5_000).flatMap { _ in [copy("/a", "/b/-"), #"{"op":"remove","path":"/b/0"}"#] }),
    patched("copy-nesting", #"{"a":1}"#, (0..<20_000).map { _ in copy("", "/a") }),
    HostileFile(
      "copy-doubling-by-steps",
      head + state(0, #"{"a":[0]}"#) + (1...40).map { patch($0, [copy("/a", "/a/-")]) }.joined()),
    HostileFile(
      "copy-by-steps",
      head + state(0, #"{"s":"\#(repeated("s", 400_000))","a":[]}"#)
        + (1...4_000).map { patch($0, [copy("/s", "/a/-")]) }.joined()),
    HostileFile(
      "copy-by-outsides",
      head + state(0, #"{"a":[0]}"#)
        + (1...40).map {
          #"{"kind":"outside","n":\#($0 - 1),"t":\#($0),"patch":[\#(copy("/a", "/a/-"))]}"# + "\n"
            + patch($0, [])
        }.joined()),
    HostileFile(
      "copy-elements-of-identity",
      head + state(0, #"{"a":[{"id":1,"v":[0]}]}"#)
        + (1...20).map { patch($0, [copy("/a/0/v", "/a/0/v/-"), copy("/a/0", "/a/-")]) }.joined()),
  ]

  /// Patches that copy a long string for a few bytes that change in it.
  static let splices: [HostileFile] = [
    HostileFile(
      "splices-in-one-patch",
      splicing + state(0, #"{"s":"\#(repeated("s", 400_000))"}"#)
        + patch(1, (0..<10_000).map { _ in splice(7, 1, "x") })),
    HostileFile(
      "splices-by-steps",
      splicing + state(0, #"{"s":"\#(repeated("s", 400_000))"}"#)
        + (1...4_000).map { patch($0, [splice($0, 1, "x")]) }.joined()),
    HostileFile(
      "splices-that-empty",
      splicing + state(0, #"{"s":"\#(repeated("s", 400_000))"}"#)
        + (1...4_000).map { patch($0, [splice(0, 80, "")]) }.joined()),
    HostileFile(
      "splices-of-nothing",
      splicing + state(0, #"{"s":7}"#)
        + (1...5_400).map { patch($0, [splice(Int.max, Int.max, "x")]) }.joined()),
  ]

  private static let splicing = session(#","requires":["splice"]"#)

  private static func splice(_ at: Int, _ removed: Int, _ text: String) -> String {
    #"{"op":"splice","path":"/s","at":\#(at),"del":\#(removed),"ins":"\#(text)"}"#
  }

  /// About as many values as a reader allows, of two or three bytes of text each, which then change.
  static let crowds: [HostileFile] = [
    crowd("crowd-of-numbers", of: "1", 230_000, copies: 8),
    crowd("crowd-of-arrays", of: "[]", 290_000, copies: 6),
    crowd("crowd-of-objects", of: "{}", 290_000, copies: 6),
    crowd("crowd-of-pairs", of: "[1]", 215_000, copies: 4),
    packedCrowd("packed-crowd-of-numbers", of: "1", 2_090_000),
    packedCrowd("packed-crowd-of-arrays", of: "[]", 2_090_000),
    packedCrowd("packed-crowd-of-members", of: "{\"\":1}", 1_040_000),
    // Of as much as nothing packs, so that the ratio is harmless.
    HostileFile(
      packed: "packed-numbers-beside-noise",
      head + "{\"kind\":\"noise\",\"x\":\"\(noise(420_000))\"}\n"
        + #"{"kind":"state","n":0,"state":["#, "1,", 60_000_000, "1]}\n"),
  ]

  private static func crowd(
    _ name: String, of value: String, _ count: Int, copies: Int
  ) -> HostileFile {
    HostileFile(
      name,
      head + state(0, #"{"v":[\#(repeated(value + ",", count))\#(value)]}"#)
        + patch(1, (1..<copies).map { copy("/v", "/v\($0)") })
        + (2...4).map { n in
          patch(n, (1..<copies).map { add("/v\($0)/\(n)", "[\(n)]") })
        }.joined())
  }

  private static func packedCrowd(_ name: String, of value: String, _ count: Int) -> HostileFile {
    HostileFile(
      packed: name, head + #"{"kind":"state","n":0,"state":{"v":["#, value + ",", count,
      "\(value)]}}\n" + (1...3).map { patch($0, [add("/v/\($0)", "[\($0)]")]) }.joined())
  }

  /// A text that gzip cannot make much smaller, the same each time.
  private static func noise(_ count: Int) -> String {
    var random = SplitMix64(seed: 7)
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
    return String((0..<count).map { _ in letters[Int(random.next() % 64)] })
  }

  /// Large states that differ everywhere, each made by a few copies.
  static let differences: [HostileFile] = [
    HostileFile(
      "doublings-that-differ-in-5-KB",
      head + state(0, "{}") + patch(1, doublings("[0,0,0,0,0,0,0,0]", 17))
        + patch(2, doublings("[1,1,1,1,1,1,1,1]", 17))),
    HostileFile("doublings-that-differ", differing("[0,0,0,0,0,0,0,0]", "[1,1,1,1,1,1,1,1]")),
    HostileFile("doublings-of-empty-arrays", differing("[[],[],[],[]]", "[{},{},{},{}]")),
  ]

  /// Two steps whose states differ everywhere, and about a megabyte of marks, as many bytes allow more.
  private static func differing(_ old: String, _ new: String) -> String {
    head + state(0, "{}") + patch(1, doublings(old, 17)) + patch(2, doublings(new, 17))
      + repeated(#"{"kind":"mark","n":2,"t":3,"text":"m"}"# + "\n", 25_000)
  }

  /// Makes an array of two of a value, then two of that, `count` times.
  private static func doublings(_ value: String, _ count: Int) -> [String] {
    func move(_ from: String, _ path: String) -> String {
      #"{"op":"move","from":"\#(from)","path":"\#(path)"}"#
    }
    let double = [add("/u", "[]"), copy("/t", "/u/0"), move("/t", "/u/1"), move("/u", "/t")]
    return [add("/t", value)] + (0..<count).flatMap { _ in double }
  }

  /// Patches with many operations, or with expensive ones.
  static let operations: [HostileFile] = [
    patched(
      "moves-in-an-array", #"{"a":[\#(repeated("0,", 100_000))0]}"#,
      (0..<16_000).map { _ in #"{"op":"move","from":"/a/0","path":"/a/-"}"# }),
    patched(
      "removes-at-the-front", #"{"a":[\#(repeated("0,", 100_000))0]}"#,
      (0..<20_000).map { _ in #"{"op":"remove","path":"/a/0"}"# }),
    patched("adds-at-the-front", #"{"a":[]}"#, (0..<20_000).map { add("/a/0", "\($0)") }),
    HostileFile(
      "adds-at-the-front-by-steps",
      head + state(0, #"{"a":[\#(list(0..<20_000) { "\($0)" })]}"#)
        + (1...6_000).map { patch($0, [add("/a/0", "1")]) }.joined()),
    HostileFile(
      "adds-at-the-front-from-outside",
      head + state(0, #"{"a":[\#(list(0..<20_000) { "\($0)" })]}"#)
        + (0..<9_000).map {
          #"{"kind":"outside","n":0,"t":\#($0),"patch":[\#(add("/a/0", "1"))]}"# + "\n"
        }.joined()),
    patched("adds-of-members", "{}", (0..<20_000).map { add("/m\($0)", "1") }),
    patched(
      "removes-of-members", "{\(list(0..<20_000) { "\"m\($0)\":1" })}",
      (0..<20_000).map { #"{"op":"remove","path":"/m\#($0)"}"# }),
    patched(
      "tests-of-a-big-value", #"{"a":[\#(repeated("0,", 100_000))0],"b":0}"#,
      [copy("/a", "/b")]
        + (0..<2).map { _ in
          #"{"op":"test","path":"/a","value":[\#(repeated("0,", 100_000))0]}"#
        } + (0..<8_000).map { _ in #"{"op":"test","path":"/a/99999","value":0}"# }),
    patched(
      "an-operation-of-many-members", "{}",
      [#"{"op":"add","path":"/a","value":1,\#(list(0..<75_000) { "\"m\($0)\":1" })}"#]),
    patched(
      "deep-pointers", repeated(#"{"a":"#, 500) + "0" + repeated("}", 500),
      (0..<900).map { add(repeated("/a", 500), "\($0)") }),
    patched("a-long-pointer", "{}", [add(repeated("/a", 400_000), "1")]),
    patched(
      "long-escapes", #"{"\#(repeated("/~", 100_000))":1}"#,
      [add("/" + repeated("~1~0", 100_000), "2"), add("/" + repeated("~1~0", 80_000) + "~2", "2")]),
    HostileFile(
      "splices",
      session(#","requires":["splice"]"#) + state(0, #"{"s":"\#(repeated("é", 200_000))"}"#)
        + patch(
          1,
          (0..<10_000).map { _ in
            #"{"op":"splice","path":"/s","at":0,"del":2,"ins":"ab"}"#
          })),
    HostileFile(
      "patches-of-a-big-state",
      head + state(0, #"{"a":[\#(repeated("0,", 200_000))0],"n":0}"#)
        + (1...4_000).map { patch($0, [add("/n", "\($0)")]) }.joined()),
    HostileFile(
      "elements-in-another-order",
      head + state(0, "[\(list(0..<22_000) { #"{"id":\#($0)}"# })]") + action(1)
        + state(1, "[\(list(0..<22_000) { #"{"id":\#(($0 * 7919) % 22_000)}"# })]")),
    HostileFile(
      "elements-without-likeness",
      head + state(0, "[\(list(0..<60_000) { "\($0)" })]") + action(1)
        + state(1, "[\(list(0..<60_000) { "\(100_000 + ($0 * 7919) % 60_000)" })]")),
    HostileFile(
      "elements-nearly-alike",
      head + state(0, "[\(list(0..<100_000) { "\($0 * $0 % 7)" })]") + action(1)
        + state(1, "[\(list(0..<100_000) { "\($0 * $0 * $0 % 11 % 7)" })]")),
    // Elements that are arrays themselves, each similar to many others.
    HostileFile(
      "arrays-of-other-lengths",
      head + state(0, "[\(list(0..<9_400) { "[\(ones($0 % 50, "0"))]" })]") + action(1)
        + state(1, "[\(list(0..<9_400) { "[\(ones($0 * 7 % 50, "1"))]" })]")),
    HostileFile(
      "arrays-that-change-places",
      head + state(0, "[\(list(0..<2_400) { "[\(ones($0 % 2 * 200, "0"))]" })]") + action(1)
        + state(1, "[\(list(1..<2_401) { "[\(ones($0 % 2 * 200, "1"))]" })]")),
    // Paths that take more than the values.
    HostileFile(
      "deep-and-wide",
      head + state(0, repeated("[", 490) + list(0..<498_000) { _ in "1" } + repeated("]", 490))
        + patch(1, [add("/0", "1")])),
    HostileFile(
      "a-long-name-over-many",
      head + state(0, named(repeated("n", 250_000), 0..<200_000)) + action(1)
        + state(1, named(repeated("n", 250_000), 7..<2_007))),
  ]

  private static func named(_ name: String, _ numbers: Range<Int>) -> String {
    #"{"\#(name)":[\#(list(numbers) { "\($0 % 10)" })]}"#
  }

  /// An element repeated `count` times.
  private static func ones(_ count: Int, _ element: String) -> String {
    list(0..<count) { _ in element }
  }
}
