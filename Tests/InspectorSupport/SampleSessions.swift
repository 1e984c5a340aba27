import SessionFormat

extension SessionBuilder {
  /// A session with a line of every kind: outside changes, a keyframe, an overlap and a gap.
  static func mixed() -> SessionBuilder {
    var builder = SessionBuilder()
    builder.whole(0, ["a": 0, "list": []])
    builder.action(1, "push", "x")
    builder.input(1, "random", 7)
    builder.patch(1, to: ["a": 0, "list": ["x"]])
    builder.outside(1, to: ["a": 5, "list": ["x"]])
    builder.outside(1, to: ["a": 6, "list": ["x", "y"]], isWhole: true)
    builder.action(2, "set", 7)
    builder.patch(2, to: ["a": 7, "list": ["x", "y"]])
    builder.keyframe(2)
    builder.add(["kind": "note", "text": "nobody knows this kind"])
    builder.action(3, "replace")
    builder.whole(3, ["b": 1])
    builder.action(4, "outer")
    builder.action(5, "inner")
    builder.whole(4, ["b": 4])
    builder.whole(5, ["b": 5])
    builder.mark(5, "overlapped")
    builder.action(6, "lost")
    builder.gap(8, lost: 2, "disk full")
    builder.whole(8, ["b": 8])
    builder.action(9, "set", 9)
    builder.patch(9, to: ["b": 9])
    builder.end(9)
    return builder
  }

  /// The last part of a longer session: it begins with state 40, or with a gap before it.
  static func continued(afterGap: Bool = false) -> SessionBuilder {
    var builder = SessionBuilder {
      $0.continues = SessionHeader.Origin(id: SessionBuilder.id, n: 40)
    }
    if afterGap { builder.gap(40, lost: 0, "torn") }
    builder.whole(40, 400)
    builder.action(41)
    builder.patch(41, to: 401)
    builder.end(41)
    return builder
  }
}
