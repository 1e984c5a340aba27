/// The keys of objects with one member, by the name of that member.
///
/// An enum is such an object. The compiler's decoding asks each value for all its keys, and the
/// standard library then looks up an array's type among all types of the process. This remembers a
/// few names of one key type; if there are more, new ones replace old ones.
final class LoneKeys {
  private typealias Name = (UInt64, UInt64, UInt64, UInt64)

  private struct Entry {
    var name: Name = (0, 0, 0, 0)
    var count = 0
    /// A `HeldValue<[Key]>`, which can be found without knowing its type.
    var keys: AnyObject?
  }

  private static let room = 16
  /// The longest name that is remembered, in bytes.
  static let longest = 32

  /// A pointer, because each access to a class property is checked for exclusivity at run time.
  private let entries: UnsafeMutablePointer<Entry>

  init() {
    entries = .allocate(capacity: Self.room)
    entries.initialize(repeating: Entry(), count: Self.room)
  }

  deinit {
    entries.deinitialize(count: Self.room)
    entries.deallocate()
  }

  /// The keys for a name, made if they are not remembered.
  ///
  /// - Parameter name: 1 to ``longest`` bytes of UTF-8.
  @inline(__always)
  func keys<Key>(
    _ name: UnsafeBufferPointer<UInt8>, _ make: () -> [Key]
  ) -> [Key] {
    guard let start = name.baseAddress else { return make() }
    let entry = entries + Self.index(start, name.count)
    if entry.pointee.count == name.count, let held = entry.pointee.keys,
      withUnsafeBytes(
        of: entry.pointee.name,
        { known in
          known.baseAddress.map { Memory.order($0, start, name.count) == 0 } ?? false
        })
    {
      return unsafeDowncast(held, to: HeldValue<[Key]>.self).copy()
    }
    return remember(start, name.count, in: entry, make())
  }

  @inline(never)
  private func remember<Key>(
    _ name: UnsafePointer<UInt8>, _ count: Int, in entry: UnsafeMutablePointer<Entry>, _ keys: [Key]
  ) -> [Key] {
    withUnsafeMutableBytes(of: &entry.pointee.name) { room in
      if let room = room.baseAddress { Memory.copy(name, to: room, count) }
    }
    entry.pointee.count = count
    entry.pointee.keys = HeldValue(keys)
    return keys
  }

  @inline(__always)
  private static func index(_ name: UnsafePointer<UInt8>, _ count: Int) -> Int {
    (count &* 7 &+ Int(name[0]) &* 5 &+ Int(name[count &- 1])) & 15
  }
}
