import SessionFormat
import Testing

/// Action lines are read without making documents: what is said of them must be what these say.
@Suite("Action lines read where they stand")
struct ActionReaderTests {
  private struct Payload: Codable, Equatable {
    var name: String?
    var list: [Int]?
  }

  private static let plain =
    #"{"kind":"action","n":12,"t":340,"type":"a.b","action":{"name":"x\"é","list":[1,20]}}"#

  private static var lines: [String] {
    get throws {
      let document = try JSONValue(parsing: plain)
      let whole = String(decoding: LineCoding.bytes(of: document).dropLast(), as: UTF8.self)
      let front = plain.dropLast()
      return [
        plain, whole, front + #","from":3,"at":"F:1"}"#, front + #","crc":"0123456"}"#,
        #"{"kind":"action","n":0,"t":0,"type":"","action":{}}"#,
      ]
    }
  }

  /// What the line says, by way of its document.
  private static func read(_ line: [UInt8]) -> (ActionLine, Payload?)? {
    guard let document = try? JSONParser().parse(line), let object = document.object,
      case .action(let action)? = try? SessionLine(.object(object.filter { $0.name != "crc" }))
    else { return nil }
    return (action, try? ValueDecoder().decode(Payload.self, from: action.action))
  }

  /// Reads a line both ways; whether it was read where it stands.
  private static func check(_ line: [UInt8], by reader: ActionReader) -> Bool {
    line.withUnsafeBufferPointer { bytes in
      guard let found = reader.read(bytes) else { return false }
      guard let (action, payload) = read(line) else {
        Issue.record("took \(String(decoding: line, as: UTF8.self))")
        return true
      }
      let decoded = try? reader.decode(Payload.self)
      if (found.n, found.t, found.type) != (action.n, action.t, action.type) || decoded != payload {
        Issue.record("\(found), \(decoded as Any) for \(String(decoding: line, as: UTF8.self))")
      }
      return true
    }
  }

  @Test("lines of the usual layout are read, whatever follows the action")
  func usual() throws {
    let reader = ActionReader()
    for line in try Self.lines { #expect(Self.check(Array(line.utf8), by: reader), "\(line)") }
  }

  @Test("with any byte left out, doubled or changed a line says what its document says, or nothing")
  func damaged() throws {
    let reader = ActionReader()
    var read = 0
    for line in try Self.lines {
      let bytes = Array(line.utf8)
      for place in bytes.indices {
        var variants = [bytes[..<place] + bytes[(place + 1)...], bytes[...place] + bytes[place...]]
        for other in #"0 1-9ae"\,:{}[]\#u{0}\#u{7F}é"#.utf8 {
          variants.append(bytes[..<place] + [other] + bytes[(place + 1)...])
        }
        for variant in variants where Self.check(Array(variant), by: reader) { read += 1 }
      }
    }
    #expect(read > 500)
  }

  @Test("what is left out, put in or written otherwise is left to others")
  func unusual() {
    let reader = ActionReader()
    for line in [
      "", "{", #"{"kind":"action","n":"#, #"{"kind":"action","n":1,"t":1,"type":"a"}"#,
      #"{"kind":"action","n":01,"t":1,"type":"a","action":{}}"#,
      #"{"kind":"action","n":1,"t":1,"type":"a","action":}"#,
      #"{"kind":"action","n":1,"t":1,"type":"a","action":{},"opaque":true}"#,
      #"{"kind":"action","t":1,"n":1,"type":"a","action":{}}"#,
      #"{"kind":"action","n":1,"t":1,"type":"a","action":"#
        + String(repeating: "[", count: 512) + String(repeating: "]", count: 512) + "}",
    ] {
      #expect(!Self.check(Array(line.utf8), by: reader), "\(line)")
    }
    let deep =
      #"{"kind":"action","n":1,"t":1,"type":"a","action":"# + String(repeating: "[", count: 511)
      + String(repeating: "]", count: 511) + "}"
    #expect(Self.check(Array(deep.utf8), by: reader))
  }
}
