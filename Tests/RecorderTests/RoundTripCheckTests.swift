import Foundation
import SessionFormat
import Testing

@testable import Recorder

/// As a server's entity often is: its own decoding reads other names than synthesised encoding writes.
private struct Scene: Codable {
  let photoUrl: String
  private enum Keys: String, CodingKey { case photoUrl = "photo_url" }
  init(photoUrl: String) { self.photoUrl = photoUrl }
  init(from decoder: any Decoder) throws {
    let keys = try decoder.container(keyedBy: Keys.self)
    photoUrl = try keys.decode(String.self, forKey: .photoUrl)
  }
}

/// A date that is written with fractions and read without.
private struct Stamp: Codable {
  var seconds: Double
  init(_ seconds: Double) { self.seconds = seconds }
  init(from decoder: any Decoder) throws {
    seconds = try decoder.singleValueContainer().decode(Double.self).rounded(.down)
  }
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(seconds)
  }
}

/// A number that is written in full and kept as a `Float`.
private struct Gauge: Codable {
  var level: Double
  private enum CodingKeys: CodingKey { case level }
  init(_ level: Double) { self.level = level }
  init(from decoder: any Decoder) throws {
    let keys = try decoder.container(keyedBy: CodingKeys.self)
    level = Double(try keys.decode(Float.self, forKey: .level))
  }
}

/// Coding that gives one text for another.
private struct Rewritten: Codable {
  var text: String
  var note: String?
  var tags: [String: Int] = [:]

  init(text: String, note: String? = nil, tags: [String: Int] = [:]) {
    (self.text, self.note, self.tags) = (text, note, tags)
  }

  private enum CodingKeys: CodingKey { case text, note, tags }

  init(from decoder: any Decoder) throws {
    let keys = try decoder.container(keyedBy: CodingKeys.self)
    text = try keys.decode(String.self, forKey: .text).lowercased()
    note = try keys.decodeIfPresent(String.self, forKey: .note) == nil ? "none" : nil
    tags = try keys.decode([String: Int].self, forKey: .tags).mapValues { $0 % 10 }
  }
}

@Suite("The check of codings")
struct CodecCheckTests {
  private func faults<T: Codable>(_ value: T) throws -> [String] {
    let encoded = try ValueEncoder().encode(value).value
    return RoundTripCheck.faults(of: value, EncodedText(encoded)).map { "\($0.path): \($0.reason)" }
  }

  @Test("decoding that wants other names than encoding writes")
  func names() throws {
    let missing = #": decoding needs a member "photo_url", not written here"#
    #expect(try faults(Scene(photoUrl: "a")) == [missing])
    #expect(try faults(["list": [Scene(photoUrl: "a")]]) == ["/list/*\(missing)"])
  }

  @Test("fractions of a date that are read away, wherever they are, once for all elements")
  func dates() throws {
    #expect(try faults([Stamp(1), Stamp(1.5), Stamp(2.5)]) == ["/*: another number comes back"])
    #expect(try faults([Stamp(1), Stamp(2)]) == [])
    #expect(try faults(Stamp(0.5)) == [": another number comes back"])
    #expect(
      try faults(["a": [["b": Stamp(0.5)]], "c": [["b": Stamp(0.5)]]])
        == ["/a/*/b: another number comes back", "/c/*/b: another number comes back"])
  }

  @Test("a Double that is kept as a Float, where it does not fit one")
  func floats() throws {
    #expect(try faults(Gauge(0.1)) == ["/level: another number comes back"])
    #expect(try faults(Gauge(0.5)) == [])
  }

  @Test("a value that changes, comes or goes; members named as they are")
  func changes() throws {
    #expect(
      try faults(Rewritten(text: "A", tags: ["x/y": 10, "z": 1])) == [
        "/text: another string comes back", "/tags/x~1y: another number comes back",
        "/note: it comes back, but was not there",
      ])
    #expect(try faults(Rewritten(text: "a", note: "secret")) == ["/note: it does not come back"])
  }

  @Test("refusals are told by their kind, never with the value")
  func refusals() throws {
    enum Color: String, Codable { case red }
    struct Picky: Codable {
      struct Refusal: Error {}
      var color = "secret"
      init() {}
      init(from decoder: any Decoder) throws { throw Refusal() }
    }
    struct Painted: Codable {
      var color = "secret"
      private enum CodingKeys: CodingKey { case color }
      init() {}
      init(from decoder: any Decoder) throws {
        color = try decoder.container(keyedBy: CodingKeys.self)
          .decode(Color.self, forKey: .color).rawValue
      }
    }
    struct Counted: Codable {
      var color = "secret"
      private enum CodingKeys: CodingKey { case color }
      init() {}
      init(from decoder: any Decoder) throws {
        color = try String(
          decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .color))
      }
    }
    #expect(try faults(Picky()) == [": its decoding throws Refusal"])
    #expect(try faults(Painted()) == ["/color: its decoding refuses it"])
    #expect(try faults(Counted()) == ["/color: it does not decode as Int"])
  }

  @Test("what was decoded and does not encode again")
  func reencoding() throws {
    struct OneWay: Codable {
      struct Refusal: Error {}
      var isFresh = true
      private enum CodingKeys: CodingKey {}
      init() {}
      init(from decoder: any Decoder) throws { isFresh = false }
      func encode(to encoder: any Encoder) throws {
        guard isFresh else { throw Refusal() }
        _ = encoder.container(keyedBy: CodingKeys.self)
      }
    }
    #expect(try faults(OneWay()) == [": once decoded, it does not encode again"])
  }

  @Test("not lossy: sets in any order, null for nil, NaN, and what is only Encodable")
  func sound() throws {
    struct Explicit: Codable {
      var note: String?
      var ids: Set<Int> = Set(0..<50)
      var ratio = Double.nan
      private enum CodingKeys: CodingKey { case note, ids, ratio }
      init() {}
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(note, forKey: .note)
        try container.encode(ids, forKey: .ids)
        try container.encode(ratio, forKey: .ratio)
      }
    }
    struct OneSided: Encodable { var a = 1 }
    #expect(try faults(Explicit()) == [])
    #expect(RoundTripCheck.faults(of: OneSided(), EncodedText(["a": 2] as JSONValue)) == [])
  }

  @Test("not seen: what the encoding itself leaves out")
  func unseen() throws {
    struct Partial: Codable {
      var kept = 1
      var left = 2
      private enum CodingKeys: CodingKey { case kept }
    }
    struct Whole: Codable {
      var date: Date
      init(_ date: Date) { self.date = date }
      init(from decoder: any Decoder) throws {
        date = Date(timeIntervalSince1970: try decoder.singleValueContainer().decode(Double.self))
      }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(date.timeIntervalSince1970.rounded(.down))
      }
    }
    #expect(try faults(Partial(kept: 1, left: 9)) == [])
    #expect(try faults(Whole(Date(timeIntervalSince1970: 0.5))) == [])
  }

  @Test("what is nested too deep for a small stack is not decoded")
  func depth() throws {
    struct Chain: Codable {
      let next: [Chain]
      let end: Stamp
      init(_ depth: Int) {
        next = depth == 0 ? [] : [Chain(depth - 1)]
        end = Stamp(depth == 0 ? 0.5 : 1)
      }
    }
    // Each link is two levels, and the last has an empty array.
    #expect(
      try faults(Chain(63))
        == [String(repeating: "/next/*", count: 63) + "/end: another number comes back"])
    #expect(try faults(Chain(64)) == [])
  }

  @Test("of many places no more are named than the limit")
  func limit() throws {
    let many = Dictionary(uniqueKeysWithValues: (0..<100).map { ("key\($0)", Stamp(0.5)) })
    #expect(try faults(many).count == RoundTripCheck.faultLimit)
  }
}
