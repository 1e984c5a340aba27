// Writes patches, in the form of `JSONWriter`.

extension ByteBuffer {
  /// Appends a patch in the form of its JSON document.
  mutating func append(documentOf patch: JSONPatch) {
    append(UInt8(ascii: "["))
    var isFirst = true
    for operation in patch.operations {
      if !isFirst { append(UInt8(ascii: ",")) }
      isFirst = false
      append(operation)
    }
    append(UInt8(ascii: "]"))
  }

  private mutating func append(_ operation: JSONPatch.Operation) {
    let (name, path, from, value) = operation.members
    append(#"{"op":""#)
    append(name)
    append(#"","path":"#)
    append(textOf: path)
    if let from {
      append(#","from":"#)
      append(textOf: from)
    }
    if let value {
      append(#","value":"#)
      append(document: value)
    }
    if case .splice(_, let splice) = operation { append(membersOf: splice) }
    append(UInt8(ascii: "}"))
  }

  /// Appends what a splice has behind its path.
  mutating func append(membersOf splice: TextSplice) {
    append(#","at":"#)
    append(splice.at)
    append(#","del":"#)
    append(splice.removed)
    append(#","ins":"#)
    append(quoted: splice.inserted)
  }

  /// Appends a pointer's text as a string.
  private mutating func append(textOf pointer: JSONPointer) {
    append(UInt8(ascii: "\""))
    for token in pointer.tokens { append(step: token) }
    append(UInt8(ascii: "\""))
  }

  /// Appends a token of a pointer, with the slash before it.
  mutating func append(step token: String) {
    appendStep { $0.append(quoted: JSONPointer.escaped(token)) }
  }

  /// Appends what is written in quotes as a step of a pointer.
  @inline(__always)
  mutating func appendStep(_ quoted: (inout ByteBuffer) -> Void) {
    let start = count
    quoted(&self)
    // The step's own quotes: the slash takes the place of the first.
    bytes[start] = UInt8(ascii: "/")
    count &-= 1
  }
}

extension JSONPatch {
  /// How many bytes the patch takes as compact text.
  ///
  /// Complexity: O(size).
  package var textSize: Int {
    var text = ByteBuffer(capacity: 256)
    defer { text.free() }
    text.append(documentOf: self)
    return text.count
  }
}
