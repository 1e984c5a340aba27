internal import Foundation

/// A leaf that is read without calling its `init(from:)`.
protocol DirectlyDecoded {
  /// Whether this is the only way to decode the type, so that an unsuitable leaf is an error.
  static var isLeafOnly: Bool { get }

  /// Puts the value into uninitialised memory. Returns false and writes nothing if the node does
  /// not hold such a value; the type's own decoding then reports the error.
  static func read(
    _ node: Int, _ tape: UnsafeMutablePointer<Tape>, into memory: UnsafeMutableRawPointer
  ) -> Bool
}

/// A collection that is read without the containers of `Codable`.
protocol DirectlyDecodedCollection {
  /// Puts the value into uninitialised memory; false if the type must decode itself.
  static func read(
    _ place: TapePlace, _ run: DecodingRun, into memory: UnsafeMutableRawPointer
  ) throws -> Bool
}

/// How the values of one type are read, looked up once per type.
struct DirectDecoding {
  var leaf: (any DirectlyDecoded.Type)?
  var collection: (any DirectlyDecodedCollection.Type)?
  /// Whether this is the only way to decode the type, so that an unsuitable leaf is an error.
  var isLeafOnly = false
}

/// How to read each type, by its metadata: a cast for each value would cost more than reading it.
final class DirectDecoders {
  private let table = TypeTable(DirectDecoding())

  deinit { table.free() }

  @inline(__always)
  func decoding(of type: any Decodable.Type) -> DirectDecoding {
    table.entry(of: type) {
      let leaf = type as? any DirectlyDecoded.Type
      return DirectDecoding(
        leaf: leaf, collection: type as? any DirectlyDecodedCollection.Type,
        isLeafOnly: leaf?.isLeafOnly ?? false)
    }
  }
}
