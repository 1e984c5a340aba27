import Testing

@testable import Commands

@Suite("Text as a part of Swift code")
struct SwiftTextTests {
  @Test(
    "a literal of JSON has as many hashes as it takes",
    arguments: [
      (#####"12"#####, #####""12""#####),
      (#####""a""#####, #####"#""a""#"#####),
      (#####""""#####, #####""\"\"""#####),
      (#####""a\"#b""#####, #####"##""a\"#b""##"#####),
      (#####""\"##(x)""#####, #####"###""\"##(x)""###"#####),
      (#####""\\#(exit(1))""#####, #####"##""\\#(exit(1))""##"#####),
      (#####""\u2028`""#####, #####"#""\u2028`""#"#####),
    ])
  func literal(_ json: String, _ code: String) {
    #expect(SwiftText.literal(of: json) == code)
  }

  @Test("what cannot be seen, quotes and backslashes are escaped in quotes")
  func quoted() {
    #expect(
      SwiftText.quoted("短い \"\\(x)\n\u{202E}\u{2028}") == #""短い \"\\(x)\u{a}\u{202e}\u{2028}""#)
  }

  @Test("only identifiers joined by dots are names of types; keywords are in backquotes")
  func typeNames() {
    #expect(SwiftText.typeName("Feed.Loaded_2") == "Feed.Loaded_2")
    #expect(SwiftText.typeName("状態.class.Type") == "状態.`class`.`Type`")
    for name in ["", ".", "A.", "a b", "A;B", "A\nB", "A<B>", "`A`", "2A", "A{}", "A\u{3164}", "_"]
    {
      #expect(SwiftText.typeName(name) == nil, "\(name)")
    }
  }

  @Test("a name for a type is made of any text that has letters")
  func identifiers() {
    #expect(SwiftText.identifier(from: "toast-queue 2") == "ToastQueue2")
    #expect(SwiftText.identifier(from: "2nd") == "Recorded2nd")
    #expect(SwiftText.identifier(from: "\"\u{2028}`") == nil)
  }

  @Test("a comment is one line")
  func comments() {
    #expect(SwiftText.comment("a\nb\u{2028}c") == #"a\u{A}b\u{2028}c"#)
    #expect(SwiftText.comment("abcdef", most: 4) == "abc…")
  }
}
