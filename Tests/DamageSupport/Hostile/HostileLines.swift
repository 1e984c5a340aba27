extension HostileFile {
  /// Numbers that are huge, in their text or in their value.
  static let numbers: [HostileFile] = [
    whole("huge-exponents", "[\(repeated("1e999999999,", 75_000))1e-999999999]"),
    whole("a-long-number", repeated("9", 990_000)),
    whole("a-long-fraction", "0.\(repeated("0", 980_000))1"),
    whole("a-long-exponent", "1e\(repeated("9", 980_000))"),
    HostileFile(
      "exponents-that-are-equal",
      head + state(0, "[\(list(0..<30_000) { _ in "1e999999999" })]") + action(1)
        + state(1, "[\(list(0..<30_000) { _ in "10e999999998" })]")),
    HostileFile(
      "exponents-far-apart",
      head + state(0, "[\(list(0..<30_000) { _ in "1e999999999" })]") + action(1)
        + state(1, "[\(list(0..<30_000) { _ in "1e-999999999" })]")),
    HostileFile(
      "large-times",
      head + state(0, "0")
        + (1...5_000).map { n in
          #"{"kind":"action","n":\#(n),"t":9223372036854775807,"type":"a","action":1}"# + "\n"
            + #"{"kind":"state","n":\#(n),"state":1,"took":9223372036854775807}"# + "\n"
        }.joined()),
    HostileFile(
      "numbers-of-steps",
      head + state(0, "0") + action(9_007_199_254_740_993) + state(9_007_199_254_740_993, "1")
        + action(Int.max) + state(Int.max, "1") + action(-1) + state(-1, "1")),
    HostileFile(
      "a-far-beginning",
      session(#","continues":{"id":"x","n":9223372036854775800}"#) + state(Int.max - 7, "0")
        + (0..<6).map { action(Int.max - 6 + $0) + state(Int.max - 6 + $0, "1") }.joined()),
  ]

  /// Many lines, or lines that stand for many.
  static let lines: [HostileFile] = [
    HostileFile(
      "gaps",
      head + state(0, "0")
        + (1...6_000).map { n in
          #"{"kind":"gap","n":\#(n * 1_000_000),"t":1,"lost":1000000,"reason":"r"}"# + "\n"
            + state(n * 1_000_000, "1")
        }.joined()),
    HostileFile(
      "a-gap-of-all",
      head + state(0, "0")
        + #"{"kind":"gap","n":9223372036854775800,"t":1,"lost":9223372036854775799,"reason":"r"}"#
        + "\n" + state(Int.max - 7, "1")),
    HostileFile(
      "a-gap-without-a-state",
      head + state(0, "0")
        + #"{"kind":"gap","n":1000000000000,"t":1,"lost":0,"reason":"r"}"# + "\n"),
    HostileFile("blank-lines", head + state(0, "0") + repeated("\n", 990_000)),
    HostileFile("unknown-lines", head + state(0, "0") + repeated("{\"kind\":\"x\"}\n", 75_000)),
    HostileFile("nonsense", head + state(0, "0") + repeated("x\n", 490_000)),
    HostileFile("empty-objects-for-lines", head + state(0, "0") + repeated("{}\n", 330_000)),
    HostileFile("headers", repeated(head, 7_000)),
    HostileFile(
      "no-end-of-line", head + repeated("{\"kind\":\"state\",\"n\":0,\"state\":[1,", 27_000)),
    HostileFile(
      "marks",
      head + state(0, "0")
        + repeated(#"{"kind":"mark","n":0,"t":0,"text":""}"# + "\n", 25_000)),
    HostileFile(
      "open-actions", head + state(0, "0") + (1...17_000).map { action($0) }.joined()),
    HostileFile(
      "tiny-steps",
      head + state(0, "0") + (1...10_000).map { action($0) + state($0, "1") }.joined()),
    HostileFile(
      "tiny-patches", head + state(0, "0") + (1...10_000).map { patch($0, []) }.joined()),
    HostileFile(
      "a-chain-of-causes",
      head + state(0, "0")
        + (1...8_000).map { n in
          #"{"kind":"action","n":\#(n),"t":1,"type":"a","action":1,"from":\#(n - 1)}"# + "\n"
            + state(n, "1")
        }.joined()),
    HostileFile(
      "opaque-places",
      head + state(0, "0") + action(1)
        + #"{"kind":"state","n":1,"state":{},"opaque":[\#(list(0..<60_000) { "\"/a\($0)\"" })]}"#
        + "\n" + (2...1_500).map { patch($0, []) }.joined()),
    HostileFile(
      "opaque-texts-of-cuts",
      head
        + #"{"kind":"state","n":0,"state":[\#(list(0..<10_000) { _ in #"{"…":"1 more","b":["… 2 more"]}"# })],"#
        + #""opaque":[""]}"# + "\n"
        + (1...3_700).map {
          patch(
            $0, [#"{"op":"replace","path":"/\#($0)/b/0","value":"nested deeper than 64 levels"}"#])
        }.joined()),
  ]

  /// Headers with long lists.
  static let headers: [HostileFile] = [
    HostileFile(
      "a-pattern-of-descents",
      session(#","redactions":["$\#(repeated("..a", 100_000))"]"#)
        + state(0, repeated("{\"a\":", 500) + "1" + repeated("}", 500))),
    HostileFile(
      "patterns-of-descents",
      session(#","redactions":[\#(list(0..<20_000) { _ in "\"$..a..a..a..a..a\"" })]"#)
        + (0...100).map { n in
          (n == 0 ? "" : action(n))
            + state(n, repeated("{\"a\":", 200) + "\(n)" + repeated("}", 200))
        }.joined()),
    HostileFile("requirements", session(#","requires":[\#(list(0..<90_000) { "\"r\($0)\"" })]"#)),
    HostileFile(
      "a-long-store",
      head.replacing("hostile", with: repeated("s", 980_000)) + state(0, "0")),
    HostileFile(
      "changes",
      session(#","derived":{"id":"d","changes":[\#(repeated("\"\",", 300_000))""]}"#)
        + state(0, "0")),
  ]

  /// Content that gzip makes small.
  static let bombs: [HostileFile] = [
    HostileFile(packed: "packed-blank-lines", head + state(0, "0"), "\n", 200_000_000, ""),
    HostileFile(
      packed: "packed-numbers", head + #"{"kind":"state","n":0,"state":["#, "1,", 100_000_000,
      "1]}\n"),
    HostileFile(
      packed: "packed-text", head + #"{"kind":"state","n":0,"state":""#, "x", 200_000_000, "\"}\n"),
    HostileFile(
      packed: "packed-lines", head + state(0, "0"), "{\"kind\":\"x\"}\n", 15_000_000, ""),
  ]
}
