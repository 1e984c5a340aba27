extension HostileFile {
  /// Values with shapes that cost more in memory than in the file.
  static let shapes: [HostileFile] = [
    whole("small-numbers", "[\(repeated("1,", 499_000))1]"),
    whole("empty-arrays", "[\(repeated("[],", 330_000))[]]"),
    whole("empty-objects", "[\(repeated("{},", 330_000)){}]"),
    whole("empty-texts", "[\(repeated("\"\",", 330_000))\"\"]"),
    whole("many-members", "{\(list(0..<90_000) { "\"\($0)\":1" })}"),
    whole("one-member-often", "{\(repeated("\"a\":1,", 160_000))\"a\":1}"),
    whole("elements-of-one-member", "[\(repeated("{\"\":0},", 140_000))0]"),
    whole("deep", repeated("[", 510) + repeated("]", 510)),
    whole("too-deep", repeated("[", 490_000) + repeated("]", 490_000)),
    whole("too-deep-objects", repeated("{\"\":", 190_000) + "1" + repeated("}", 190_000)),
    whole("deep-often", "[\(list(0..<900) { _ in repeated("[", 500) + repeated("]", 500) })]"),
    HostileFile(
      "deep-by-steps",
      head
        + (0...800).map { n in
          (n == 0 ? "" : action(n)) + state(n, repeated("[", 500) + "\(n)" + repeated("]", 500))
        }.joined()),
    whole(
      "deep-below-long-names",
      repeated("{\"\(repeated("n", 900))\":", 500) + "1" + repeated("}", 500)),
    HostileFile(
      "gaps-alone",
      head + state(0, "0")
        + (1...15_000).map {
          #"{"kind":"gap","n":\#($0)000000,"t":1,"lost":1000000,"reason":"x"}"# + "\n"
        }.joined()),
    HostileFile(
      "many-keyframes",
      head + state(0, "[\(repeated("1,", 200))1]")
        + repeated(
          #"{"kind":"keyframe","n":0,"state":[\#(repeated("1,", 200))1]}"# + "\n", 2_200)),
    HostileFile(
      "whole-states",
      head
        + (0...400).map { n in
          (n == 0 ? "" : action(n)) + state(n, "[\(repeated("1,", 1_000))\(n)]")
        }.joined()),
    HostileFile(
      "a-big-action",
      head + state(0, "0") + action(1, "[\(repeated("1,", 490_000))1]")
        + state(1, "1")),
    HostileFile(
      "big-inputs",
      head + state(0, "0") + action(1)
        + repeated(#"{"kind":"input","n":1,"is":"x","value":[1]}"# + "\n", 20_000) + state(1, "1")),
    HostileFile(
      "dispatched",
      head + state(0, "0")
        + repeated(
          #"{"kind":"dispatched","n":0,"t":1,"type":"a","action":[]}"# + "\n", 16_000)),
  ]

  /// Texts that grow when they are shown, and long ones in every member.
  static let texts: [HostileFile] = [
    whole("one-text", "\"\(repeated("x", 990_000))\""),
    whole("controls", "\"\(repeated("\u{9B}", 490_000))\""),
    whole("directions", "\"\(repeated("\u{202E}", 330_000))\""),
    whole("escaped-letters", "\"\(repeated(#"\u0041"#, 165_000))\""),
    whole("escaped-controls", "\"\(repeated(#"\u0000"#, 165_000))\""),
    whole("line-feeds", "\"\(repeated(#"\n"#, 490_000))\""),
    whole("quotes", "\"\(repeated("\\\"", 490_000))\""),
    whole("combining-letters", "\"e\(repeated("\u{301}", 490_000))\""),
    whole("control-names", "{\(list(0..<60_000) { "\"\u{9B}\u{9B}\($0)\":1" })}"),
    HostileFile(
      "a-long-type", head + state(0, "0") + action(1, type: repeated("t", 980_000)) + state(1, "1")),
    HostileFile(
      "many-types",
      head + state(0, "0")
        + (1...9_000).map { action($0, type: "type\($0)") + state($0, "1") }.joined()),
    HostileFile(
      "a-long-mark",
      head + state(0, "0")
        + #"{"kind":"mark","n":0,"t":1,"text":"\#(repeated("m", 990_000))"}"# + "\n"),
    HostileFile(
      "a-long-input-name",
      head + state(0, "0") + action(1)
        + #"{"kind":"input","n":1,"is":"\#(repeated("i", 980_000))","value":1}"# + "\n"
        + state(1, "1")),
    HostileFile(
      "a-long-threw",
      head + state(0, "0") + action(1)
        + #"{"kind":"state","n":1,"state":1,"threw":"\#(repeated("t", 980_000))"}"# + "\n"),
  ]
}
