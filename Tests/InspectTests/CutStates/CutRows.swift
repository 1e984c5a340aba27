import Foundation
import TestSupport

/// A session of rows, not all of which are shown.
enum CutRows {
  static let remedy =
    "raise renderings.nodeLimit in the app (HINDSIGHT_NODE_LIMIT), or make the type Encodable"
  static let leftOut =
    "the state is cut, with 5 of its members and elements left out"

  /// Three of seven rows are shown in states 0 to 2 and 5, and `isLoading` is behind the cut.
  static let lines = [
    #"{"kind":"session","format":"hindsight-session","version":1,"id":"6f9619ff-8b86-4d01-b42d-00c04fc964ff","started":"2026-01-02T03:04:05Z","store":"feed","stateType":"Feed","actionType":"Act"}"#,
    #"{"kind":"state","n":0,"state":{"rows":[{"id":0},{"id":1},{"id":2},"… 4 more"],"…":"1 more"},"opaque":[""],"cut":["/rows/3","/…"]}"#,
    #"{"kind":"action","n":1,"t":1000000,"type":"loaded","action":{}}"#,
    #"{"kind":"state","n":1,"patch":[],"cut":["/rows/3","/…"],"took":10}"#,
    #"{"kind":"action","n":2,"t":2000000,"type":"read","action":{}}"#,
    #"{"kind":"state","n":2,"patch":[{"op":"replace","path":"/rows/1/id","value":7}],"cut":["/rows/3","/…"],"took":10}"#,
    #"{"kind":"action","n":3,"t":3000000,"type":"trimmed","action":{}}"#,
    #"{"kind":"state","n":3,"state":{"rows":[{"id":0}],"isLoading":false},"opaque":[""],"took":10}"#,
    #"{"kind":"action","n":4,"t":4000000,"type":"reloads","action":{},"opaque":true}"#,
    #"{"kind":"state","n":4,"patch":[{"op":"replace","path":"/isLoading","value":true}],"took":10}"#,
    #"{"kind":"action","n":5,"t":5000000,"type":"grown","action":{}}"#,
    #"{"kind":"state","n":5,"state":{"rows":[{"id":0},{"id":1},{"id":2},"… 4 more"],"…":"1 more"},"opaque":[""],"cut":["/rows/3","/…"],"took":10}"#,
    #"{"kind":"end","n":5,"t":9000000}"#,
  ]

  static func written() throws -> String {
    let path = Scratch.folder.appendingPathComponent("cut-\(UUID().uuidString).ndjson").path
    try (lines.joined(separator: "\n") + "\n").write(
      toFile: path, atomically: true, encoding: .utf8)
    return path
  }
}
