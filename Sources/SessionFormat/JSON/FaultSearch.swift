/// Finds the first fault of a text that cannot be parsed.
///
/// It is slower than parsing, which only reports that there is a fault.
struct FaultSearch {
  private enum Open {
    case array
    case object(Set<NameKey>)
  }

  private var scanner: ByteScanner
  private let depthLimit: Int
  private var open: [Open] = []

  init(scanner: ByteScanner, depthLimit: Int) {
    (self.scanner, self.depthLimit) = (scanner, depthLimit)
  }

  /// Checks the whole text.
  ///
  /// - Throws: The first fault; nothing if there is none.
  mutating func document() throws(JSONSyntaxError) {
    scanner.skipSpace()
    while true {
      var isFinished = try startValue()
      while isFinished {
        scanner.skipSpace()
        guard !open.isEmpty else {
          if !scanner.isAtEnd { throw scanner.fault(.trailingText) }
          return
        }
        isFinished = try finishValue()
      }
    }
  }

  /// Passes a leaf or an empty container and returns true, or opens a container and returns false.
  private mutating func startValue() throws(JSONSyntaxError) -> Bool {
    guard let next = scanner.peek else { throw scanner.fault(.unexpectedEnd) }
    switch next {
    case UInt8(ascii: "{"): return try startContainer(isObject: true)
    case UInt8(ascii: "["): return try startContainer(isObject: false)
    case UInt8(ascii: "\""): _ = try scanner.string()
    case UInt8(ascii: "t"): try scanner.word("true")
    case UInt8(ascii: "f"): try scanner.word("false")
    case UInt8(ascii: "n"): try scanner.word("null")
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try scanner.number()
    default: throw scanner.fault(.unexpectedByte)
    }
    return true
  }

  private mutating func startContainer(isObject: Bool) throws(JSONSyntaxError) -> Bool {
    guard open.count < depthLimit else { throw scanner.fault(.tooDeep(limit: depthLimit)) }
    scanner.advance()
    scanner.skipSpace()
    if scanner.take(isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) { return true }
    if isObject {
      var names: Set<NameKey> = []
      try memberName(&names)
      open.append(.object(names))
    } else {
      open.append(.array)
    }
    return false
  }

  private mutating func memberName(_ names: inout Set<NameKey>) throws(JSONSyntaxError) {
    let start = scanner.offset
    guard scanner.peek == UInt8(ascii: "\"") else { throw scanner.fault(.expectedName) }
    let name = try scanner.string()
    scanner.skipSpace()
    guard scanner.take(UInt8(ascii: ":")) else { throw scanner.fault(.expectedColon) }
    scanner.skipSpace()
    guard names.insert(NameKey(name)).inserted else {
      throw JSONSyntaxError(kind: .duplicateName(name), offset: start)
    }
  }

  /// Continues after a value; returns whether that ended the container around it.
  private mutating func finishValue() throws(JSONSyntaxError) -> Bool {
    switch open.removeLast() {
    case .array:
      if scanner.take(UInt8(ascii: "]")) { return true }
      try comma()
      open.append(.array)
    case .object(var names):
      if scanner.take(UInt8(ascii: "}")) { return true }
      try comma()
      try memberName(&names)
      open.append(.object(names))
    }
    return false
  }

  private mutating func comma() throws(JSONSyntaxError) {
    guard scanner.take(UInt8(ascii: ",")) else { throw scanner.fault(.expectedCommaOrEnd) }
    scanner.skipSpace()
  }
}
