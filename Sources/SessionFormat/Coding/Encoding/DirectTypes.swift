/// A leaf that is written without being asked to encode itself.
protocol DirectLeaf {
  /// Writes the value of this type that lies there.
  static func write(_ value: UnsafeRawPointer, to state: UnsafeMutablePointer<EncodingState>)
}

/// A collection that is written without the containers of `Codable`.
protocol DirectCollection {
  /// The order of its elements in the file.
  static var fileOrder: FileOrder { get }

  /// Writes the elements into the innermost frame; false where the type must encode itself.
  static func fill(_ value: UnsafeRawPointer, _ run: EncodingRun) throws -> Bool
}

/// How the values of one type are written, looked up once per type.
struct DirectCoding {
  var leaf: (any DirectLeaf.Type)?
  var collection: (any DirectCollection.Type)?
}

/// What is known of types, by their metadata: casting each value would cost more than writing it.
final class DirectTypes {
  private struct Entry {
    var key: UnsafeRawPointer?
    var coding: DirectCoding
  }

  private let entries: UnsafeMutablePointer<Entry>
  private static let size = 512
  private var count = 0

  init() {
    entries = .allocate(capacity: Self.size)
    entries.initialize(repeating: Entry(key: nil, coding: DirectCoding()), count: Self.size)
  }

  deinit {
    entries.deinitialize(count: Self.size)
    entries.deallocate()
  }

  @inline(__always)
  func coding<T>(of type: T.Type) -> DirectCoding {
    let key = unsafeBitCast(type as Any.Type, to: UnsafeRawPointer.self)
    let bits = UInt(bitPattern: key)
    var place = Int(truncatingIfNeeded: (bits >> 4 ^ bits >> 13) & 511)
    while let found = entries[place].key {
      if found == key { return entries[place].coding }
      place = (place &+ 1) & 511
    }
    return add(type, key, place)
  }

  @inline(never)
  private func add<T>(_ type: T.Type, _ key: UnsafeRawPointer, _ place: Int) -> DirectCoding {
    let coding = DirectCoding(
      leaf: type as? any DirectLeaf.Type, collection: type as? any DirectCollection.Type)
    // A quarter is left free, so that looking up ends soon.
    if count < 384 {
      entries[place] = Entry(key: key, coding: coding)
      count += 1
    }
    return coding
  }
}

enum FileOrder: UInt8 {
  /// As the type encoded itself.
  case asEncoded
  /// Each element by the bytes of its text.
  case elements
  /// Members by the bytes of their names; key and value pairs of an array by the key's text.
  case keys
}
