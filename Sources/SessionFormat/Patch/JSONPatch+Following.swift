extension JSONValue {
  /// The value that a text says, and the patch that makes it of this one; nil where more than leaves
  /// differs, where this value was not read from a text of its own, or where the text is not one
  /// valid JSON value.
  ///
  /// Both are what reading the text and ``JSONPatch/init(from:to:)`` would give.
  /// Complexity: O(size), at about the speed of comparing memory.
  package func followed(by text: [UInt8]) -> (value: JSONValue, patch: JSONPatch)? {
    guard case .text(let place) = node, place.node == 0 else { return nil }
    return text.withUnsafeBufferPointer { bytes in
      guard let (text, changed) = place.text.following(bytes) else { return nil }
      let patch = place.text.tape.replacements(of: changed, with: text)
      return (JSONValue(text, 0), patch)
    }
  }
}

extension Tape {
  /// Replaces those leaves, each where it does not say the same in other words, as `1.0` and `1` do.
  fileprivate func replacements(of leaves: [Int], with text: ParsedText) -> JSONPatch {
    let pair = TapePair(left: self, right: text.tape)
    var operations: [JSONPatch.Operation] = []
    operations.reserveCapacity(leaves.count)
    for leaf in leaves where !pair.areEqual(leaf, leaf) {
      var tokens: [String] = []
      tokens.reserveCapacity(8)
      descend(to: leaf) { container, child, place in
        tokens.append(nodes[container].kind == .object ? string(child) : String(place))
      }
      operations.append(.replace(JSONPointer(tokens: tokens), JSONValue(text, leaf)))
    }
    return JSONPatch(operations)
  }
}
