import SessionFormat

/// What the front of an action's line says in a writer's layout, read without its checksum.
struct ActionFront {
  /// Nanoseconds since the start of the session.
  let t: Int
  /// The type, in ASCII letters, without escapes.
  let type: UnsafeBufferPointer<UInt8>

  /// The front of a line; nil where the line has another layout.
  init?(_ line: UnsafeBufferPointer<UInt8>) {
    guard var front = LineBytes(line), front.take(#"{"kind":"action","n":"#), front.number() != nil,
      front.take(#","t":"#),
      let t = front.number(), front.take(#","type":""#), let type = front.plainText(),
      front.take(#","action":"#), type.allSatisfy({ $0 >= 0x20 && $0 < 0x7F })
    else { return nil }
    self.t = t
    self.type = type
  }
}

extension Timeline {
  /// The time and the type of action `n`, without reading the rest of its line where that can be.
  func front(_ n: Int) throws(InspectorError) -> (t: Int, type: String) {
    if n <= fork, let entry = session.steps.actions[n] {
      let front = session.withBytes(ofLine: entry) { line in
        ActionFront(line).map { ($0.t, String(decoding: $0.type, as: UTF8.self)) }
      }
      if let front { return front }
    }
    let step = try step(n)
    return (step.action.t, step.type)
  }
}
