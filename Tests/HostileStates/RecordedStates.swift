import Foundation

/// The states of a session file, read by means that the recorder does not have.
struct RecordedStates {
  private(set) var states: [Int: Any] = [:]
  /// Whether every line was understood.
  private(set) var isReadable = true

  init(path: String) {
    guard let data = FileManager.default.contents(atPath: path) else {
      isReadable = false
      return
    }
    var current: Any = NSNull()
    for line in data.split(separator: 10) where isReadable {
      guard let members = Self.parsed(Data(line)) as? [String: Any],
        let kind = members["kind"] as? String
      else {
        isReadable = false
        return
      }
      guard ["state", "outside", "keyframe"].contains(kind) else { continue }
      if let state = members["state"] {
        current = state
      } else if let patch = members["patch"] as? [[String: Any]] {
        for operation in patch { change(&current, by: operation) }
      }
      if kind != "outside", let n = members["n"] as? Int { states[n] = current }
    }
  }

  /// The member `tick` of a state, also of one that is in the only member of it.
  static func tick(of state: Any) -> Int? { (state as? [String: Any])?["tick"] as? Int }

  /// The state that a line of the truth gives: it may be a line of a session itself.
  static func value(ofTruth truth: String) -> Any? {
    guard let value = parsed(Data(truth.utf8)) else { return nil }
    guard let members = value as? [String: Any], members["kind"] as? String == "state" else {
      return value
    }
    return members["state"]
  }

  private static func parsed(_ data: Data) -> Any? {
    try? JSONSerialization.jsonObject(with: data, options: [.fragmentsAllowed])
  }

  private mutating func change(_ value: inout Any, by operation: [String: Any]) {
    guard let kind = operation["op"] as? String, let path = operation["path"] as? String else {
      isReadable = false
      return
    }
    let tokens = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map {
      $0.replacingOccurrences(of: "~1", with: "/").replacingOccurrences(of: "~0", with: "~")
    }
    value = changed(value, tokens[...], kind, operation)
  }

  private mutating func changed(
    _ value: Any, _ tokens: ArraySlice<String>, _ kind: String, _ operation: [String: Any]
  ) -> Any {
    guard let token = tokens.first else {
      if kind == "splice" { return spliced(value, operation) }
      return operation["value"] ?? NSNull()
    }
    let rest = tokens.dropFirst()
    if var members = value as? [String: Any] {
      if rest.isEmpty, kind == "remove" {
        members[token] = nil
      } else {
        members[token] = changed(members[token] ?? NSNull(), rest, kind, operation)
      }
      return members
    }
    guard var elements = value as? [Any] else {
      isReadable = false
      return value
    }
    let index = token == "-" ? elements.count : Int(token) ?? -1
    if rest.isEmpty, kind == "add", elements.indices.contains(index) || index == elements.count {
      elements.insert(operation["value"] ?? NSNull(), at: index)
    } else if !elements.indices.contains(index) {
      isReadable = false
    } else if rest.isEmpty, kind == "remove" {
      elements.remove(at: index)
    } else {
      elements[index] = changed(elements[index], rest, kind, operation)
    }
    return elements
  }

  private mutating func spliced(_ value: Any, _ operation: [String: Any]) -> Any {
    guard let text = value as? String, let at = operation["at"] as? Int,
      let deleted = operation["del"] as? Int, let inserted = operation["ins"] as? String,
      at + deleted <= text.utf8.count
    else {
      isReadable = false
      return value
    }
    var bytes = Array(text.utf8)
    bytes.replaceSubrange(at..<(at + deleted), with: Array(inserted.utf8))
    return String(decoding: bytes, as: UTF8.self)
  }
}
