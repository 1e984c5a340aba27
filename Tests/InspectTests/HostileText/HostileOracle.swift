import Foundation

/// What of an output acts on a terminal and is not the program's own.
enum HostileOracle {
  /// What acts in the bytes of a pipe: only the end of a line may.
  static func acting(inPipe bytes: [UInt8]) -> [String] {
    guard let text = String(validating: bytes, as: UTF8.self) else { return ["no UTF-8"] }
    return names(text.unicodeScalars.filter { $0 != "\n" && HostileAlphabet.acts($0) })
  }

  /// What acts in the output of a program at its terminal, beside the sequences that it may write.
  static func acting(atTerminal text: String, besides isOwn: (String) -> Bool) -> [String] {
    let scalars = Array(text.unicodeScalars)
    var found: [Unicode.Scalar] = []
    var place = 0
    while place < scalars.count {
      let scalar = scalars[place]
      defer { place += 1 }
      guard scalar != "\n", HostileAlphabet.acts(scalar) else { continue }
      if scalar == "\r", place + 1 < scalars.count, scalars[place + 1] == "\n" { continue }
      let end = sequenceEnd(scalars, place)
      let sequence = String(String.UnicodeScalarView(scalars[place..<end]))
      let isMarked = place >= 2 && scalars[place - 2] == "z" && scalars[place - 1] == "Q"
      if !isMarked, isOwn(sequence) { place = end - 1 } else { found.append(scalar) }
    }
    return names(found)
  }

  /// Where the control sequence that begins at a place ends.
  private static func sequenceEnd(_ scalars: [Unicode.Scalar], _ start: Int) -> Int {
    guard scalars[start] == "\u{1B}", start + 1 < scalars.count else { return start + 1 }
    guard scalars[start + 1] == "[" else { return start + 2 }
    let final = scalars[(start + 2)...].firstIndex { !(0x20...0x3F).contains($0.value) }
    return final.map { $0 + 1 } ?? scalars.count
  }

  /// What is wrong in what was written to pipes for a use.
  static func faults(
    of use: HostileUse, _ output: [UInt8], _ error: [UInt8], _ format: String
  ) -> [String] {
    var faults = acting(inPipe: error).map { "\($0) to standard error" }
    // The canonical form is hashed and signed byte for byte; only a terminal gets it escaped.
    if !use.name.contains("--canonical") {
      faults += acting(inPipe: output).map { "\($0) to standard output" }
      if shows(output + error) == use.isSilent {
        let said = String(decoding: output.prefix(200) + error.prefix(200), as: UTF8.self)
        faults.append("hostile text is \(use.isSilent ? "shown" : "not shown"): \(said)")
      }
    }
    if format != "text", !writesOtherForms(use), !output.split(separator: 0x0A).allSatisfy(isJSON) {
      faults.append("no JSON")
    }
    return faults.map { "\(use.name) as \(format): \($0)" }
  }

  /// Whether hostile text is in it, with its escapes.
  private static func shows(_ bytes: [UInt8]) -> Bool {
    // A name in a path is JSON of its own, within that of the line.
    [#"\u"#, #"\\u"#].contains {
      bytes.firstRange(of: Array("\(HostileAlphabet.marker)\($0)".utf8)) != nil
    }
  }

  private static func isJSON(_ line: ArraySlice<UInt8>) -> Bool {
    (try? JSONSerialization.jsonObject(with: Data(line), options: .fragmentsAllowed)) != nil
  }

  private static func writesOtherForms(_ use: HostileUse) -> Bool {
    ["complete", "export", "report"].contains(use.command)
      || ["--junit -", "--tap -", "--summary -", "| cat"].contains { use.name.hasSuffix($0) }
  }

  private static func names(_ scalars: [Unicode.Scalar]) -> [String] {
    Set(scalars.map(\.value)).sorted().map { "U+" + String($0, radix: 16, uppercase: true) }
  }
}
