package import Inspector

/// What the value of an argument, an option or a setting may be.
package struct ValueForm<Value> {
  /// What a person may write, for messages.
  let words: String
  /// The value of a text; nil if it has none.
  let parse: (String) -> Value?

  /// The value of a text.
  ///
  /// - Parameter refused: Makes the error of its reason.
  package func read(
    _ text: String, of name: String, _ refused: (String) -> InspectorError
  ) throws(InspectorError) -> Value {
    guard let value = parse(text) else { throw refused("\(name) is \(words), not \(text)") }
    return value
  }
}

extension ValueForm where Value: RawRepresentable<String> & CaseIterable {
  /// One word of several.
  package static var word: ValueForm {
    let all = Value.allCases.map(\.rawValue)
    let words = all.dropLast().joined(separator: ", ") + " or \(all.last ?? "")"
    return ValueForm(words: words, parse: Value.init(rawValue:))
  }
}

extension ValueForm<Int> {
  /// A number of things.
  package static var count: ValueForm { number(1...Int.max, "a number of 1 or more") }

  /// A number of things, of which there may be none.
  static var countOrNone: ValueForm { number(0...Int.max, "a number of 0 or more") }

  /// How many seconds a host may take for an answer.
  package static var patience: ValueForm {
    number(1...86_400, "a number of seconds from 1 to 86400")
  }

  static func number(_ range: ClosedRange<Int>) -> ValueForm {
    number(range, "a number from \(range.lowerBound) to \(range.upperBound)")
  }

  private static func number(_ range: ClosedRange<Int>, _ words: String) -> ValueForm {
    ValueForm(words: words) { Int($0).flatMap { range.contains($0) ? $0 : nil } }
  }

  /// A number of bytes as a person writes it: `4096`, `64K`, `500M`, `4G`.
  package static var bytes: ValueForm {
    ValueForm(words: "a number of bytes of 1 or more, which may end in K, M or G") { text in
      let units: [Character: Int] = ["K": 1 << 10, "M": 1 << 20, "G": 1 << 30]
      let unit = text.last.flatMap { units[Character($0.uppercased())] }
      guard let number = Int(unit == nil ? text[...] : text.dropLast()), number > 0 else {
        return nil
      }
      let (bytes, overflow) = number.multipliedReportingOverflow(by: unit ?? 1)
      return overflow ? nil : bytes
    }
  }
}

extension ValueForm<ClosedRange<Int>> {
  /// Steps as `5-9`, or one of them.
  static var steps: ValueForm {
    ValueForm(words: "a number or two, such as 5-9, the smaller one first") { text in
      let ends = text.split(omittingEmptySubsequences: false) { "-–".contains($0) }.map { Int($0) }
      guard let first = ends.first ?? nil, let last = ends.last ?? nil, ends.count <= 2,
        first <= last
      else { return nil }
      return first...last
    }
  }
}
