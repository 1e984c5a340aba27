/// The texts of the collections of leaves and of the long strings in the last encoded value.
///
/// The memo retains each remembered collection. While it does, nothing else can occupy the memory
/// of its elements, and any change copies the collection first. So the same address means the same
/// collection with the same elements. The memo only remembers collections whose elements this
/// encoder writes itself (``DirectLeaf``). The output of a type's own `encode(to:)` may depend on
/// more than the value, so it is called each time.
struct CollectionMemo {
  /// The address of a collection's elements and its type's metadata; or all bits of a string.
  struct Place: Equatable {
    /// 0 if there is none.
    var elements: UInt = 0
    var type: UInt = 0

    init() {}

    init(elements: UInt, type: UInt) { (self.elements, self.type) = (elements, type) }

    /// Nil if strings have another layout.
    @inline(__always)
    init?(of string: String) {
      guard MemoryLayout<String>.size == MemoryLayout<Place>.size else { return nil }
      self = unsafeBitCast(string, to: Place.self)
      if elements == 0 { return nil }
    }
  }

  private struct Entry {
    var place = Place()
    var held: Unmanaged<AnyObject>?
    /// The offset of the text among the kept texts.
    var start = 0
    var count = 0
    /// The last value that had the collection.
    var value = 0
  }

  /// A shorter text is written as fast as it is found.
  private static let leastText = 16
  private static let leastRoom = 64
  private static let mostEntries = 1 << 16
  /// Limits of one text and of all texts; what exceeds them is not remembered.
  private static let longestText = 1 << 20
  private static let mostText = 1 << 24

  private var entries: UnsafeMutablePointer<Entry>
  /// The capacity minus one; the capacity is a power of two.
  private var mask = leastRoom - 1
  var room: Int { mask + 1 }
  private var count = 0
  private var text = ByteBuffer(capacity: 1 << 12)
  /// The number of the value that is being encoded.
  private var value = 1
  /// How many entries that value has used so far.
  private var used = 0

  init() { entries = Self.memory(for: Self.leastRoom) }

  private static func memory(for count: Int) -> UnsafeMutablePointer<Entry> {
    let entries = UnsafeMutablePointer<Entry>.allocate(capacity: count)
    entries.initialize(repeating: Entry(), count: count)
    return entries
  }

  func free() {
    for index in 0...mask { entries[index].held?.release() }
    entries.deallocate()
    text.free()
  }

  @inline(__always)
  private func index(of place: Place) -> Int {
    let mixed = UInt64(place.elements ^ place.type) &* 0x9E37_79B9_7F4A_7C15
    var index = Int(truncatingIfNeeded: mixed >> 32) & mask
    while entries[index].place.elements != 0, entries[index].place != place {
      index = (index &+ 1) & mask
    }
    return index
  }

  /// Appends the text of the collection with elements at that place; false if it is not remembered.
  @inline(__always)
  mutating func add(_ place: Place, to out: inout ByteBuffer) -> Bool {
    let index = index(of: place)
    guard entries[index].place == place else { return false }
    if entries[index].value != value {
      entries[index].value = value
      used &+= 1
    }
    out.append(text.bytes + entries[index].start, entries[index].count)
    return true
  }

  /// Remembers the text of a collection that is not remembered yet.
  mutating func remember(
    _ place: Place, _ text: UnsafeBufferPointer<UInt8>, _ hold: () -> AnyObject
  ) {
    guard (Self.leastText...Self.longestText).contains(text.count), count < Self.mostEntries,
      self.text.count + text.count <= Self.mostText, let bytes = text.baseAddress
    else { return }
    if count * 2 > mask { rebuild(room: room * 2) { _ in true } }
    entries[index(of: place)] = Entry(
      place: place, held: .passRetained(hold()), start: self.text.count, count: text.count,
      value: value)
    self.text.append(bytes, text.count)
    count += 1
    used += 1
  }

  /// Ends a value: drops the entries that it did not use, and shrinks the table.
  mutating func endValue() {
    if used < count { rebuild(room: Self.fitting(used)) { [value] in $0.value == value } }
    (value, used) = (value &+ 1, 0)
  }

  /// The capacity for `count` entries and as many again.
  private static func fitting(_ count: Int) -> Int {
    var room = leastRoom
    while room < count * 4 { room *= 2 }
    return room
  }

  /// Rebuilds the table with the entries to keep, and drops the others.
  private mutating func rebuild(room: Int, keeping isKept: (Entry) -> Bool) {
    let (old, oldRoom, oldText) = (entries, self.room, text)
    var size = 0
    for index in 0..<oldRoom where old[index].place.elements != 0 && isKept(old[index]) {
      size += old[index].count
    }
    entries = Self.memory(for: room)
    (mask, count) = (room - 1, 0)
    text = ByteBuffer(capacity: size + 1 << 12)
    for index in 0..<oldRoom where old[index].place.elements != 0 {
      var entry = old[index]
      guard isKept(entry) else {
        entry.held?.release()
        continue
      }
      let start = text.count
      text.append(oldText.bytes + entry.start, entry.count)
      entry.start = start
      entries[self.index(of: entry.place)] = entry
      count += 1
    }
    old.deallocate()
    oldText.free()
  }
}
