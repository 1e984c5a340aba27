import SessionFormat
import Testing

@testable import Inspector

@Suite("The shapes of secrets")
struct SecretShapesTests {
  /// A text with what is found in it, each between « and ».
  private func marked(_ text: String) -> String {
    var copy = text
    return copy.withUTF8 { bytes in
      var out: [UInt8] = []
      var at = 0
      for found in TextSecrets().found(in: bytes) {
        out += bytes[at..<found.span.range.lowerBound]
        out += Array("«".utf8) + bytes[found.span.range] + Array("»".utf8)
        at = found.span.range.upperBound
      }
      return String(decoding: out + bytes[at...], as: UTF8.self)
    }
  }

  @Test(
    "what is one, and how far it goes",
    arguments: [
      "write to «ann@example.org».", "<«o'neil+tag@mail.example.co.uk»>", "«müller@bücher.example»",
      "mailto:«ann@example.org»?subject=x", "pay with «4111 1111 1111 1111» now",
      "«4111111111111111»", "amex «3782-822463-10005»", "to «DE89370400440532013000»",
      "to «DE89 3704 0044 0532 0130 00» please", "call «+49 30 901820»", "«+1-202-555-0143»",
      "«(202) 555-0143»", "«202-555-0143»", "https://ann:«s3cret»@example.org/",
      "postgres://app:«p%40ss»@db:5432/x", "GET /?token=«abc123»&page=2",
      "password=«hunter2»", #"{"password":"«hunter2»","n":1}"#, #"{\"pin\":\"«1234»\"}"#,
      #"{"pin":«1234»}"#, "Authorization: «Bearer x7y8z9a0b1»", "then Bearer «x7y8z9a0b1c2»",
      "Basic «YW5uOmh1bnRlcjI=»", "key «AKIAIOSFODNN7EXAMPLE» in eu",
      "Cookie: «sid=12; theme=dark»",
      "-----BEGIN PRIVATE KEY-----«\nMIIEvQ\n»-----END PRIVATE KEY-----",
      "q=«ann%40example.org»&x", #"{"mail":"«ann\u0040example.org»"}"#,
      "«eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl»",
      "data «bm90ZTogYW5uQGV4YW1wbGUub3Jn» end",
    ])
  func secrets(text: String) {
    let plain = text.replacing("«", with: "").replacing("»", with: "")
    #expect(marked(plain) == text)
  }

  @Test(
    "what only looks like one",
    arguments: [
      "photo@2x.png", "@available", "a@b", "x@1.2.3", "4111 1111 1111 1112", "1700000000000000",
      "2026-11-26T21:00:00+01:00", "DE88370400440532013000", "+12 34", "1.4111111111111111",
      "00000000-0000-4000-8000-000000000001", "https://example.org/a:b@c", "ssh://git@host/x",
      "Bearer authentication failed", "basic understanding", "token=null", "password: unknown",
      "tokens", "AKIA", "sk-ip this", "3f2504e04f8941d39a0c0305e82c3301", "20-11-2026", "1-2-3-4",
      "", "eyJhbGciOiJIUzI1NiJ9", "deadbeefdeadbeef", "VGhlIHF1aWNrIGJyb3duIGZveA==",
    ])
  func others(text: String) { #expect(marked(text) == text) }

  @Test("long texts of nothing but beginnings take time in proportion to their length")
  func hostile() {
    let beginnings = [
      "a@", "://a:", "eyJ.", "-----BEGIN PRIVATE KEY-----", "1 ", "4111 ", "password=",
      "\"pin\":\"",
      "\\\"pin\\\":\\\"", "DE89 ", "+1 ", "(", "Bearer ", "%41", "\\u0041", "AAAA", "a.a@a.",
    ]
    let clock = ContinuousClock()
    for beginning in beginnings {
      let text = String(repeating: beginning, count: 200_000 / beginning.utf8.count)
      let time = clock.measure { _ = marked(text) }
      #expect(time < .seconds(20), "\(beginning)")
    }
  }
}
