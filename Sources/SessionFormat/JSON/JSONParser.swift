/// Reads one JSON value from UTF-8 bytes, strictly (RFC 8259), with nothing taken on trust.
///
/// Refused, each with its place: anything but one value, bytes that are not UTF-8, a name twice in
/// one object, a lone surrogate, a raw control character, more levels than the limit. The parser
/// keeps its own stack, so a hostile text never exhausts the thread's.
public struct JSONParser: Sendable {
  /// The deepest nesting that a session line may have.
  public static let depthLimit = 512

  /// The most levels of arrays and objects that are accepted.
  public var depthLimit: Int

  /// A parser with that limit of depth.
  public init(depthLimit: Int = Self.depthLimit) {
    self.depthLimit = depthLimit
  }

  /// The value that these bytes write.
  ///
  /// Complexity: O(count).
  public func parse(_ bytes: UnsafeBufferPointer<UInt8>) throws(JSONSyntaxError) -> JSONValue {
    var run = ParseRun(scanner: ByteScanner(bytes), depthLimit: depthLimit)
    return try run.document()
  }

  /// The value that these bytes write.
  ///
  /// Complexity: O(count).
  public func parse(_ bytes: [UInt8]) throws(JSONSyntaxError) -> JSONValue {
    let result = bytes.withUnsafeBufferPointer { buffer in
      Result { () throws(JSONSyntaxError) in try parse(buffer) }
    }
    return try result.get()
  }
}

extension JSONValue {
  /// The value that this text writes.
  ///
  /// - Throws: A ``JSONSyntaxError`` with the place of the first fault.
  public init(parsing text: String) throws(JSONSyntaxError) {
    self = try JSONParser().parse(Array(text.utf8))
  }
}

/// One pass over one text: the containers that are open, and the value that was read last.
private struct ParseRun {
  enum Open {
    case array([JSONValue])
    case object(ObjectBuilder, name: String)
  }

  var scanner: ByteScanner
  let depthLimit: Int
  var open: [Open] = []

  mutating func document() throws(JSONSyntaxError) -> JSONValue {
    scanner.skipSpace()
    while true {
      var value = try startValue()
      while let finished = value {
        scanner.skipSpace()
        guard !open.isEmpty else {
          if !scanner.isAtEnd { throw scanner.fault(.trailingText) }
          return finished
        }
        value = try place(finished)
      }
    }
  }

  /// Reads a leaf or an empty container, or opens a container and answers nil.
  mutating func startValue() throws(JSONSyntaxError) -> JSONValue? {
    guard let next = scanner.peek else { throw scanner.fault(.unexpectedEnd) }
    switch next {
    case UInt8(ascii: "{"): return try startContainer(isObject: true)
    case UInt8(ascii: "["): return try startContainer(isObject: false)
    case UInt8(ascii: "\""): return .string(try scanner.string())
    case UInt8(ascii: "t"): return try scanner.word("true", .bool(true))
    case UInt8(ascii: "f"): return try scanner.word("false", .bool(false))
    case UInt8(ascii: "n"): return try scanner.word("null", .null)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      return .number(try scanner.number())
    default: throw scanner.fault(.unexpectedByte)
    }
  }

  mutating func startContainer(isObject: Bool) throws(JSONSyntaxError) -> JSONValue? {
    guard open.count < depthLimit else { throw scanner.fault(.tooDeep(limit: depthLimit)) }
    scanner.advance()
    scanner.skipSpace()
    if isObject {
      if scanner.take(UInt8(ascii: "}")) { return .object([]) }
      open.append(.object(ObjectBuilder(), name: try memberName()))
    } else {
      if scanner.take(UInt8(ascii: "]")) { return .array([]) }
      open.append(.array([]))
    }
    return nil
  }

  mutating func memberName() throws(JSONSyntaxError) -> String {
    guard scanner.peek == UInt8(ascii: "\"") else { throw scanner.fault(.expectedName) }
    let name = try scanner.string()
    scanner.skipSpace()
    guard scanner.take(UInt8(ascii: ":")) else { throw scanner.fault(.expectedColon) }
    scanner.skipSpace()
    return name
  }

  /// Puts a finished value into the innermost container; the container itself, where it ends here.
  mutating func place(_ value: JSONValue) throws(JSONSyntaxError) -> JSONValue? {
    switch open.removeLast() {
    case .array(var elements):
      elements.append(value)
      if scanner.take(UInt8(ascii: "]")) { return .array(elements) }
      try comma()
      open.append(.array(elements))
    case .object(var builder, let name):
      guard builder.add(name, value) else { throw scanner.fault(.duplicateName(name)) }
      if scanner.take(UInt8(ascii: "}")) {
        return JSONValue(
          .object(ObjectNode(unique: builder.members, places: builder.finishedPlaces)))
      }
      try comma()
      let start = scanner.offset
      let next = try memberName()
      if builder.place(of: next) != nil {
        throw JSONSyntaxError(kind: .duplicateName(next), offset: start)
      }
      open.append(.object(builder, name: next))
    }
    return nil
  }

  mutating func comma() throws(JSONSyntaxError) {
    guard scanner.take(UInt8(ascii: ",")) else {
      throw scanner.fault(.expectedCommaOrEnd)
    }
    scanner.skipSpace()
  }
}
