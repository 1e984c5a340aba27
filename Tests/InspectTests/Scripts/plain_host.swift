// A reducer host that knows nothing of this project: it reads the protocol's lines with Foundation alone.
// Its action names what the next value is made of.
import Foundation

typealias Line = [String: Any]

func say(_ line: Line) throws {
  let data = try JSONSerialization.data(withJSONObject: line, options: [.sortedKeys])
  print(String(decoding: data, as: UTF8.self))
  fflush(stdout)
}

func word() -> String {
  Set(["ash", "bay", "fir", "elm", "oak"]).first ?? ""
}

func reduce(_ type: String?) -> String {
  switch type {
  case "moment": "\(Int(Date().timeIntervalSince1970)) \(word())"
  case "hash": "\("word".hashValue)"
  case "address": "\(ObjectIdentifier(NSObject()))"
  default: "same"
  }
}

func serve() throws {
  var pending: Line?
  var value = ""
  var expectsState = true
  func finish() throws {
    guard let line = pending else { return }
    pending = nil
    value = reduce(line["type"] as? String)
    try say(["kind": "state", "n": line["n"] ?? 0, "state": ["value": value]])
  }
  while let text = readLine() {
    let line = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? Line ?? [:]
    let kind = line["kind"] as? String ?? ""
    if ["input", "mark", "dispatched"].contains(kind) { continue }
    try finish()
    switch kind {
    case "session":
      try say([
        "kind": "session", "format": "hindsight-session", "version": 1, "store": "plain",
        "id": "00000000-0000-4000-8000-000000000000", "started": line["started"] ?? "",
      ])
    case "action": pending = line
    case "reset", "state":
      guard let state = line["state"] as? Line, kind == "reset" || expectsState else { break }
      expectsState = false
      value = state["value"] as? String ?? ""
      try say(["kind": "state", "n": line["n"] ?? 0, "state": ["value": value]])
    case "hold", "back":
      try say(["kind": "error", "reason": "not-held", "message": "nothing is held"])
    default: break
    }
  }
  try finish()
}

try serve()
