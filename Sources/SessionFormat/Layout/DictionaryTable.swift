/// The table of a dictionary as it lies in memory: which places are taken, and by what.
///
/// A dictionary that was copied and then changed keeps its keys at their places, unless the table
/// grew or a key before them was removed. So two dictionaries can be compared place by place,
/// without a copy of anything. The layout is part of the stable ABI of Apple's systems; on others
/// it is that of the library which the app was built with, so it is tested once per process.
///
/// The dictionary must stay alive, and unchanged, while its table is used.
struct DictionaryTable {
  /// Smaller dictionaries are looked up as fast.
  static let leastCount = 16

  /// Behind the header of an object: two counts, the scale among other bytes, and the seed.
  private static let (countPlace, scalePlace, keysPlace, bitmapPlace) = (16, 32, 48, 64)

  /// A bit for each place, whether it is taken; only those below the number of places count.
  let bitmap: UnsafePointer<UInt>
  /// How many places there are, a power of two.
  let places: Int
  /// The keys and the values, each at its place; what lies at places not taken is undefined.
  let keys: UnsafeRawPointer
  let values: UnsafeRawPointer

  /// Nil if the dictionary is small, if it is no table of Swift's own, or if that layout is unknown.
  init?<Key, Value>(_ dictionary: [Key: Value]) {
    guard dictionary.count >= Self.leastCount, PrivateLayout.isUsed, Self.isSound else {
      return nil
    }
    self.init(unchecked: dictionary)
  }

  private init?<Key, Value>(unchecked dictionary: [Key: Value]) {
    guard MemoryLayout<UInt>.size == 8,
      MemoryLayout<[Key: Value]>.size == MemoryLayout<UnsafeRawPointer>.size
    else { return nil }
    let table = unsafeBitCast(dictionary, to: UnsafeRawPointer.self)
    // Another class is the table of no elements, or one that was bridged.
    let native = [Key: Value](minimumCapacity: 1)
    let isNative = withExtendedLifetime(native) {
      let probe = unsafeBitCast(native, to: UnsafeRawPointer.self)
      return UInt(bitPattern: table) % 8 == 0
        && table.load(as: UInt.self) == probe.load(as: UInt.self)
    }
    guard isNative else { return nil }
    let scale = Int(table.load(fromByteOffset: Self.scalePlace, as: Int8.self))
    guard 0..<48 ~= scale,
      table.load(fromByteOffset: Self.countPlace, as: Int.self) == dictionary.count,
      let keys = table.load(fromByteOffset: Self.keysPlace, as: UnsafeRawPointer?.self),
      let values = table.load(fromByteOffset: Self.keysPlace + 8, as: UnsafeRawPointer?.self)
    else { return nil }
    bitmap = (table + Self.bitmapPlace).assumingMemoryBound(to: UInt.self)
    places = 1 << scale
    (self.keys, self.values) = (keys, values)
    guard (0..<words).reduce(0, { $0 + taken($1).nonzeroBitCount }) == dictionary.count else {
      return nil
    }
  }

  /// How many words the bitmap has.
  var words: Int { (places + UInt.bitWidth - 1) / UInt.bitWidth }

  /// The bits of one word; only those that belong to places.
  func taken(_ word: Int) -> UInt {
    places < UInt.bitWidth ? bitmap[word] & (1 << UInt(places) - 1) : bitmap[word]
  }

  /// Calls a function with each place that is taken.
  func forEachPlace(_ body: (Int) -> Void) {
    for word in 0..<words { taken(word).forEachBit { body(word * UInt.bitWidth + $0) } }
  }
}

extension UInt {
  /// Calls a function with the number of each bit that is set, from the lowest on.
  func forEachBit(_ body: (Int) -> Void) {
    var rest = self
    while rest != 0 {
      body(rest.trailingZeroBitCount)
      rest &= rest - 1
    }
  }
}

extension DictionaryTable {
  private struct Padded: Equatable {
    let flag: Bool
    let number: Double
    let text: String
  }

  /// Whether dictionaries have that layout; tested once per process.
  static let isSound =
    isSound(key: { "key \($0)" }, value: { $0 })
    && isSound(
      key: { UInt8(truncatingIfNeeded: $0) },
      value: { Padded(flag: $0 % 2 == 0, number: Double($0), text: "\($0)") })
    && DictionaryTable(unchecked: [Int: Int]()) == nil

  /// Whether the table has what the dictionary lists, in that order, also after changes.
  private static func isSound<Key: Hashable, Value: Equatable>(
    key: (Int) -> Key, value: (Int) -> Value
  ) -> Bool {
    var dictionary: [Key: Value] = [:]
    for number in 0..<120 { dictionary[key(number)] = value(number) }
    var other = dictionary
    for number in stride(from: 0, to: 120, by: 7) { other[key(number)] = nil }
    other[key(1)] = value(1_000)
    other[key(130)] = value(130)
    return lists(dictionary) && lists(other) && lists([key(3): value(3)])
  }

  private static func lists<Key: Hashable, Value: Equatable>(_ dictionary: [Key: Value]) -> Bool {
    withExtendedLifetime(dictionary) {
      guard let table = DictionaryTable(unchecked: dictionary) else { return false }
      var rest = dictionary[...]
      var isSame = true
      table.forEachPlace { place in
        guard let (key, value) = rest.popFirst() else { return isSame = false }
        let found = (
          table.keys.assumingMemoryBound(to: Key.self)[place],
          table.values.assumingMemoryBound(to: Value.self)[place]
        )
        if found != (key, value) { isSame = false }
      }
      return isSame && rest.isEmpty
    }
  }
}
