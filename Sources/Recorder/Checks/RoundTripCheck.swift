import SessionFormat

/// Finds where encoding and decoding change a value: a replay would begin with the changed one.
///
/// Only what is in the encoding can be checked. A property that the coding leaves out, or a date
/// that was cut to seconds when it was first encoded, comes back as the same text and is not found.
struct RoundTripCheck {
  /// One place that does not survive.
  struct Fault: Hashable {
    /// A JSON pointer with `*` for the place in an array.
    let path: String
    /// What happens to it, without its value, which may be a secret.
    let reason: String
  }

  /// The most places that are reported for one value.
  static let faultLimit = 20

  /// The most levels of a value that is checked: decoding takes a few KB of the stack for each in a
  /// debug build, and a thread may have only 512 KB.
  static let depthLimit = 128

  /// The places of a value that do not survive; none if its type cannot be decoded, or if it is
  /// nested deeper than the limit.
  ///
  /// Complexity: that of decoding, encoding and comparing the value.
  ///
  /// - Parameters:
  ///   - value: The value; only its type is used.
  ///   - text: The value as it was encoded.
  static func faults(of value: Any, _ text: EncodedText) -> [Fault] {
    guard text.height <= depthLimit, let value = value as? any Codable else { return [] }
    return faults(ofType: value, text)
  }

  private static func faults<T: Codable>(ofType value: T, _ text: EncodedText) -> [Fault] {
    let decoded: T
    do { decoded = try ValueDecoder().decode(T.self, from: text.bytes) } catch {
      return [fault(of: error, in: text.value)]
    }
    let again: JSONValue
    do {
      let bytes = EncodedText(try ValueEncoder().bytes(of: decoded).bytes)
      // The text is nearly always the same.
      if bytes.hasSameBytes(as: text) { return [] }
      again = bytes.value
    } catch {
      return [Fault(path: "", reason: "once decoded, it does not encode again")]
    }
    let encoded = text.value
    guard again != encoded else { return [] }
    var faults: [Fault] = []
    for difference in Difference.list(from: encoded, to: again) {
      // A place that only the second text has must be looked up in that one.
      let document = difference.old == nil ? again : encoded
      let fault = Fault(
        path: pattern(difference.path.tokens, in: document), reason: reason(difference))
      if !faults.contains(where: { $0.path == fault.path }) { faults.append(fault) }
      if faults.count == faultLimit { break }
    }
    return faults
  }

  private static func reason(_ difference: Difference) -> String {
    switch (difference.old?.kind, difference.new?.kind) {
    case (nil, _): "it comes back, but was not there"
    case (_, nil): "it does not come back"
    case (let old?, let new?) where old != new: "\(word(old)) comes back as \(word(new))"
    case (_, let kind?): "another \(kind.rawValue) comes back"
    }
  }

  private static func word(_ kind: JSONValue.Kind) -> String {
    switch kind {
    case .null: "null"
    case .array, .object: "an \(kind.rawValue)"
    case .bool, .number, .string: "a \(kind.rawValue)"
    }
  }

  /// A decoding failure, described by its kind: its own message may show the value.
  private static func fault(of error: any Error, in encoded: JSONValue) -> Fault {
    guard let error = error as? DecodingError else {
      return Fault(path: "", reason: "its decoding throws \(TypeName.of(type(of: error)))")
    }
    let (context, reason): (DecodingError.Context?, String) =
      switch error {
      case .keyNotFound(let key, let context):
        (context, "decoding needs a member \(JSONValue.string(key.stringValue)), not written here")
      case .typeMismatch(let type, let context):
        (context, "it does not decode as \(TypeName.of(type))")
      case .valueNotFound(let type, let context):
        (context, "there is nothing, but decoding needs \(TypeName.of(type))")
      case .dataCorrupted(let context): (context, "its decoding refuses it")
      @unknown default: (nil, "it does not decode")
      }
    let tokens = context?.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }
    return Fault(path: pattern(tokens ?? [], in: encoded), reason: reason)
  }

  /// A path as text, with `*` for every place in an array or dictionary.
  private static func pattern(_ path: [String], in document: JSONValue) -> String {
    var value: JSONValue? = document
    let tokens = path.map { token in
      let isEach = value.map(isCollection) ?? false
      value = value?.array == nil ? value?[token] : JSONPointer.index(token).flatMap { value?[$0] }
      return isEach ? "*" : token
    }
    return JSONPointer(tokens: tokens).description
  }

  /// Whether a value is an array, or an object of three or more whose values each have the same
  /// members, as a dictionary has.
  private static func isCollection(_ value: JSONValue) -> Bool {
    guard let object = value.object else { return value.array != nil }
    guard object.count > 2, let names = object.first?.value.object?.map(\.name) else {
      return false
    }
    return object.allSatisfy { $0.value.object?.map(\.name) == names }
  }
}
