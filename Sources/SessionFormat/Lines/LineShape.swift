/// The members of the most frequent kinds of lines, in a writer's order.
///
/// A line with such a layout is a sound line of its kind; any other line may or may not be.
struct LineShape {
  private enum Value {
    case count, string, strings, flag, array, any
  }

  private typealias Member = (name: StaticString, value: Value)

  private let kind: StaticString
  private let members: [Member]
  /// How many of the first members are required.
  private let required: Int

  private static let action: [Member] = [
    ("n", .count), ("t", .count), ("type", .string), ("action", .any), ("from", .count),
    ("within", .count), ("dispatch", .count), ("at", .string), ("opaque", .flag), ("cut", .strings),
  ]

  private static func state(_ content: Member) -> LineShape {
    LineShape(
      kind: "state",
      members: [
        ("n", .count), content, ("opaque", .strings), ("cut", .strings), ("threw", .string),
        ("recomputed", .flag), ("took", .count),
      ], required: 2)
  }

  private static func outside(_ content: Member) -> LineShape {
    LineShape(
      kind: "outside", members: [("n", .count), ("t", .count), content, ("cut", .strings)],
      required: 3)
  }

  private static let shapes = [
    LineShape(kind: "action", members: action, required: 4), state(("patch", .array)),
    state(("state", .any)),
    LineShape(
      kind: "keyframe", members: [("n", .count), ("state", .any), ("cut", .strings)], required: 2),
    LineShape(
      kind: "input", members: [("n", .count), ("is", .string), ("value", .any)], required: 3),
    outside(("patch", .array)), outside(("state", .any)),
    LineShape(
      kind: "mark", members: [("n", .count), ("t", .count), ("text", .string)], required: 3),
    LineShape(kind: "dispatched", members: action, required: 4),
  ]

  /// Whether a value on a tape is such a line, without a checksum as its last member.
  ///
  /// - Parameters:
  ///   - root: The node of the line.
  ///   - end: The end of the nodes to check.
  static func isUsual(_ root: Int, _ end: Int, _ tape: Tape) -> Bool {
    guard tape.nodes[root].kind == .object, end - root > 3, tape.isString(root + 2, "kind"),
      tape.nodes[root + 3].kind == .string
    else { return false }
    return shapes.contains {
      tape.isString(root + 3, $0.kind) && $0.fits(from: root + 4, to: end, tape)
    }
  }

  private func fits(from first: Int, to end: Int, _ tape: Tape) -> Bool {
    var (name, place) = (first, 0)
    while name < end {
      while place < members.count, !tape.isString(name, members[place].name) {
        guard place >= required else { return false }
        place += 1
      }
      guard place < members.count, Self.fits(members[place].value, name + 1, tape) else {
        return false
      }
      place += 1
      name = tape.next(after: name + 1)
    }
    return place >= required
  }

  private static func fits(_ value: Value, _ node: Int, _ tape: Tape) -> Bool {
    switch value {
    case .count: tape.smallInteger(node).map { $0 >= 0 } ?? false
    case .string: tape.nodes[node].kind == .string
    case .strings: areStrings(node, tape)
    case .flag: tape.nodes[node].kind == .yes || tape.nodes[node].kind == .no
    case .array: tape.nodes[node].kind == .array
    case .any: true
    }
  }

  private static func areStrings(_ node: Int, _ tape: Tape) -> Bool {
    let found = tape.nodes[node]
    guard found.kind == .array else { return false }
    return (node + 2..<found.next).allSatisfy { tape.nodes[$0].kind == .string }
  }
}
