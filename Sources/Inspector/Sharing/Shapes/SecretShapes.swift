import SessionFormat

/// Finds what looks like a secret in a text, by bytes.
///
/// Most bytes cost a look into a table: only a few begin something that is looked at further.
struct SecretShapes: Sendable {
  /// What is looked at from a byte on.
  private enum Trigger {
    static let none: UInt8 = 0
    static let digit: UInt8 = 1
    static let at: UInt8 = 2
    static let colon: UInt8 = 3
    static let equals: UInt8 = 4
    static let plus: UInt8 = 5
    static let bracket: UInt8 = 6
    /// The beginning of a prefix, if the byte after it fits.
    static let prefix: UInt8 = 7
    static let tag: UInt8 = 8
  }

  static let shared = SecretShapes()

  private let triggers: [UInt8]
  /// Whether two bytes begin a prefix: a table of all pairs.
  private let pairs: [Bool]
  private let tokens: [UInt8: [IssuedToken]]
  let names: SecretNameTable

  private init() {
    var triggers = [UInt8](repeating: Trigger.none, count: 256)
    var pairs = [Bool](repeating: false, count: 1 << 16)
    func add(_ first: UInt8, _ second: UInt8) {
      triggers[Int(first)] = Trigger.prefix
      pairs[Int(first) << 8 | Int(second)] = true
    }
    for token in IssuedToken.all {
      add(token.prefix.utf8Start[0], token.prefix.utf8Start[1])
    }
    for pair in ["be", "Be", "BE", "ba", "Ba", "BA", "ey", "--"] {
      let bytes = Array(pair.utf8)
      add(bytes[0], bytes[1])
    }
    for byte in UInt8(ascii: "0")...UInt8(ascii: "9") { triggers[Int(byte)] = Trigger.digit }
    triggers[Int(UInt8(ascii: "@"))] = Trigger.at
    triggers[Int(UInt8(ascii: ":"))] = Trigger.colon
    triggers[Int(UInt8(ascii: "="))] = Trigger.equals
    triggers[Int(UInt8(ascii: "+"))] = Trigger.plus
    triggers[Int(UInt8(ascii: ">"))] = Trigger.tag
    triggers[Int(UInt8(ascii: "("))] = Trigger.bracket
    (self.triggers, self.pairs) = (triggers, pairs)
    tokens = Dictionary(grouping: IssuedToken.all) { $0.prefix.utf8Start[0] }
    names = SecretNameTable.shared
  }

  /// The secrets of a text, in order, none of which overlap.
  ///
  /// Complexity: O(count), mostly one look into a table for a byte.
  func spans(in text: UnsafeBufferPointer<UInt8>) -> [SecretSpan] {
    var found: [SecretSpan] = []
    triggers.withUnsafeBufferPointer { triggers in
      pairs.withUnsafeBufferPointer { pairs in
        // Bytes before it were taken.
        var (at, free) = (0, 0)
        while at < text.count {
          let trigger = triggers[Int(text[at])]
          if trigger == Trigger.none {
            at &+= 1
            continue
          }
          if trigger == Trigger.prefix {
            guard at + 1 < text.count, pairs[Int(text[at]) << 8 | Int(text[at + 1])] else {
              at &+= 1
              continue
            }
          }
          if trigger == Trigger.colon, let inner = container(behind: at, free: free, text) {
            found += inner.spans
            (at, free) = (inner.end, inner.end)
            continue
          }
          var next = at + 1
          let span = span(trigger, at, free: free, text, &next)
          if let span, span.range.lowerBound >= free {
            found.append(span)
            (at, free) = (max(next, span.range.upperBound), span.range.upperBound)
          } else {
            at = next
          }
        }
      }
    }
    return found
  }

  /// - Parameters:
  ///   - free: Where no secret was found yet.
  ///   - next: Where the search goes on, if not at the next byte.
  private func span(
    _ trigger: UInt8, _ at: Int, free: Int, _ text: UnsafeBufferPointer<UInt8>, _ next: inout Int
  ) -> SecretSpan? {
    switch trigger {
    // A prefix that begins with a digit.
    case Trigger.digit: text.has("1//0", at: at) ? prefixed(at, text) : number(at, text, &next)
    case Trigger.at: email(around: at, free: free, text)
    case Trigger.colon: credentials(behind: at, text) ?? value(behind: at, free: free, text)
    case Trigger.equals: parameter(behind: at, free: free, text)
    case Trigger.plus, Trigger.bracket: phone(at, text)
    case Trigger.tag: element(behind: at, free: free, text)
    default: prefixed(at, text)
    }
  }

  /// What begins with a prefix.
  private func prefixed(_ at: Int, _ text: UnsafeBufferPointer<UInt8>) -> SecretSpan? {
    guard text.isBoundary(at) else { return nil }
    for token in tokens[text[at]] ?? [] {
      if let span = token.span(at: at, in: text) { return span }
    }
    return switch text[at] {
    case UInt8(ascii: "e"): jwt(at, text)
    case UInt8(ascii: "-"): privateKey(at, text)
    default: header(at, text)
    }
  }
}
