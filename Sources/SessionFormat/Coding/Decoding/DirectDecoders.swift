internal import Foundation

/// A leaf that is read without being asked to decode itself.
protocol DirectlyDecoded {
  /// Whether the type has no decoding of its own, so that a leaf that does not fit is an error.
  static var isLeafOnly: Bool { get }

  /// Puts the value into memory that is not initialised; false, and nothing put there, where the
  /// node does not hold one, so that the type itself decides what to say.
  static func read(
    _ node: Int, _ tape: UnsafeMutablePointer<Tape>, into memory: UnsafeMutableRawPointer
  ) -> Bool
}

/// A collection that is read without the containers of `Codable`.
protocol DirectlyDecodedCollection {
  /// Puts the value into memory that is not initialised; false if the type must decode itself.
  static func read(
    _ place: TapePlace, _ run: DecodingRun, into memory: UnsafeMutableRawPointer
  ) throws -> Bool
}

/// How the values of one type are read, looked up once per type.
struct DirectDecoding {
  var leaf: (any DirectlyDecoded.Type)?
  var collection: (any DirectlyDecodedCollection.Type)?
  /// Whether the type has no decoding of its own, so that a leaf that does not fit is an error.
  var isLeafOnly = false
}

/// What is known of types, by their metadata: casting each value would cost more than reading it.
final class DirectDecoders {
  private let table = TypeTable(DirectDecoding())

  deinit { table.free() }

  @inline(__always)
  func decoding<T>(of type: T.Type) -> DirectDecoding {
    table.entry(of: type) {
      let leaf = type as? any DirectlyDecoded.Type
      return DirectDecoding(
        leaf: leaf, collection: type as? any DirectlyDecodedCollection.Type,
        isLeafOnly: leaf?.isLeafOnly ?? false)
    }
  }
}
