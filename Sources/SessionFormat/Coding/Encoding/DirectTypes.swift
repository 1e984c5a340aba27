/// A leaf that is written without calling its `encode(to:)`.
protocol DirectLeaf {
  /// Writes the value of this type at an address.
  static func write(_ value: UnsafeRawPointer, to state: UnsafeMutablePointer<EncodingState>)
}

/// A collection that is written without the containers of `Codable`.
protocol DirectCollection {
  /// The order of its elements in the file.
  static var fileOrder: FileOrder { get }

  /// Whether it writes only leaves, without calling their `encode(to:)`.
  static var isOfLeaves: Bool { get }

  /// Writes the elements into the innermost frame; false if the type must encode itself.
  static func fill(_ value: UnsafeRawPointer, _ run: EncodingRun) throws -> Bool
}

/// How the values of one type are written, looked up once per type.
struct DirectCoding {
  var leaf: (any DirectLeaf.Type)?
  var collection: (any DirectCollection.Type)?
  /// Whether the collection is a single reference to its elements, which are leaves.
  var isRemembered = false
}

/// How to write each type, by its metadata: a cast for each value would cost more than writing it.
final class DirectTypes {
  private let table = TypeTable(DirectCoding())

  deinit { table.free() }

  @inline(__always)
  func coding(of type: any Encodable.Type) -> DirectCoding {
    table.entry(of: type) {
      let collection = type as? any DirectCollection.Type
      return DirectCoding(
        leaf: type as? any DirectLeaf.Type, collection: collection,
        isRemembered: collection?.isOfLeaves == true && type.isOneWord)
    }
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
