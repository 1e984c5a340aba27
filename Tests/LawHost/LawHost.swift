import Foundation
import SessionFormat
import TestSupport

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The reducer host of the store "law", in each manner that the protocol allows.
///
/// It is written from the protocol's page alone and uses nothing of the recorder's host.
@main
struct LawHost {
  private let manners: LawManners
  private var law: Law?
  private var sent: JSONValue?
  private var number = 0
  /// An action whose inputs may still follow.
  private var kept: JSONValue?
  private var inputs: [JSONValue] = []
  private var held: [String: (law: Law?, sent: JSONValue?, number: Int)] = [:]
  /// Whether the next whole state is given to it, and does not continue a recording.
  private var expectsState = true
  private var isBrief = false
  private var isReusing = false

  private init(_ manners: LawManners) { self.manners = manners }

  static func main() {
    guard let manners = LawManners(Array(CommandLine.arguments.dropFirst())) else {
      print(
        "usage: LawHost [no-actions|some-actions|no-inputs|…] [once kill|silent PLACE ARRIVAL MARK]"
      )
      exit(64)
    }
    var host = LawHost(manners)
    while let text = readLine() {
      if let line = try? JSONValue(parsing: text) { host.take(line) }
    }
    host.reduceKept()
  }

  // MARK: Lines that come

  private mutating func take(_ line: JSONValue) {
    let kind = line["kind"]?.string ?? ""
    if kind == "input", let kept, line["n"] == kept["n"] {
      inputs.append(line)
      return
    }
    if ["mark", "dispatched", "input"].contains(kind) { return }
    reduceKept()
    switch kind {
    case "session": say(header(for: line))
    case "action": kept = line
    case "reset", "outside": give(line)
    case "state", "keyframe":
      if line["state"] != nil, expectsState || law == nil { give(line) }
    case "gap":
      (law, expectsState) = (nil, true)
      say(line)
    case "end": say(line)
    case "hold", "back", "drop": keep(kind, line["key"]?.string ?? "")
    case "brief": isBrief = manners.takesBrief && line["actions"] == true
    case "reuse" where manners.reusesStates: reuse(line["states"] == true)
    default: break
    }
  }

  private func header(for line: JSONValue) -> JSONValue {
    var members: [(String, JSONValue)] = []
    for member in line.object.map({ Array($0) }) ?? []
    where !["crc", "actions", "hook", "id"].contains(member.name) {
      members.append((member.name, member.value))
    }
    members.append(("id", "00000000-0000-4000-8000-000000000000"))
    if manners.migrates { members.append(("migrates", ["state from 1", "default /shade"])) }
    if manners.reusesStates { members.append(("reuses", true)) }
    return JSONValue.object(members)
  }

  private mutating func give(_ line: JSONValue) {
    guard let state = line["state"], let n = line["n"]?.int else { return }
    goWrong("reset:\(n)")
    expectsState = false
    let isOld = manners.migrates && state["shade"] == nil
    law = Law(state)
    if isOld { law?.set("shade", "dark") }
    number = n
    if line["kind"] == "outside" {
      say(["kind": "outside", "n": .number(n), "t": line["t"] ?? 0, "state": shown])
    }
    sayState(isPatch: false, isOld ? [("migrated", ["state from 1"])] : [])
  }

  private mutating func keep(_ kind: String, _ key: String) {
    if kind == "drop" {
      held[key] = nil
      return
    }
    if kind == "hold", manners.keepsStates { held[key] = (law, sent, number) }
    guard let state = held[key] else {
      return say(["kind": "error", "reason": "not-held", "message": "nothing is kept"])
    }
    (law, sent, number) = state
    say([
      "kind": kind == "hold" ? "held" : "back", "key": .string(key), "n": .number(number),
    ])
  }

  private mutating func reuse(_ isReusing: Bool) {
    self.isReusing = isReusing
    if isReusing { return }
    goWrong("proof")
    say(["kind": "reused", "same": .bool(!manners.doubtsReuse)])
  }

  // MARK: Reducing

  private mutating func reduceKept() {
    guard let line = kept, let n = line["n"]?.int else { return }
    defer { (kept, inputs) = (nil, []) }
    goWrong("\(n)")
    guard var law else { return refuse(n, "no-state", "there is none") }
    let drawn: [Law.Draw]
    do throws(Law.Refusal) {
      drawn = try law.reduce(line["action"] ?? .null, draw: draw)
    } catch {
      return refuse(n, "unknown-action", "\(error)")
    }
    if manners.drifts, n == 5 { law.set("sum", .number((law.state["sum"]?.int ?? 0) + 1)) }
    if manners.reusesWrongly, isReusing, n == 5 { law.set("sum", 11) }
    if manners.crashes, law.state["sum"]?.int ?? 0 > 100 {
      FileHandle.standardError.write(Data("law: the sum is too large\n".utf8))
      _exit(70)
    }
    sayAction(n, line)
    for (place, input) in drawn.enumerated() where manners.tellsInput(place) {
      let isFresh = !inputs.contains { $0["is"]?.string == input.name }
      var members: [(String, JSONValue)] = [
        ("kind", "input"), ("n", .number(n)), ("is", .string(input.name)), ("value", input.value),
      ]
      if isFresh { members.append(("fresh", true)) }
      say(JSONValue.object(members))
    }
    (self.law, number) = (law, n)
    sayState(isPatch: manners.answersPatches)
  }

  private func draw(_ name: String) -> JSONValue {
    let recorded = inputs.first { $0["is"]?.string == name }?["value"]
    return recorded
      ?? (name == "date" ? .number(8) : .string("00000000-0000-0000-0000-00000000ABCD"))
  }

  private func refuse(_ n: Int, _ reason: String, _ message: String) {
    say([
      "kind": "error", "n": .number(n), "reason": .string(reason), "message": .string(message),
    ])
  }

  // MARK: Lines that go

  private func sayAction(_ n: Int, _ line: JSONValue) {
    guard manners.tellsActions(n) else { return }
    if isBrief { return say(["kind": "began", "n": .number(n)]) }
    say([
      "kind": "action", "n": .number(n), "t": line["t"] ?? 0, "type": line["type"] ?? "",
      "action": line["action"] ?? .null,
    ])
  }

  private var shown: JSONValue {
    let state = law?.state ?? .null
    return manners.rendersColor
      ? state.object?.setting("color", to: "red or blue") ?? state : state
  }

  private mutating func sayState(isPatch: Bool, _ more: [(String, JSONValue)] = []) {
    var line: [(String, JSONValue)] = [("kind", "state"), ("n", .number(number))]
    if isPatch, let sent {
      line.append(("patch", .array(changes(from: sent))))
    } else {
      line.append(("state", shown))
    }
    if manners.rendersColor { line.append(("opaque", ["/color"])) }
    sent = shown
    say(JSONValue.object(line + more))
  }

  private func changes(from sent: JSONValue) -> [JSONValue] {
    let members = shown.object.map { Array($0) } ?? []
    return members.filter { sent[$0.name] != $0.value }.map { member in
      [
        "op": sent[member.name] == nil ? "add" : "replace", "path": .string("/" + member.name),
        "value": member.value,
      ]
    }
  }

  private func say(_ line: JSONValue) {
    let bytes = LineCoding.bytes(of: line, crc: manners.writesChecksums)
    FileHandle.standardOutput.write(Data(bytes))
  }

  private func goWrong(_ place: String) {
    guard let mishap = manners.mishap, mishap.place == place else { return }
    guard mishap.arrival == arrival(mishap) else { return }
    if mishap.kind == "kill" { kill(getpid(), SIGKILL) }
    sleep(600)
  }

  /// The number of this arrival at the place, counted up to the one that matters.
  private func arrival(_ mishap: LawManners.Mishap) -> Int {
    // Made once, whoever comes; a file that it opened would be one that the step asks for.
    (1...mishap.arrival).first { mkfifo("\(mishap.mark).\($0)", 0o600) == 0 } ?? 0
  }
}
