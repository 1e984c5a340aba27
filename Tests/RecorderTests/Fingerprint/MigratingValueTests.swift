import Foundation
import SessionFormat
import TestSupport
import TestTraits
import Testing

@testable import Recorder
@testable import RecorderHost

@Suite("Values of old sessions", .alsoByPublicAPI)
struct OldValueTests {
  private func after(_ text: String, _ change: (inout MigratingValue) throws -> Void) throws
    -> String
  {
    var value = MigratingValue(try JSONValue(parsing: text))
    try change(&value)
    return value.json.description
  }

  @Test("values are moved, set, removed and changed, at each element where there is a *")
  func changes() throws {
    #expect(try after(#"{"a":1,"b":2}"#) { try $0.move("/a", to: "/c") } == #"{"b":2,"c":1}"#)
    #expect(
      try after(#"{"r":[{"a":1},{"a":2}]}"#) { try $0.move("/r/*/a", to: "/r/*/b") }
        == #"{"r":[{"b":1},{"b":2}]}"#)
    #expect(
      try after(#"{"r":{"x":{"a":{"v":1}}}}"#) { try $0.move("/r/*/a/v", to: "/r/*/w") }
        == #"{"r":{"x":{"a":{},"w":1}}}"#)
    #expect(try after(#"{"a":[1,2]}"#) { try $0.set("/a/1", to: 7) } == #"{"a":[1,7]}"#)
    #expect(try after(#"{"a":[1,2]}"#) { try $0.remove("/a/0") } == #"{"a":[2]}"#)
    #expect(try after(#"{"a":1}"#) { try $0.remove("/b") } == #"{"a":1}"#)
    #expect(try after("[1,2]") { try $0.change("/*") { [$0] } } == "[[1],[2]]")
    #expect(try after("1") { try $0.set("", to: nil) } == "null")
    #expect(try MigratingValue(["a": [1]]).value(at: "/a/0") == 1)
    #expect(try MigratingValue(["a": [1]]).value(at: "/a/1") == nil)
  }

  @Test("what is not there is told with its path")
  func errors() {
    let value = MigratingValue(["a": 1, "r": []])
    func fault(_ change: (inout MigratingValue) throws(MigrationError) -> Void) -> String? {
      var value = value
      do throws(MigrationError) { try change(&value) } catch { return error.description }
      return nil
    }
    #expect(fault { v throws(MigrationError) in try v.move("/b", to: "/c") } == "/b is not there")
    #expect(
      fault { v throws(MigrationError) in try v.move("/a", to: "/x/c") }
        == "/x/c cannot be reached")
    #expect(
      fault { v throws(MigrationError) in try v.set("/a/b", to: 1) } == "/a/b cannot be reached"
    )
    #expect(
      fault { v throws(MigrationError) in try v.set("/r/0", to: 1) } == "/r/0 cannot be reached"
    )
    #expect(fault { v throws(MigrationError) in try v.change("/b") { $0 } } == "/b is not there")
    #expect(
      fault { v throws(MigrationError) in try v.remove("/a/*") }
        == "/a/* cannot be reached: * is at a place without elements")
    #expect(
      fault { v throws(MigrationError) in try v.move("/r/*/a", to: "/r/0") }
        == "/r/*/a cannot be moved to /r/0: up to the last * both must be the same")
    #expect(
      fault { v throws(MigrationError) in try v.set("a", to: 1) }
        == "a is not a JSON Pointer: it begins with / unless it is empty")
  }

  static let fillings: [(String, String, String?)] = [
    (#"{"a":{}}"#, "/a/b", #"{"a":{"b":7}}"#), (#"{"a":{"b":null}}"#, "/a/b", nil),
    (#"{"c":{}}"#, "/a/b", nil), (#"{"a":1}"#, "/a/b", nil), ("{}", "/a", #"{"a":7}"#),
    ("{}", "", nil), ("{}", "/*", nil), ("[]", "/*/a", nil), ("[1,2]", "/0", nil),
    ("[{},{}]", "/1/a", #"[{},{"a":7}]"#), ("[{},{}]", "/2/a", nil), ("[{},{}]", "/x/a", nil),
    (
      #"[{"a":{}},{},1,null,{"a":{"b":2}},{"a":{}}]"#, "/*/a/b",
      #"[{"a":{"b":7}},{},1,null,{"a":{"b":2}},{"a":{"b":7}}]"#
    ),
    (#"{"x":{"a":{}},"y":{}}"#, "/*/a/b", #"{"x":{"a":{"b":7}},"y":{}}"#),
    (#"{"x":{"a":{"b":1}},"y":{}}"#, "/*/a/b", nil),
    (#"[[{"a":1},{}],[],{}]"#, "/*/*/a", #"[[{"a":1},{"a":7}],[],{}]"#),
  ]

  @Test("a default is given wherever there is something for it to be in", arguments: fillings)
  func fills(_ text: String, _ path: String, _ expected: String?) throws {
    let filled = try PlaceEdit.fill(try JSONValue(parsing: text), path, with: 7)
    #expect(filled?.description == expected)
  }
}
