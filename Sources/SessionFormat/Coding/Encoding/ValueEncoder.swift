/// Encodes any `Encodable` as JSON, the same way in every process, straight into bytes.
///
/// Numbers and dates are exact (dates as `Date` codes itself). NaN, infinities, URLs and data are
/// strings. Dictionaries are sorted by the bytes of their keys; sets, and dictionaries with other
/// keys, by their encoded elements. A value nested deeper than the limit, or than the thread's
/// stack allows, is left out and listed in ``EncodedBytes/opaque``.
public struct ValueEncoder: Sendable {
  /// The result of encoding.
  public struct Encoded: Equatable, Sendable {
    /// The value.
    public let value: JSONValue
    /// The places that are only rendered and cannot be decoded.
    public let opaque: [JSONPointer]
  }

  /// A line has room for 512 levels; a patch operation takes four of them around its value.
  public static let depthLimit = 500

  private static let pool = RunPool<EncodingRun>()

  /// The most levels that are encoded.
  public let depthLimit: Int

  /// An encoder with that depth limit.
  public init(depthLimit: Int = Self.depthLimit) {
    self.depthLimit = depthLimit
  }

  /// The compact JSON text of a value, as ``JSONWriter`` writes it, and its opaque places.
  ///
  /// Complexity: O(size), and O(n log n) in the sizes of sets and dictionaries.
  ///
  /// - Throws: What the value's own `encode(to:)` throws; an `EncodingError` if that writes to a
  ///   container after its value has ended.
  public func bytes(of value: some Encodable) throws -> EncodedBytes {
    // Asked once, as each look at a global takes a call.
    let pool = Self.pool
    var run = pool.take() ?? EncodingRun()
    run.restart(limit: depthLimit)
    defer {
      if EncodingRun.isFree(&run) {
        run.restart(limit: depthLimit)
        pool.give(run)
      }
    }
    return try EncodedBytes(of: value, by: run)
  }

  /// The encoded value and its opaque places.
  ///
  /// Complexity: O(size), and O(n log n) in the sizes of sets and dictionaries.
  ///
  /// - Throws: What the value's own `encode(to:)` throws; an `EncodingError` if that writes to a
  ///   container after its value has ended.
  public func encode(_ value: some Encodable) throws -> Encoded {
    let encoded = try bytes(of: value)
    return Encoded(value: try encoded.value, opaque: encoded.opaque)
  }
}

/// The compact JSON text of a value.
public struct EncodedBytes: Equatable, Sendable {
  /// The text, UTF-8, in the form of ``JSONWriter``.
  public let bytes: [UInt8]
  /// The places that are only rendered and cannot be decoded.
  public let opaque: [JSONPointer]
  /// The limit of the encoder.
  private let depthLimit: Int

  init(of value: some Encodable, by run: EncodingRun) throws {
    try run.write(value)
    let text = run.state.pointee.text
    let places = run.state.pointee.opaque
    bytes = text.array()
    opaque = places.isEmpty ? [] : text.pointers(to: places)
    depthLimit = run.state.pointee.limit
  }

  /// The text as a document.
  ///
  /// Complexity: O(size).
  package var value: JSONValue {
    get throws { try JSONParser(depthLimit: max(depthLimit, 0)).parse(bytes) }
  }
}
