import SessionFormat

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
