extension Tape {
  /// A leaf as a value; nil for a container.
  func leaf(_ node: Int) -> JSONValue? {
    switch nodes[node].kind {
    case .null: .null
    case .no: .bool(false)
    case .yes: .bool(true)
    case .number: .number(JSONNumber(validText: numberText(node)))
    case .string: .string(string(node))
    case .array, .object: nil
    }
  }
}
