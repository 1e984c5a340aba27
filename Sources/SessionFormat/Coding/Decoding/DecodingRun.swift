/// One decoding of one text.
final class DecodingRun {
  let tape: UnsafeMutablePointer<Tape>
  private let builder: UnsafeMutablePointer<TapeBuilder>
  let direct: DirectDecoders
  /// The containers to reuse.
  let kept = KeptContainers<DecodingRun>()
  /// The stack depth of the values that decode themselves.
  ///
  /// It is in memory without exclusivity checks.
  let stack: UnsafeMutablePointer<StackGuard>
  /// Holds a directly read value until it is returned; larger than any such value.
  let scratch = UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 16)
  /// A copy of the text, if somebody kept a decoder that outlives the caller's bytes.
  private var ownText: UnsafeMutablePointer<UInt8>?

  init(_ text: UnsafeBufferPointer<UInt8>, direct: DirectDecoders) {
    self.direct = direct
    tape = .allocate(capacity: 1)
    tape.initialize(to: Tape(text: Self.start(of: text), textCount: text.count))
    stack = .allocate(capacity: 1)
    stack.initialize(to: StackGuard())
    builder = .allocate(capacity: 1)
    builder.initialize(to: TapeBuilder(tape.pointee))
  }

  deinit {
    builder.pointee.free()
    builder.deinitialize(count: 1)
    builder.deallocate()
    tape.pointee.free()
    tape.deinitialize(count: 1)
    tape.deallocate()
    stack.deallocate()
    scratch.deallocate()
    ownText?.deallocate()
  }

  /// Prepares the run for another text.
  func restart(_ text: UnsafeBufferPointer<UInt8>) {
    stack.pointee = StackGuard()
    tape.pointee.clear()
    tape.pointee.text = Self.start(of: text)
    tape.pointee.textCount = text.count
  }

  /// Reads the text into the tape; false if it is not one valid JSON value.
  func index(depthLimit: Int) -> Bool {
    builder.pointee.fill(&tape.pointee, depthLimit: depthLimit)
  }

  /// Reads a range of the text into the tape; false if it is not one valid JSON value.
  func index(_ stretch: Range<Int>, depthLimit: Int) -> Bool {
    builder.pointee.fill(&tape.pointee, stretch, depthLimit: depthLimit)
  }

  /// Whether somebody kept a container of the decoded value.
  ///
  /// The run then belongs to them and must not read another text.
  func hasEscaped() -> Bool { kept.leaveEscaped(self) }

  /// Copies the text, because a decoder outlives the caller's bytes.
  func keepText() {
    let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: max(tape.pointee.textCount, 1))
    copy.update(from: tape.pointee.text, count: tape.pointee.textCount)
    tape.pointee.text = UnsafePointer(copy)
    ownText = copy
  }

  private static func start(of text: UnsafeBufferPointer<UInt8>) -> UnsafePointer<UInt8> {
    text.baseAddress ?? UnsafePointer(Tape.noText)
  }
}

/// The place of one value: its node, its parent's node, and its index if that is an array.
struct TapePlace {
  let node: UInt32
  let parent: UInt32
  let ordinal: UInt32

  @inline(__always) var index: Int { Int(node) }
}

extension DecodingRun {
  /// The place of a container, which stores its own parent.
  func place(ofContainer node: Int) -> TapePlace {
    let links = tape.pointee.nodes[node + 1].links
    return TapePlace(
      node: UInt32(truncatingIfNeeded: node), parent: links.parent, ordinal: links.ordinal)
  }

  /// The path of a value.
  ///
  /// Complexity: O(depth).
  func path(_ place: TapePlace) -> [any CodingKey] {
    var path: [any CodingKey] = []
    var place = place
    while place.node > 0 {
      let parent = Int(place.parent)
      if tape.pointee.nodes[parent].kind == .object {
        path.append(TextKey(tape.pointee.string(place.index - 1)))
      } else {
        path.append(IndexKey(Int(place.ordinal)))
      }
      place = self.place(ofContainer: parent)
    }
    return path.reversed()
  }

  func mismatch(_ place: TapePlace, _ type: Any.Type, _ expected: String) -> DecodingError {
    .typeMismatch(
      type,
      .init(
        codingPath: path(place),
        debugDescription: "expected \(expected), found \(found(place.index))"))
  }

  /// A short value itself, or the kind of a longer one.
  private func found(_ node: Int) -> String {
    let tape = tape.pointee
    guard tape.textSize(node, upTo: 60) < 60 else {
      switch tape.nodes[node].kind {
      case .null: return "null"
      case .no, .yes: return "a bool"
      case .number: return "a number"
      case .string: return "a string"
      case .array: return "an array"
      case .object: return "an object"
      }
    }
    return tape.value(node).description
  }
}

extension Tape {
  /// Like ``JSONValue/textSize``, but stops once the size exceeds the limit.
  fileprivate func textSize(_ node: Int, upTo limit: Int) -> Int {
    let found = nodes[node]
    switch found.kind {
    case .null: return 4
    case .no, .yes: return 5
    case .number: return found.length
    case .string: return stringSize(node, limit) + 2
    case .array, .object:
      var size = 2
      var place = node + 2
      while place < found.next, size < limit {
        if found.kind == .object {
          size += stringSize(place, limit) + 3
          place += 1
        }
        size += textSize(place, upTo: limit) + 1
        place = next(after: place)
      }
      return size
    }
  }

  private func stringSize(_ node: Int, _ limit: Int) -> Int {
    // An escape is at most six times as long as its character.
    nodes[node].hasEscapes && nodes[node].length < limit * 6
      ? decodedBytes(node).count : nodes[node].length
  }

  /// The value of a node; meant for small values.
  fileprivate func value(_ node: Int) -> JSONValue {
    if let leaf = leaf(node) { return leaf }
    var place = node + 2
    let end = nodes[node].next
    if nodes[node].kind == .array {
      var elements: [JSONValue] = []
      while place < end {
        elements.append(value(place))
        place = next(after: place)
      }
      return .array(elements)
    }
    var members: [(name: String, value: JSONValue)] = []
    while place < end {
      members.append((string(place), value(place + 1)))
      place = next(after: place + 1)
    }
    return .object(members)
  }
}
