/// The values of a JSON text, in order: what they are and where they lie, two words each.
///
/// A name comes before its value, and an array or object before what it holds. Strings and numbers
/// stay in the text until somebody wants them. A container takes two nodes, ``TapeNode`` and
/// ``TapeLinks``.
struct TapeNode {
  enum Kind: UInt8 {
    case null, no, yes, number, string, array, object
  }

  /// The offset in the text, above the kind and the flags.
  private var place: UInt64
  /// The length in the text; of a container the index behind it, and the count in the upper half.
  private(set) var extent: UInt64

  static let escapedFlag: UInt64 = 0x10
  static let integerFlag: UInt64 = 0x20

  @inline(__always)
  init(_ kind: Kind, offset: Int, length: Int, flags: UInt64 = 0) {
    place = UInt64(truncatingIfNeeded: offset) << 8 | UInt64(kind.rawValue) | flags
    extent = UInt64(truncatingIfNeeded: length)
  }

  init(measure: TapeMeasure) {
    place = UInt64(measure.height)
    extent = UInt64(measure.textSize) & 0xFFFF_FFFF
  }

  /// How much a container holds, in its second node, where values asked for it.
  @inline(__always) var measure: TapeMeasure {
    TapeMeasure(
      height: Int(truncatingIfNeeded: place & 0xFFFF_FFFF),
      textSize: Int(truncatingIfNeeded: extent & 0xFFFF_FFFF))
  }

  /// Makes the text in a container that much longer, as its second node tells.
  mutating func grow(by bytes: Int) {
    let size = UInt64(truncatingIfNeeded: measure.textSize &+ bytes) & 0xFFFF_FFFF
    extent = extent & ~0xFFFF_FFFF | size
  }

  init(links: TapeLinks) {
    place = UInt64(links.parent) | UInt64(links.ordinal) << 32
    extent = UInt64(links.cursor) | UInt64(links.table) << 32
  }

  /// The same value that many bytes further on in a text; what else is said of it stays.
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
  /// What is said of a string or number besides its kind.
  @inline(__always) var flags: UInt64 { place & (Self.escapedFlag | Self.integerFlag) }
  /// Whether a number is digits only, perhaps with a minus.
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

/// What belongs to a container besides its extent.
struct TapeLinks {
  /// The container around it; its own index at the root.
  var parent: UInt32
  /// Its place in that, where that is an array.
  var ordinal: UInt32
  /// The name that is looked at first when the next member is asked for.
  var cursor: UInt32
  /// Where the hash table of its names begins, plus one; 0 if it has none.
  var table: UInt32
}

/// How many levels and how many bytes of compact text a value takes, as ``Measure`` counts them.
struct TapeMeasure {
  var height: Int
  var textSize: Int

  /// Counts a child of the container that this is.
  @inline(__always)
  mutating func add(_ child: TapeMeasure) {
    if child.height >= height { height = child.height &+ 1 }
    textSize &+= child.textSize &+ 1
  }

  /// Counts the name of a member.
  @inline(__always)
  mutating func add(nameOf length: Int) { textSize &+= length &+ 3 }
}

/// A tape and the text that it was made from.
struct Tape {
  /// Objects with more members than this have a hash table of their names.
  static let scanLimit = 16
  /// Every 64th child of a container can be found without stepping over those before it.
  static let markMask = 63

  var text: UnsafePointer<UInt8>
  var textCount: Int
  var nodes: UnsafeMutablePointer<TapeNode>
  var count = 0
  var capacity: Int
  /// Hash tables of names: the number of slots less one, then the slots, each a name's node or 0.
  var tables: OffsetStack
  /// How many names have been compared in look-ups, for tests of their complexity.
  var comparisons = 0

  /// The tape of no text.
  static var empty: Tape { Tape(text: UnsafePointer(noText), textCount: 0) }

  /// Where a text would begin that has no bytes.
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

  /// Room for so many nodes, which can grow where it lies.
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

  /// Hands over the nodes, which `Memory.free` frees, and goes on with none.
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

  /// The index behind a value.
  @inline(__always)
  func next(after index: Int) -> Int {
    nodes[index].isContainer ? nodes[index].next : index &+ 1
  }
}
