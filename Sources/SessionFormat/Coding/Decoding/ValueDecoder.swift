/// Decodes a ``JSONValue`` into any `Decodable`: the inverse of ``ValueEncoder``.
///
/// Look-up of members is O(1) on average, so a dictionary of 75,000 keys is read in linear time.
public struct ValueDecoder: Sendable {
  /// A decoder.
  public init() {}

  /// The decoded value.
  ///
  /// Complexity: O(size) for types with synthesised coding.
  ///
  /// - Throws: `DecodingError`, or what the type's own `init(from:)` throws.
  public func decode<T: Decodable>(_ type: T.Type, from value: JSONValue) throws -> T {
    try ValueDecoding(value: value, codingPath: []).decode(type)
  }

  /// An error of decoding in words: the path, and what was expected there.
  public static func describe(_ error: any Error) -> String {
    guard let error = error as? DecodingError else {
      return UnsafeText.escaped(String(describing: error))
    }
    let (path, words): ([any CodingKey], String) =
      switch error {
      case .keyNotFound(let key, let context):
        (context.codingPath, "the member \(JSONValue.string(key.stringValue)) is missing")
      case .typeMismatch(_, let context), .valueNotFound(_, let context),
        .dataCorrupted(let context):
        (context.codingPath, context.debugDescription)
      @unknown default: ([], String(describing: error))
      }
    let pointer = JSONPointer(tokens: path.map(token))
    // Names and values of the file may be in it, and it is meant for a terminal.
    return UnsafeText.escaped(path.isEmpty ? words : "\(pointer): \(words)")
  }

  /// The pointer's token for a key; the standard library's own key of an element says `Index 3`.
  private static func token(_ key: any CodingKey) -> String {
    guard let index = key.intValue, key.stringValue == "Index \(index)" else {
      return key.stringValue
    }
    return String(index)
  }
}
