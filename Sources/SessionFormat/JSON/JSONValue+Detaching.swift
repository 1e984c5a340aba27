extension JSONValue {
  /// This value without the texts that its parts were parsed from, and an upper bound of its memory
  /// in bytes.
  ///
  /// A part of a line keeps the whole line in memory, which may be thousands of times as large.
  /// Complexity: O(size).
  package func detached() -> (value: JSONValue, memory: Int) {
    switch kind {
    case .null, .bool: return (self, 0)
    case .number:
      let text = number?.text ?? "0"
      return (.number(JSONNumber(validText: text)), text.utf8.count)
    case .string:
      let text = string ?? ""
      return (.string(text), text.utf8.count)
    case .array, .object:
      let bytes = JSONWriter.bytes(of: self)
      let text = bytes.withUnsafeBufferPointer { try? ParsedText.read($0, depthLimit: height) }
      // Parsing again only fails if the value is too large for a tape.
      guard let text else { return (self, Measure.largest) }
      // Besides its node, a name has at most four slots of a table, of eight bytes each.
      let memory = 2 * text.tape.count * MemoryLayout<TapeNode>.stride + text.tape.textCount
      return (JSONValue(text, 0), memory)
    }
  }
}
