/// Decodes JSON into any `Decodable`, straight from bytes: the inverse of ``ValueEncoder``.
///
/// The whole text is checked as strictly as by ``JSONParser`` before anything is decoded. A member
/// is found in O(1), so a dictionary of 75,000 keys is read in linear time. If a value is nested
/// too deep for the thread's stack, decoding throws a `DecodingError`.
public struct ValueDecoder: Sendable {
  private static let pool = RunPool<DecodingRun>()

  /// A decoder.
  public init() {}

  /// The decoded value of a JSON text.
  ///
  /// Complexity: O(count) for types with synthesised coding.
  ///
  /// - Throws: A ``JSONSyntaxError`` if the bytes are not JSON that a session may hold, a
  ///   `DecodingError`, or what the type's own `init(from:)` throws.
  public func decode<T: Decodable>(
    _ type: T.Type, from text: UnsafeBufferPointer<UInt8>
  ) throws -> T {
    try decode(type, text, depthLimit: JSONParser.depthLimit)
  }

  /// The decoded value of a JSON text.
  ///
  /// Complexity: O(count) for types with synthesised coding.
  ///
  /// - Throws: A ``JSONSyntaxError`` if the bytes are not JSON that a session may hold, a
  ///   `DecodingError`, or what the type's own `init(from:)` throws.
  public func decode<T: Decodable>(_ type: T.Type, from text: [UInt8]) throws -> T {
    try text.withUnsafeBufferPointer { try decode(type, from: $0) }
  }

  /// The decoded value.
  ///
  /// Complexity: O(size) for types with synthesised coding.
  ///
  /// - Throws: `DecodingError`, or what the type's own `init(from:)` throws.
  public func decode<T: Decodable>(_ type: T.Type, from value: JSONValue) throws -> T {
    // A value with shared parts may be far larger as text than in memory.
    guard value.textSize < 1 << 30 else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: [], debugDescription: "the value is too large to decode"))
    }
    return try JSONWriter.bytes(of: value).withUnsafeBufferPointer {
      try decode(type, $0, depthLimit: max(value.height, JSONParser.depthLimit))
    }
  }

  /// How many names are compared with keys while a value is decoded: the cost of look-ups, without
  /// a clock.
  package func comparisons<T: Decodable>(decoding type: T.Type, from text: [UInt8]) throws -> Int {
    try text.withUnsafeBufferPointer { text in
      let run = DecodingRun(text, direct: DirectDecoders())
      guard run.index(depthLimit: JSONParser.depthLimit) else { return 0 }
      _ = try run.decode(type, TapePlace(node: 0, parent: 0, ordinal: 0))
      return run.tape.pointee.comparisons
    }
  }

  private func decode<T: Decodable>(
    _ type: T.Type, _ text: UnsafeBufferPointer<UInt8>, depthLimit: Int
  ) throws -> T {
    var run = Self.pool.take() ?? DecodingRun(text, direct: DirectDecoders())
    run.restart(text)
    defer {
      if !run.hasEscaped(), isKnownUniquelyReferenced(&run) {
        run.restart(UnsafeBufferPointer(start: nil, count: 0))
        Self.pool.give(run)
      } else {
        run.keepText()
      }
    }
    guard run.index(depthLimit: depthLimit) else {
      // The parser finds out what is wrong and where.
      _ = try JSONParser(depthLimit: depthLimit).parse(text)
      throw DecodingError.dataCorrupted(
        .init(codingPath: [], debugDescription: "the text is too large to decode"))
    }
    return try run.decode(type, TapePlace(node: 0, parent: 0, ordinal: 0))
  }

  /// A decoding error in words: the path, and what was expected there.
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
    // The text may contain names and values of the file, and it is meant for a terminal.
    return UnsafeText.escaped(path.isEmpty ? words : "\(pointer): \(words)")
  }

  /// The pointer's token for a key.
  ///
  /// The standard library names an element's key `Index 3`.
  private static func token(_ key: any CodingKey) -> String {
    guard let index = key.intValue, key.stringValue == "Index \(index)" else {
      return key.stringValue
    }
    return String(index)
  }
}
