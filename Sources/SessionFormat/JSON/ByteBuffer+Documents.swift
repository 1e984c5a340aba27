// Writes values, in the form of `JSONWriter`.

extension ByteBuffer {
  /// Appends the compact text of a value.
  ///
  /// Complexity: O(size).
  ///
  /// - Parameter drain: Called before each child; may take what was written so far.
  mutating func append(document value: JSONValue, _ drain: ((inout ByteBuffer) -> Void)? = nil) {
    switch value.node {
    case .null: append("null")
    case .bool(let truth): append(truth ? "true" : "false")
    case .number(let number): append(ascii: number.text)
    case .string(let string): append(quoted: string)
    case .text(let place): append(place, drain)
    case .array, .object: append(container: value, drain)
    }
  }

  /// Not recursive: a value may be nested deeper than the thread's stack allows.
  private mutating func append(container value: JSONValue, _ drain: ((inout ByteBuffer) -> Void)?) {
    var open = [OpenContainer(value, &self)]
    while let last = open.indices.last {
      drain?(&self)
      guard let child = open[last].next(&self) else {
        open.removeLast()
        continue
      }
      switch child.node {
      case .array, .object: open.append(OpenContainer(child, &self))
      default: append(document: child, drain)
      }
    }
  }

  private mutating func append(_ place: TextPlace, _ drain: ((inout ByteBuffer) -> Void)?) {
    let tape = place.text.tape
    let end = tape.next(after: place.node)
    var node = place.node
    var open: [(end: Int, isObject: Bool)] = []
    var isFirst = true
    while node < end {
      drain?(&self)
      if !isFirst { append(UInt8(ascii: ",")) }
      isFirst = false
      if let container = open.last, container.isObject {
        append(string: node, of: tape)
        append(UInt8(ascii: ":"))
        node &+= 1
      }
      let found = tape.nodes[node]
      if found.isContainer {
        open.append((found.next, found.kind == .object))
        append(found.kind == .object ? UInt8(ascii: "{") : UInt8(ascii: "["))
        isFirst = true
        node &+= 2
      } else {
        append(leaf: node, of: tape)
        node &+= 1
      }
      while let container = open.last, container.end == node {
        open.removeLast()
        append(container.isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"))
        isFirst = false
      }
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

  private mutating func append(string node: Int, of tape: Tape) {
    if tape.nodes[node].hasEscapes {
      append(quoted: tape.string(node))
    } else {
      append(quoted: tape.written(node))
    }
  }
}

/// A container that is being written.
private struct OpenContainer {
  private var elements: JSONArray.Iterator?
  private var members: JSONObject.Iterator?
  private var isFirst = true

  /// Writes the opening bracket.
  init(_ value: JSONValue, _ out: inout ByteBuffer) {
    (elements, members) = (value.array?.makeIterator(), value.object?.makeIterator())
    out.append(members == nil ? UInt8(ascii: "[") : UInt8(ascii: "{"))
  }

  /// Writes the text before the next child and returns that child, or writes the closing bracket.
  mutating func next(_ out: inout ByteBuffer) -> JSONValue? {
    let member = members?.next()
    guard let child = member?.value ?? elements?.next() else {
      out.append(members == nil ? UInt8(ascii: "]") : UInt8(ascii: "}"))
      return nil
    }
    if !isFirst { out.append(UInt8(ascii: ",")) }
    isFirst = false
    if let member {
      out.append(quoted: member.name)
      out.append(UInt8(ascii: ":"))
    }
    return child
  }
}
