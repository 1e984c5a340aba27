/// Parses a text onto a tape, strictly (RFC 8259); ``fault(_:)`` says why it refused one.
///
/// For each container it notes either its parent, which decoding needs for its errors, or its size
/// (``Measure``), which values need. It uses raw memory and its own stack, which it reuses for
/// the next text. The owner must call ``free()``.
struct TapeBuilder {
  private struct Open {
    var node: Int
    var count = 0
    var hashes: Int
    var bloom: UInt64 = 0
    var mayRepeat = false
    var marks: Int
    var measure = Measure(height: 1, textSize: 2, values: 1)
    var isObject: Bool
  }

  private(set) var text: UnsafePointer<UInt8>
  private(set) var end = 0
  private(set) var depthLimit = 0
  var at = 0
  var due = Due.value
  private var open: UnsafeMutablePointer<Open>
  private var depth = 0
  private var openCapacity = 32
  private var hashes = OffsetStack()
  private var names = OffsetStack()
  /// The nodes of every 64th child of the open containers.
  private var marks = OffsetStack()
  /// Whether containers are measured; values need that.
  private let measures: Bool
  /// The measure of the last value.
  private var finished = Measure()

  init(_ tape: Tape, measures: Bool = false) {
    self.measures = measures
    text = tape.text
    open = .allocate(capacity: openCapacity)
  }

  func free() {
    open.deallocate()
    hashes.free()
    names.free()
    marks.free()
  }

  /// Frees memory after a large text.
  mutating func rest() {
    hashes.shrink()
    names.shrink()
    marks.shrink()
  }

  /// Fills the tape; false if its text is not one valid JSON value.
  mutating func fill(_ tape: inout Tape, depthLimit: Int) -> Bool {
    fill(&tape, 0..<tape.textCount, depthLimit: depthLimit)
  }

  /// Adds the value of a range of the text to the tape; false if it is not one valid JSON value.
  mutating func fill(_ tape: inout Tape, _ stretch: Range<Int>, depthLimit: Int) -> Bool {
    guard tape.count / 2 + stretch.count <= Tape.mostBytes else { return false }
    (text, at, end, self.depthLimit) = (
      tape.text, stretch.lowerBound, stretch.upperBound, depthLimit
    )
    (depth, due) = (0, .value)
    rest()
    return document(&tape)
  }

  /// Makes the tape hold only the leaf at that offset of its text; false if there is none.
  mutating func leaf(_ tape: inout Tape, at offset: Int) -> Bool {
    (text, at, end, tape.count) = (tape.text, offset, tape.textCount, 0)
    guard at < end else { return false }
    switch text[at] {
    case UInt8(ascii: "\""): return string(&tape)
    case UInt8(ascii: "t"): return word("true", .yes, &tape)
    case UInt8(ascii: "f"): return word("false", .no, &tape)
    case UInt8(ascii: "n"): return word("null", .null, &tape)
    default: return number(&tape)
    }
  }

  private mutating func document(_ tape: inout Tape) -> Bool {
    skipSpace()
    while true {
      guard at < end else { return false }
      var (isLeaf, isFinished) = (true, true)
      let start = at
      switch text[at] {
      case UInt8(ascii: "\""):
        guard string(&tape) else { return false }
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        guard begin(&tape, isObject: text[at] == UInt8(ascii: "{")) else { return false }
        isLeaf = false
        isFinished = close(&tape)
        if !isFinished, open[depth &- 1].isObject {
          guard name(&tape) else { return false }
        }
      case UInt8(ascii: "t"): guard word("true", .yes, &tape) else { return false }
      case UInt8(ascii: "f"): guard word("false", .no, &tape) else { return false }
      case UInt8(ascii: "n"): guard word("null", .null, &tape) else { return false }
      default:
        guard number(&tape) else { return false }
      }
      if isLeaf { finished = Measure(textSize: at &- start, values: 1) }
      while isFinished {
        skipSpace()
        if depth == 0 { return at == end || stop(.end, at: at) }
        let container = open + (depth &- 1)
        container.pointee.count &+= 1
        container.pointee.measure.add(child: finished)
        guard at < end else { return false }
        if text[at] == UInt8(ascii: ",") {
          at &+= 1
          skipSpace()
          if container.pointee.count & Tape.markMask == 0 { marks.push(tape.count) }
          if container.pointee.isObject {
            guard name(&tape) else { return false }
          }
          break
        }
        guard close(&tape) else { return stop(.commaOrEnd, at: at) }
      }
    }
  }

  @inline(__always)
  private mutating func skipSpace() {
    while at < end {
      let byte = text[at]
      if byte > 0x20 || (byte != 0x20 && byte != 0x0A && byte != 0x0D && byte != 0x09) { return }
      at &+= 1
    }
  }

  // MARK: Containers

  private mutating func begin(_ tape: inout Tape, isObject: Bool) -> Bool {
    guard depth < depthLimit else { return stop(.lessDepth, at: at) }
    let parent = depth > 0 ? open + (depth &- 1) : nil
    if depth == openCapacity { growOpen() }
    (open + depth).initialize(
      to: Open(node: tape.count, hashes: hashes.count, marks: marks.count, isObject: isObject))
    let links = TapeLinks(
      parent: UInt32(truncatingIfNeeded: depth > 0 ? open[depth &- 1].node : 0),
      ordinal: UInt32(truncatingIfNeeded: parent == nil ? 0 : open[depth &- 1].count),
      cursor: UInt32(truncatingIfNeeded: tape.count &+ 2), table: 0)
    depth &+= 1
    tape.append(TapeNode(isObject ? .object : .array, offset: at, length: 0))
    tape.append(TapeNode(links: links))
    at &+= 1
    skipSpace()
    return true
  }

  private mutating func growOpen() {
    let larger = UnsafeMutablePointer<Open>.allocate(capacity: openCapacity * 2)
    larger.moveInitialize(from: open, count: depth)
    open.deallocate()
    open = larger
    openCapacity *= 2
  }

  /// Ends the innermost container if its closing bracket is next and it has no repeated name.
  private mutating func close(_ tape: inout Tape) -> Bool {
    let container = open + (depth &- 1)
    let bracket = container.pointee.isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")
    guard at < end, text[at] == bracket else { return false }
    at &+= 1
    let count = container.pointee.count
    tape.nodes[container.pointee.node].close(next: tape.count, count: count)
    if measures {
      finished = container.pointee.measure
      // Leaves are counted together, as there are many.
      finished.values &+= count
      if depth > 1 { (container - 1).pointee.measure.values &+= finished.values &- 1 }
      tape.nodes[container.pointee.node &+ 1] = TapeNode(measure: finished)
    }
    if container.pointee.isObject {
      if count > Tape.scanLimit {
        guard makeTable(&tape, container) else { return false }
      } else if container.pointee.mayRepeat, namesRepeat(tape, container) {
        return false
      }
      hashes.count = container.pointee.hashes
      names.count = container.pointee.hashes
    }
    if count > Tape.markMask { keepMarks(&tape, container) }
    depth &-= 1
    return true
  }

  /// Stores the nodes of every 64th child after the hash table, if there is one.
  private mutating func keepMarks(_ tape: inout Tape, _ container: UnsafeMutablePointer<Open>) {
    let first = container.pointee.marks
    if measures {
      if !container.pointee.isObject {
        tape.nodes[container.pointee.node &+ 1].links.table =
          UInt32(truncatingIfNeeded: tape.tables.count + 1)
      }
      for place in first..<marks.count { tape.tables.push(marks.items[place]) }
    }
    marks.count = first
  }

  // MARK: Names

  /// Parses a name, the colon and the space around it.
  private mutating func name(_ tape: inout Tape) -> Bool {
    guard at < end, text[at] == UInt8(ascii: "\"") else { return stop(.name, at: at) }
    guard string(&tape) else { return false }
    let node = tape.count &- 1
    let found = tape.nodes[node]
    // Not a method of the tape, which would be copied for the call.
    let hash =
      found.hasEscapes
      ? tape.hash(ofName: node)
      : NameHash.hash(UnsafeRawPointer(text + found.offset), found.length)
    let container = open + (depth &- 1)
    container.pointee.measure.add(nameOf: found.length)
    let bit = UInt64(1) << (hash >> 58)
    if container.pointee.bloom & bit != 0 { container.pointee.mayRepeat = true }
    container.pointee.bloom |= bit
    hashes.push(Int(truncatingIfNeeded: hash))
    names.push(node)
    skipSpace()
    guard at < end, text[at] == UInt8(ascii: ":") else { return stop(.colon, at: at) }
    at &+= 1
    skipSpace()
    return true
  }

  /// The names of each open object, in order, but not one whose colon is missing.
  var openNames: [[Int]] {
    var end = due == .colon ? names.count - 1 : names.count
    return (0..<depth).reversed().map { level in
      defer { end = open[level].hashes }
      return (open[level].hashes..<end).map { names.items[$0] }
    }
  }

  private func namesRepeat(_ tape: Tape, _ container: UnsafeMutablePointer<Open>) -> Bool {
    let first = container.pointee.hashes
    var place = first &+ 1
    while place < hashes.count {
      let hash = hashes.items[place]
      var other = first
      while other < place {
        if hashes.items[other] == hash,
          tape.haveSameText(names.items[other], names.items[place], of: tape)
        {
          return true
        }
        other &+= 1
      }
      place &+= 1
    }
    return false
  }

  /// Builds the hash table of an object's names; false if a name is repeated.
  private func makeTable(_ tape: inout Tape, _ container: UnsafeMutablePointer<Open>) -> Bool {
    let count = container.pointee.count
    var size = 64
    while size < count * 2 { size *= 2 }
    let start = tape.tables.count
    tape.tables.push(size - 1)
    tape.tables.pushZeros(size)
    tape.nodes[container.pointee.node &+ 1].links.table = UInt32(truncatingIfNeeded: start + 1)
    let slots = tape.tables.items + start + 1
    var place = container.pointee.hashes
    while place < hashes.count {
      let name = names.items[place]
      var slot = hashes.items[place] & (size &- 1)
      while slots[slot] != 0 {
        if tape.haveSameText(slots[slot], name, of: tape) { return false }
        slot = (slot &+ 1) & (size &- 1)
      }
      slots[slot] = name
      place &+= 1
    }
    return true
  }
}
