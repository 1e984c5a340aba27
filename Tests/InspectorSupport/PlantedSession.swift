import Foundation
import SessionFormat
import TestSupport

@testable import Inspector

/// Where a text may stand in a session.
enum PlantedPlace: CaseIterable {
  case state, stateName, pairs, patchAdd, patchName, patchReplace, patchTest, patchCopy, splice
  case outside, outsideWhole, keyframe, opaquePath, cutPath
  case action, actionName, type, at, dispatched, dispatchedName, dispatchedType, dispatchedAt
  case input, inputName, mark, threw, gap
  case lineMember, lineMemberName, unknown, unknownName, unknownKind
  case store, stateType, app, appName, platform, fingerprint, id, continuesID, derivedID
  case derivedChange, pattern, headerMember, headerName
}

extension SessionBuilder {
  /// A session with a text at every place, up to step 9.
  ///
  /// - Parameter plant: Makes the text for a place; asked once for each.
  static func planted(_ plant: (PlantedPlace) -> String) throws -> SessionBuilder {
    let hiddenName = plant(.pattern)
    var builder = SessionBuilder { header in
      header.id = plant(.id)
      header.store = plant(.store)
      header.stateType = plant(.stateType)
      header.app = .object([("name", .string(plant(.app))), (plant(.appName), .number(1))])
      header.platform = ["os": .string(plant(.platform))]
      header.fingerprint = .string(plant(.fingerprint))
      header.continues = SessionHeader.Origin(id: plant(.continuesID), n: 0)
      header.derived = SessionHeader.Derivation(
        id: plant(.derivedID), changes: [plant(.derivedChange)])
      header.redactions = [PathPattern([.name("hidden"), .name(hiddenName)]).description]
      header.snapshots = SnapshotForm.delta.rawValue
      header.requires = [SessionHeader.splice]
      header.extra = [
        Member(name: "note", value: .string(plant(.headerMember))),
        Member(name: plant(.headerName), value: .number(1)),
      ]
    }
    let long = String(repeating: "text ", count: 300)
    let state: [(String, JSONValue)] = [
      ("value", .string(plant(.state))), ("names", .object([(plant(.stateName), .number(1))])),
      ("pairs", .array([.string("a"), .string(plant(.pairs))])), ("list", .array([])),
      ("long", .string(long)), ("deep", .object([("x", .number(1))])),
      ("hidden", .object([(hiddenName, .null)])),
    ]
    builder.whole(
      0, .object(state)
    ) { line in line.opaque = [JSONPointer(tokens: ["names", plant(.opaquePath)]).description] }
    builder.addLines(of: plant)
    try builder.addStates(of: plant)
    return builder
  }

  private mutating func addLines(of plant: (PlantedPlace) -> String) {
    var action = ActionLine(
      n: 1, t: 1, type: plant(.type),
      action: .object([("v", .string(plant(.action))), (plant(.actionName), .number(1))]))
    action.at = plant(.at)
    action.extra = [
      Member(name: "extra", value: .string(plant(.lineMember))),
      Member(name: plant(.lineMemberName), value: 1),
    ]
    add(.action(action))
    input(1, plant(.inputName), ["v": .string(plant(.input))])
    patch(1, to: with("value", "gone")) { line in line.threw = plant(.threw) }
    var dispatched = DispatchedLine(
      n: 1, t: 2, type: plant(.dispatchedType),
      action: .object([("v", .string(plant(.dispatched))), (plant(.dispatchedName), .number(1))]))
    dispatched.at = plant(.dispatchedAt)
    add(.dispatched(dispatched))
    mark(1, plant(.mark))
    add(
      .object([
        ("kind", "later"), ("n", .number(1)), ("v", .string(plant(.unknown))),
        (plant(.unknownName), .number(1)),
      ]))
    add(["kind": .string(plant(.unknownKind)), "n": 1])
  }

  private mutating func addStates(of plant: (PlantedPlace) -> String) throws {
    let name = plant(.patchName)
    let names = JSONPointer(tokens: ["names", name])
    try step(
      2,
      [
        .add(JSONPointer(tokens: ["list", "-"]), .string(plant(.patchAdd))),
        .add(names, 1), .copy(from: names, path: JSONPointer(tokens: ["deep", plant(.patchCopy)])),
      ])
    try step(3, [.replace(JSONPointer(tokens: ["deep", "x"]), .string(plant(.patchReplace)))])
    let tested = JSONValue.string(plant(.patchTest))
    try step(
      4,
      [
        .add(JSONPointer(tokens: ["t"]), tested), .test(JSONPointer(tokens: ["t"]), tested),
        .remove(JSONPointer(tokens: ["t"])),
      ])
    // In two pieces, of which only the text that they make has the secret.
    let text = Array(plant(.splice).unicodeScalars)
    let pieces = [text[..<(text.count / 2)], text[(text.count / 2)...]].map {
      String(String.UnicodeScalarView($0))
    }
    let ends = [4, 5 + pieces[0].utf8.count]
    for (n, insert) in [" \(pieces[0]) ", pieces[1]].enumerated() {
      let splice = TextSplice(at: ends[n], removed: 0, inserted: insert)
      try step(5 + n, [.splice(JSONPointer(tokens: ["long"]), splice)])
    }
    outside(6, to: with("out", .string(plant(.outside))))
    outside(6, to: with("out", .string(plant(.outsideWhole))), isWhole: true)
    action(7)
    patch(7, to: with("out", .string(plant(.keyframe)))) { line in
      line.cut = [JSONPointer(tokens: ["names", plant(.cutPath)]).description]
    }
    keyframe(7)
    gap(9, lost: 2, plant(.gap))
    whole(9, ["value": "end"])
  }

  /// The latest state with another member.
  private func with(_ name: String, _ value: JSONValue) -> JSONValue {
    current.object?.setting(name, to: value) ?? current
  }

  private mutating func step(_ n: Int, _ operations: [JSONPatch.Operation]) throws {
    action(n)
    try patch(n, by: JSONPatch(operations))
  }
}

/// What may stand around a text, as what is shown, sent or logged has it.
enum Surrounding: CaseIterable {
  case alone, sentence, json, nestedJSON, unicodeEscapes, percent, header, description, base64
  case path, type

  func around(_ text: String) -> String {
    func json(_ text: String) -> String { JSONValue.object([("note", .string(text))]).description }
    func base64(_ text: String) -> String { Data(text.utf8).base64EncodedString() }
    switch self {
    case .alone: return text
    case .sentence: return "saved (\(text)), then «left»"
    case .json: return json(text)
    case .nestedJSON: return json(json(text))
    case .unicodeEscapes:
      return #"{"note":""# + text.utf16.map { "\\u" + Self.hexadecimal($0) }.joined() + #""}"#
    case .percent:
      let escaped = text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? text
      return "https://a.example/find?q=\(escaped)&page=2"
    case .header: return "Host: a.example\r\nX-Note: \(text)\r\nAccept: */*"
    case .description: return "Form(note: Optional(\"\(text)\"), count: 1)"
    case .base64: return "sent \(base64("note: \(text); end"))"
    case .path: return "App/\(text)/Reducer.swift:42"
    case .type: return "load.\(text)"
    }
  }

  private static func hexadecimal(_ unit: UInt16) -> String {
    let text = String(unit, radix: 16)
    return String(repeating: "0", count: 4 - text.count) + text
  }
}
