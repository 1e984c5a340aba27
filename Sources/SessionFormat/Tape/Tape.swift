/// The values of a JSON text in order: their kinds and positions, in two words each.
///
/// A name precedes its value, and a container precedes its children. Strings and numbers stay in
/// the text until they are needed. A container takes two nodes: a ``TapeNode`` and ``TapeLinks``.
struct TapeNode {
  enum Kind: UInt8 {
    case null, no, yes, number, string, array, object
  }

  /// The offset in the text, in the bits above the kind and the flags.
  private var place: UInt64
  /// The length in the text; for a container the index after it, and the count in the upper half.
  private(set) var extent: UInt64

  static let escapedFlag: UInt64 = 0x10
  static let integerFlag: UInt64 = 0x20

  @inline(__always)
  init(_ kind: Kind, offset: Int, length: Int, flags: UInt64 = 0) {
    place = UInt64(truncatingIfNeeded: offset) << 8 | UInt64(kind.rawValue) | flags
    extent = UInt64(truncatingIfNeeded: length)
  }

  init(measure: Measure) {
    let values = UInt64(min(measure.values, Int(UInt32.max)))
    place = UInt64(measure.height) | values << 32
    extent = UInt64(measure.textSize) & 0xFFFF_FFFF
  }

  /// The size of a container, from its second node, if the tape was built with measures.
  @inline(__always) var measure: Measure {
    Measure(
      height: Int(truncatingIfNeeded: place & 0xFFFF_FFFF),
      textSize: Int(truncatingIfNeeded: extent & 0xFFFF_FFFF),
      values: Int(truncatingIfNeeded: place >> 32))
  }

  /// Increases a container's text size, which its second node holds.
  mutating func grow(by bytes: Int) {
    let size = UInt64(truncatingIfNeeded: measure.textSize &+ bytes) & 0xFFFF_FFFF
    extent = extent & ~0xFFFF_FFFF | size
  }

  init(links: TapeLinks) {
    place = UInt64(links.parent) | UInt64(links.ordinal) << 32
    extent = UInt64(links.cursor) | UInt64(links.table) << 32
  }

  /// The same value at an offset that is `bytes` larger; everything else stays.
  @inline(__always)
  func moved(by bytes: Int) -> TapeNode {
    var moved = self
    moved.place = UInt64(truncatingIfNeeded: offset &+ bytes) << 8 | place & 0xFF
    return moved
  }

  /// Ends a container.
  @inline(__always)
  mutating func close(next: Int, count: Int) {
    extent = UInt64(truncatingIfNeeded: next) | UInt64(truncatingIfNeeded: count) << 32
  }

  @inline(__always) var kind: Kind { Kind(rawValue: UInt8(place & 0x0F)) ?? .null }
  @inline(__always) var isContainer: Bool { place & 0x0F >= 5 }
  @inline(__always) var hasEscapes: Bool { place & Self.escapedFlag != 0 }
  /// The flags of a string or number.
  @inline(__always) var flags: UInt64 { place & (Self.escapedFlag | Self.integerFlag) }
  /// Whether a number consists of digits, perhaps after a minus.
  @inline(__always) var isInteger: Bool { place & Self.integerFlag != 0 }
  @inline(__always) var offset: Int { Int(truncatingIfNeeded: place >> 8) }
  @inline(__always) var length: Int { Int(truncatingIfNeeded: extent) }
  @inline(__always) var next: Int { Int(truncatingIfNeeded: extent & 0xFFFF_FFFF) }
  @inline(__always) var count: Int { Int(truncatingIfNeeded: extent >> 32) }

  var links: TapeLinks {
    @inline(__always)
    get {
      TapeLinks(
        parent: UInt32(truncatingIfNeeded: place), ordinal: UInt32(truncatingIfNeeded: place >> 32),
        cursor: UInt32(truncatingIfNeeded: extent), table: UInt32(truncatingIfNeeded: extent >> 32))
    }
    @inline(__always)
    set { self = TapeNode(links: newValue) }
  }
}

/// The properties of a container besides its extent.
struct TapeLinks {
  /// The container around it; the root's own index for the root.
  var parent: UInt32
  /// Its index in the parent, if that is an array.
  var ordinal: UInt32
  /// The name to try first at the next look-up of a member.
  var cursor: UInt32
  /// The offset of the hash table of its names, plus one; 0 if it has none.
  var table: UInt32
}

/// A tape with its text.
struct Tape {
  /// An object with more members has a hash table of their names.
  static let scanLimit = 16
  /// Every 64th child of a container can be found without stepping over those before it.
  static let markMask = 63
  /// The most bytes of a text: indices have 32 bits, and n bytes have at most 2n nodes.
  static let mostBytes = Int(Int32.max)

  var text: UnsafePointer<UInt8>
  var textCount: Int
  var nodes: UnsafeMutablePointer<TapeNode>
  var count = 0
  var capacity: Int
  /// Hash tables of names: the number of slots minus one, then the slots (a name's node or 0).
  var tables: OffsetStack
  /// How many names look-ups have compared, for tests of their complexity.
  var comparisons = 0

  /// The tape of no text.
  static var empty: Tape { Tape(text: UnsafePointer(noText), textCount: 0) }

  /// The start of a text without bytes.
  nonisolated(unsafe) static let noText: UnsafeMutablePointer<UInt8> = {
    let byte = UnsafeMutablePointer<UInt8>.allocate(capacity: 1)
    byte.initialize(to: 0)
    return byte
  }()

  init(text: UnsafePointer<UInt8>, textCount: Int) {
    (self.text, self.textCount, tables) = (text, textCount, OffsetStack())
    capacity = Self.leastCapacity
    nodes = Self.room(for: capacity)
  }

  private static let leastCapacity = 64

  /// Memory for `count` nodes, which can grow in place.
  private static func room(
    for count: Int, insteadOf nodes: UnsafeMutablePointer<TapeNode>? = nil
  ) -> UnsafeMutablePointer<TapeNode> {
    Memory.room(count * MemoryLayout<TapeNode>.stride, insteadOf: nodes)
      .bindMemory(to: TapeNode.self, capacity: count)
  }

  func free() {
    Memory.free(nodes)
    tables.free()
  }

  /// Gives up the nodes, which `Memory.free` must free, and continues with none.
  mutating func takeNodes() -> UnsafeMutablePointer<TapeNode> {
    let taken = Self.room(for: max(1, count), insteadOf: nodes)
    capacity = Self.leastCapacity
    nodes = Self.room(for: capacity)
    count = 0
    return taken
  }

  mutating func clear() {
    count = 0
    comparisons = 0
    tables.shrink()
    guard capacity > 1 << 14 else { return }
    Memory.free(nodes)
    capacity = Self.leastCapacity
    nodes = Self.room(for: capacity)
  }

  @inline(__always)
  mutating func append(_ node: TapeNode) {
    if count == capacity { grow() }
    nodes[count] = node
    count &+= 1
  }

  private mutating func grow() {
    capacity *= 2
    nodes = Self.room(for: capacity, insteadOf: nodes)
  }

  /// The index after a value.
  @inline(__always)
  func next(after index: Int) -> Int {
    nodes[index].isContainer ? nodes[index].next : index &+ 1
  }
}
