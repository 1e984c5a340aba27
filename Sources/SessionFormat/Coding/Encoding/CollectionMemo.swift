/// The texts of the collections of leaves, and of the long strings, in the value that was encoded
/// last.
///
/// A collection that is remembered is also held: as long as it is, nothing else can lie where its
/// elements lie, and whoever changes it makes a copy first. So what lies at the same place is the same
/// collection with the same elements. Only collections are remembered whose elements this encoder
/// writes itself (``DirectLeaf``): what a type's own `encode(to:)` writes may depend on more than the
/// value, and is asked for each time.
struct CollectionMemo {
  /// Where the elements of a collection lie, and its type's metadata; or all bits of a string.
  struct Place: Equatable {
    /// 0 if there is none.
    var elements: UInt = 0
    var type: UInt = 0

    init() {}

    init(elements: UInt, type: UInt) { (self.elements, self.type) = (elements, type) }

    /// Nil if strings are made of something else.
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
    /// Where the text stands among those that are kept.
    var start = 0
    var count = 0
    /// The last value that had the collection.
    var value = 0
  }

  /// Shorter texts are written as quickly as they are found.
  private static let leastText = 16
  private static let leastRoom = 64
  private static let mostEntries = 1 << 16
  /// Longer texts, and more of all, are not remembered.
  private static let longestText = 1 << 20
  private static let mostText = 1 << 24

  private var entries: UnsafeMutablePointer<Entry>
  /// One less than the number of entries that there is room for, which is a power of two.
  private var mask = leastRoom - 1
  var room: Int { mask + 1 }
  private var count = 0
  private var text = ByteBuffer(capacity: 1 << 12)
  /// The number of the value that is being encoded.
  private var value = 1
  /// How many entries that value has had so far.
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

  /// Adds the text of the collection whose elements lie there; false if it is not remembered.
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

  /// Remembers a collection that is not remembered yet, by its text.
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

  /// Ends a value: forgets what it did not have, and gives back the room that this took.
  mutating func endValue() {
    if used < count { rebuild(room: Self.fitting(used)) { [value] in $0.value == value } }
    (value, used) = (value &+ 1, 0)
  }

  /// The room for so many entries and as many again.
  private static func fitting(_ count: Int) -> Int {
    var room = leastRoom
    while room < count * 4 { room *= 2 }
    return room
  }

  /// Makes those entries anew, and forgets the others.
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
