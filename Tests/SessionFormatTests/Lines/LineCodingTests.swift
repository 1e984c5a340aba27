import SessionFormat
import Testing

@Suite("Lines as bytes")
struct LineCodingTests {
  static func read(
    _ bytes: [UInt8], _ rule: LineCoding.CRCRule = .either, isChecked: Bool = true
  ) throws(LineError) -> (line: SessionLine, hasCRC: Bool) {
    let result = bytes.withUnsafeBufferPointer { buffer in
      Result { () throws(LineError) in
        try LineCoding.line(buffer, crc: rule, isChecked: isChecked)
      }
    }
    return try result.get()
  }

  /// The text with the checksum that its start up to the mark `«` has, put at the mark.
  static func summed(_ text: String) -> [UInt8] {
    let parts = text.split(separator: "«", omittingEmptySubsequences: false)
    let start = Array(parts[0].utf8)
    let member = #","crc":"\#(CRC32C.text(CRC32C.checksum(start)))""#
    return start + Array(member.utf8) + Array(parts.dropFirst().joined().utf8)
  }

  @Test("a line is written with its checksum last and a line feed")
  func writesExactBytes() {
    let end = SessionLine.end(EndLine(n: 3, t: 120)).document
    #expect(
      String(decoding: LineCoding.bytes(of: end), as: UTF8.self)
        == #"{"kind":"end","n":3,"t":120,"crc":"50de48aa"}"# + "\n")
    #expect(
      String(decoding: LineCoding.bytes(of: end, crc: false), as: UTF8.self)
        == #"{"kind":"end","n":3,"t":120}"# + "\n")
  }

  @Test(
    "a line of any kind comes back from its bytes, with and without a checksum",
    arguments: LineSamples.minimal + LineSamples.full)
  func roundTrips(text: String) throws {
    let document = try JSONValue(parsing: text)
    let summed = LineCoding.bytes(of: document)
    #expect(summed == Self.summed(String(text.dropLast()) + "«}\n"))
    for rule in [LineCoding.CRCRule.required, .either] {
      let (line, hasCRC) = try Self.read(summed.dropLast(), rule)
      #expect(hasCRC)
      #expect(line == (try SessionLine(document)))
      #expect(LineCoding.bytes(of: line.document) == summed)
    }
    let plain = LineCoding.bytes(of: document, crc: false)
    for rule in [LineCoding.CRCRule.forbidden, .either] {
      let (line, hasCRC) = try Self.read(plain.dropLast(), rule)
      #expect(!hasCRC)
      #expect(LineCoding.bytes(of: line.document, crc: false) == plain)
    }
  }

  @Test("checksum rules are kept: required, forbidden, last, right")
  func keepsRules() throws {
    func fault(
      _ bytes: [UInt8], _ rule: LineCoding.CRCRule, isChecked: Bool = true
    ) throws -> LineError {
      try #require(throws: LineError.self) { try Self.read(bytes, rule, isChecked: isChecked) }
    }
    let good = Self.summed(#"{"kind":"end","n":1,"t":2«}"#)
    let start = good.count - #","crc":"00000000"}"#.utf8.count
    let plain = Array(#"{"kind":"end","n":1,"t":2}"#.utf8)
    var wrong = good
    wrong[start - 1] = UInt8(ascii: "3")

    #expect(try fault(plain, .required).reason == .missingCRC)
    #expect(try fault(plain, .required).offset == plain.count)
    #expect(try fault(good, .forbidden).reason == .unexpectedCRC)
    #expect(try fault(good, .forbidden).offset == start)
    for rule in [LineCoding.CRCRule.required, .either] {
      #expect(try fault(wrong, rule).reason == .wrongCRC)
      #expect(try fault(wrong, rule).offset == start)
      #expect(
        try Self.read(wrong, rule, isChecked: false).line.document.description.hasSuffix("3}"))
    }
    let notLast = Self.summed(#"{"kind":"end","n":1«,"t":2}"#)
    #expect(try fault(notLast, .required).reason == .crcNotLast)
    #expect(try fault(notLast, .either, isChecked: false).reason == .crcNotLast)
    #expect(try fault(Array(#"{"crc":"00000000"}"#.utf8), .either).reason == .crcNotLast)
    #expect(try fault(Array("[]".utf8), .either).reason == .fault(.notAnObject))
    #expect(try fault(Array("{".utf8), .either).reason == .syntax(.unexpectedEnd))
    #expect(
      try fault(Array(#"{"kind":"end","n":1}"#.utf8), .either).reason == .fault(.missing("t")))
  }

  @Test("blanks behind a checksum are damage, but for one CR, that of a line end that is cut off")
  func refusesBlanksBehind() throws {
    let good = Self.summed(#"{"kind":"end","n":1,"t":2«}"#)
    #expect(try Self.read(good + [0x0D], .required).hasCRC)
    for blanks: [UInt8] in [[0x09], [0x20], [0x0D, 0x0D], [0x09, 0x0D], [0x0D, 0x20]] {
      for rule in [LineCoding.CRCRule.required, .either] {
        let error = try #require(throws: LineError.self) { try Self.read(good + blanks, rule) }
        #expect(error.reason == .blanksBehindCRC)
        #expect(error.offset == good.count)
      }
    }
    let plain = Array(#"{"kind":"end","n":1,"t":2} "#.utf8)
    #expect(try !Self.read(plain, .forbidden).hasCRC)
  }

  static let values = [
    #"0"#, "null", "12345678", #"["00000000"]"#, #""""#, #""0000000""#, #""000000000""#,
  ]

  @Test("a checksum that is no text of 8 digits is wrong", arguments: values)
  func refusesOtherValues(value: String) throws {
    let text = #"{"kind":"end","n":1,"t":2,"crc":\#(value)}"#
    let error = try #require(throws: LineError.self) { try Self.read(Array(text.utf8)) }
    #expect(error.reason == .wrongCRC)
  }

  @Test("a checksum in upper case is wrong")
  func refusesUpperCase() throws {
    let good = String(decoding: Self.summed(#"{"kind":"end","n":3,"t":120«}"#), as: UTF8.self)
    let upper = good.replacing("50de48aa", with: "50DE48AA")
    try #require(upper != good)
    let error = try #require(throws: LineError.self) { try Self.read(Array(upper.utf8)) }
    #expect(error.reason == .wrongCRC)
  }

  @Test("what looks like a checksum inside a value is part of the value")
  func findsTheLastMarker() throws {
    let lines = [
      #"{"kind":"mark","n":1,"t":2,"text":"a,\"crc\":\"00000000\"}"«}"#,
      #"{"kind":"keyframe","n":1,"state":{"a":1,"crc":"00000000"}«}"#,
      #"{"kind":"keyframe","n":1,"state":["a","crc"]«}"#,
      #"{"kind":"mark","n":1,"t":2,"text":"x,","x":{"y":[",","crc"]}«}"#,
    ]
    for text in lines {
      let bytes = Self.summed(text)
      let (line, hasCRC) = try Self.read(bytes, .required)
      #expect(hasCRC)
      #expect(LineCoding.bytes(of: line.document) == bytes + [0x0A])
    }
    // Without a checksum of its own, a line with one inside has none.
    let inside = Array(#"{"kind":"keyframe","n":1,"state":{"a":1,"crc":"00000000"}}"#.utf8)
    #expect(try Self.read(inside, .forbidden).hasCRC == false)
    let error = try #require(throws: LineError.self) { try Self.read(inside, .required) }
    #expect(error.reason == .missingCRC)
  }

  @Test(
    "every flip of one bit in a line with a checksum is an error",
    arguments: LineSamples.minimal + LineSamples.full)
  func detectsEveryBitFlip(text: String) throws {
    let bytes = Array(LineCoding.bytes(of: try JSONValue(parsing: text)).dropLast())
    for place in bytes.indices {
      for bit in 0..<8 {
        var flipped = bytes
        flipped[place] ^= 1 << bit
        if let read = try? Self.read(flipped, .required) {
          Issue.record("bit \(bit) of byte \(place) goes unseen: \(read.line.document)")
        }
      }
    }
  }

  @Test("every cut of a line with a checksum is an error")
  func detectsEveryCut() throws {
    for text in LineSamples.full {
      let bytes = Array(LineCoding.bytes(of: try JSONValue(parsing: text)).dropLast())
      for length in bytes.indices {
        let read = try? Self.read(Array(bytes[..<length]), .either)
        #expect(read == nil, "\(length) bytes of \(text)")
      }
    }
  }

  static let words: [(text: String, rule: LineCoding.CRCRule, words: String)] = [
    (
      #"{"kind":"end","n":1,"t":2}"#, .required,
      "the checksum (crc) is missing, other lines have one; "
        + "to edit a session by hand, delete crc on all lines, or run inspect repair --recrc"
    ),
    (
      #"{"kind":"end","n":1,"t":2,"crc":"00000000"}"#, .forbidden,
      "the line has a checksum (crc), other lines have none; "
        + "to edit a session by hand, delete crc on all lines, or run inspect repair --recrc"
    ),
    (
      #"{"kind":"end","n":1,"t":2,"crc":"00000000"}"#, .either,
      "the checksum (crc) does not match: the line was changed or damaged; "
        + "to edit a session by hand, delete crc on all lines, or run inspect repair --recrc"
    ),
    (
      #"{"kind":"end","crc":"00000000","n":1}"#, .either,
      "the checksum (crc) is not the last member"
    ),
    (#"{"kind":"end","n":1}"#, .either, #"the member "t" is missing"#),
    (#"{"kind":"end","kind":"end"}"#, .either, #"the name "kind" comes twice in one object"#),
  ]

  @Test("a fault of a line is told in words", arguments: words)
  func tellsFaults(text: String, rule: LineCoding.CRCRule, words: String) throws {
    let error = try #require(throws: LineError.self) { try Self.read(Array(text.utf8), rule) }
    #expect(error.description == words)
  }
}
