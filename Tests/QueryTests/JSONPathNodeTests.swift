import Query
import SessionFormat
import Testing

@Suite("A node knows its place")
struct JSONPathNodeTests {
  @Test(
    "a normalized path escapes quotes, backslashes and control characters, and nothing else",
    arguments: [
      ("a", "$['a']"), ("", "$['']"), ("a b.c", "$['a b.c']"), ("\"", "$['\"']"),
      ("'", #"$['\'']"#), ("\\", #"$['\\']"#), ("\u{8}\t\n\u{C}\r", #"$['\b\t\n\f\r']"#),
      ("\u{0}\u{B}\u{1F}", #"$['\u0000\u000b\u001f']"#), ("\u{7F}é☺😀/", "$['\u{7F}é☺😀/']"),
    ])
  func normalized(_ name: String, _ path: String) throws {
    let document = JSONValue.object([(name, [1])])
    let nodes = try JSONPath("$.*").nodes(in: document)
    #expect(nodes.map(\.normalizedPath) == [path])
    #expect(try JSONPath(path).nodes(in: document).map(\.value) == [[1]])
  }

  @Test("a path, a normalized path and a pointer name the same place")
  func faces() throws {
    let document = try JSONValue(parsing: #"{"a/b": [0, {"c~": true}]}"#)
    let node = try #require(try JSONPath("$..['c~']").nodes(in: document).first)
    #expect(node.path == [.name("a/b"), .index(1), .name("c~")])
    #expect(node.normalizedPath == "$['a/b'][1]['c~']")
    #expect(node.pointer.description == "/a~1b/1/c~0")
    #expect(node.value == true)
  }

  @Test("the root has an empty path")
  func root() throws {
    let node = try #require(try JSONPath("$").nodes(in: 7).first)
    #expect(node.path == [])
    #expect(node.normalizedPath == "$")
    #expect(node.pointer == .root)
  }

  @Test("elements are compared by the bytes of their names")
  func elements() {
    let composed = JSONPath.Element.name("\u{E9}")
    let decomposed = JSONPath.Element.name("e\u{301}")
    #expect(composed != decomposed)
    #expect(Set([composed, decomposed, .name("\u{E9}"), .index(0), .name("0")]).count == 4)
  }
}
