// Writes values that are already documents, in the form of `JSONWriter`.

extension ByteBuffer {
  /// Appends the compact text of a value.
  ///
  /// Complexity: O(size).
  mutating func append(document value: JSONValue) {
    switch value.node {
    case .null: append("null")
    case .bool(let truth): append(truth ? "true" : "false")
    case .number(let number): append(ascii: number.text)
    case .string(let string): append(quoted: string)
    case .text(let place): append(place)
    case .array, .object: append(container: value)
    }
  }

  private mutating func append(_ place: TextPlace) {
    let tape = place.text.tape
    for token in TextTokens(place) {
      switch token {
      case .punctuation(let byte): append(byte)
      case .word(let word): append(word)
      case .number(let node): append(tape.text + tape.nodes[node].offset, tape.nodes[node].length)
      case .string(let node): append(string: node, of: tape)
      }
    }
  }

  private mutating func append(string node: Int, of tape: Tape) {
    let found = tape.nodes[node]
    if found.hasEscapes {
      append(quoted: tape.string(node))
    } else {
      append(quoted: UnsafeBufferPointer(start: tape.text + found.offset, count: found.length))
    }
  }

  /// Appends the value of a node that is not a container.
  mutating func append(leaf node: Int, of tape: Tape) {
    switch tape.nodes[node].kind {
    case .null: append("null")
    case .yes: append("true")
    case .no: append("false")
    case .string: append(string: node, of: tape)
    default: append(tape.text + tape.nodes[node].offset, tape.nodes[node].length)
    }
  }

  private mutating func append(container value: JSONValue) {
    var isFirst = true
    if let array = value.array {
      append(UInt8(ascii: "["))
      for element in array {
        if !isFirst { append(UInt8(ascii: ",")) }
        isFirst = false
        append(document: element)
      }
      append(UInt8(ascii: "]"))
    } else if let object = value.object {
      append(UInt8(ascii: "{"))
      for member in object {
        if !isFirst { append(UInt8(ascii: ",")) }
        isFirst = false
        append(quoted: member.name)
        append(UInt8(ascii: ":"))
        append(document: member.value)
      }
      append(UInt8(ascii: "}"))
    }
  }

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
    switch operation {
    case .add(let path, let value): append("add", path, value)
    case .remove(let path):
      append("remove", path)
      append(UInt8(ascii: "}"))
    case .replace(let path, let value): append("replace", path, value)
    case .move(let from, let path): append("move", path, from: from)
    case .copy(let from, let path): append("copy", path, from: from)
    case .test(let path, let value): append("test", path, value)
    }
  }

  private mutating func append(_ name: StaticString, _ path: JSONPointer) {
    append(#"{"op":""#)
    append(name)
    append(#"","path":"#)
    append(textOf: path)
  }

  private mutating func append(_ name: StaticString, _ path: JSONPointer, _ value: JSONValue) {
    append(name, path)
    append(#","value":"#)
    append(document: value)
    append(UInt8(ascii: "}"))
  }

  private mutating func append(_ name: StaticString, _ path: JSONPointer, from: JSONPointer) {
    append(name, path)
    append(#","from":"#)
    append(textOf: from)
    append(UInt8(ascii: "}"))
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

  /// Appends text that needs no escape.
  private mutating func append(ascii text: String) {
    var text = text
    text.withUTF8 { characters in
      if let start = characters.baseAddress { append(start, characters.count) }
    }
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
