/// Encodes any `Encodable` as a ``JSONValue``, the same way in every process.
///
/// Numbers are exact, NaN and the infinities are strings, dates are exact (as `Date` codes itself),
/// URLs and data are strings, dictionaries are in the byte order of their keys, and sets and
/// dictionaries with other keys in the order of their encoded elements. What is nested deeper than
/// the limit is left out and named in ``Encoded/opaque``.
public struct ValueEncoder: Sendable {
  /// What encoding gave.
  public struct Encoded: Equatable, Sendable {
    /// The value.
    public let value: JSONValue
    /// The places that are only rendered and cannot be decoded.
    public let opaque: [JSONPointer]
  }

  /// A line has room for 512 levels; a patch operation takes four of them around its value.
  public static let depthLimit = 500

  /// The most levels that are encoded.
  public let depthLimit: Int

  /// An encoder with that limit of depth.
  public init(depthLimit: Int = Self.depthLimit) {
    self.depthLimit = depthLimit
  }

  /// The encoded value, and what of it is opaque.
  ///
  /// Complexity: O(size), n log n in the sizes of sets and dictionaries.
  ///
  /// - Throws: What the value's own `encode(to:)` throws.
  public func encode(_ value: some Encodable) throws -> Encoded {
    let slot = EncodingSlot(depth: 0, limit: depthLimit)
    try slot.encode(value, path: [])
    return slot.finished()
  }
}
