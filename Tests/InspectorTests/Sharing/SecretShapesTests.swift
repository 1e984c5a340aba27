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
    "any sign divides the words of a secret name",
    arguments: [
      "api·key", "api:key", "api/key", "api–key", "pass\u{A0}word", "x-api*key", "api--key",
    ])
  func dividers(name: String) {
    #expect(SecretNameTable.shared.contains(name))
  }

  @Test(
    "a name whose last words are a secret's is one, in any spelling",
    arguments: [
      "retypePassword", "keychainPassword", "hashedPassword", "wifipassword", "password2",
      "userPass", "oauthToken", "oauth2Token", "loginToken", "magic_token", "fooAPNSToken",
      "otpCode", "twoFactorCode", "loginPin", "new-pin", "cardCvv", "cardNo", "authCode",
      "codeVerifier", "connectionString", "STRIPE_SECRET_KEY", "AccountKey",
      "form[retypePassword]", "loginPasswordChanged", "contraseña", "contrasena", "пароль", "密码",
    ])
  func endings(name: String) {
    #expect(SecretNameTable.shared.contains(name))
    #expect(SecretNameTable.shared.contains("_" + name))
  }

  @Test(
    "a name that only has such a word in it, asks for a secret, or means something else is none",
    arguments: [
      "tokenCount", "pageToken", "nextPageToken", "cancellationToken", "CancellationToken",
      "designToken", "maxTokens", "pinned", "passenger", "pan", "pass", "mapPin", "margin", "spin",
      "statusCode", "isPassword", "hasToken", "showPassword", "forgotPassword", "passwordStrength",
      "secretary", "/api/auth/token", "Repeat the password",
    ])
  func harmless(name: String) { #expect(!SecretNameTable.shared.contains(name)) }

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
      "?k=-----BEGIN+EC+PRIVATE+KEY-----«+MIIEvQ+»-----END+EC+PRIVATE+KEY-----&p=1",
      "/tmp/Basic «YW5uOmh1bnRlcjI=».json",
      "q=«ann%40example.org»&x", #"{"mail":"«ann\u0040example.org»"}"#,
      "«eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl»",
      "data «bm90ZTogYW5uQGV4YW1wbGUub3Jn» end",
      // Digits beside a number.
      "«4111111111111111» «4242424242424242»", "«4111111111111111» 12/27",
      "«4111111111111111»-12-2027", "load.«4111111111111111»", "load.«369-663-3287»",
      "x«4111111111111111»",
      "12 «4111 1111 1111 1111» «4242 4242 4242 4242»",
      "«4111\u{A0}1111\u{A0}1111\u{A0}1111»", "«DE89\u{A0}3704\u{202F}0044 0532 0130 00»",
      "call «+49\u{A0}30\u{A0}901820»", "«202\u{2011}555\u{2011}0143»",
      // Names in all spellings, and blanks around the sign.
      "{\n  \"password\" : \"«hunter2hunter»\"\n}",
      #"{\n  \"pin\" : «0», \"password\" :\n \"«x1»\"}"#,
      "{ password = «hunter2»; }", #"Form(password: Optional("«hunter2»"))"#,
      "X-API-Key: «EdYJywJ5dgD5»", "X-API-Key=«EdYJ»", "apikey: «EdYJ»", "X-Auth-Token: «a b»",
      "X-CSRF-Token: «EdYJ»\r\nHost: x", #"Authorization: «Digest username="Mufasa", realm="x"»"#,
      #"curl -H "Authorization: «Bearer x7y8z9a0b1»" https://x"#,
      // A name with signs around it, or at the end of a path.
      "_password=«hunter2»", "user.password=«hunter2»", "form[password]=«hunter2»", "api.key=«h2»",
      #"{"$accessToken":"«Xk7pQ2»"}"#, "Kennwort = «hunter2»",
      // Names in tags, before arrows, in URLs that are signed, and in other languages.
      "<password>«hunter6canary99»</password>", "<ns:pin>«1234»</ns:pin>",
      "password => «hunterAcanary99»", "'password' => '«x»'", "AccountKey=«Eby8vdM02xNOcqF==»;x=1",
      "https://a.b/c?sv=1&sig=«Ab12Cd34Ef56Gh78Ij90»&se=2",
      "?X-Amz-Signature=«0123456789abcdef0123»", "ssn «078-05-1120»",
      "Social Security Number: «078-05-1120»", "contraseña=«hunter2»", "密码=«hunter2»",
      // An object or array below a name.
      #"{"credentials":{"user":"«ann»","pw":"«Xk7pQ2»"},"id":"x"}"#,
      #"{"passwords" : [ "«a1b2»", «17», {"b":null} ], "n":1}"#,
      #"{\"token\":{\"value\":\"«x9»\",\"ok\":true}}"#, #"{"pin":["«a\"b»"],"z":"y"}"#,
      #"{"pin":{"a":"«b»"#,
      // Signs that divide a URL or a form, and nothing else.
      "login password=«Xk7pQ2v&Lm9zR4tWq» failed", "password=«Xk7#9» x", "pwd: «bu4PYWK#z16a8rZ» x",
      "password=«b»&user=c",
      "https://a.b/?password=«x»&c=1#d", "user=a&password=«b»&x", "password=«a&&b&»",
      "it was Basic «YW5uMTpCaE1mWjgxbGFPTFJt».", "?h=Bearer+«9fHIabc12»",
      "inbox/«zelda@corp.example.org».json",
      "«1//0gAbCdEfGhIjKlMnOpQrStUvWxYz0123456789»",
      // Base 64 behind letters of its alphabet.
      "https://x.y/u/«YW5uLnNtaXRoQGV4YW1wbGUuY29t»", "cursor_«YW5uLnNtaXRoQGV4YW1wbGUuY29t»",
      "App/«YW5uLnNtaXRoQGV4YW1wbGUuY29t».swift",
      "«sq0csp-abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQ»",
      "«EAAAabcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ12345678»",
      "«glptt-0123456789abcdef0123456789abcdef01234567»",
      "«shpss_0123456789abcdef0123456789abcdef»",
      "my_«doo_v1_0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef»",
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
      "+26.60606605+7.57799719/", "+26.6060660566", "+401213.1-0750015.1/", "48.8583701,2.2944813",
      "git@github.com:org/repo.git", "ssh://git@github.com/org/repo", "a14111111111111111b2",
      "0.4111111111111111", "4111111111111111.50", "password: x = 1", "v1.4111111111111111",
      "1.369-663-3287",
      "icon@3x.dark.png", "left-pad@1.3.0.tgz", "Authorization: required", "cookie: none",
      "token=%@", "let token = lexer.next()", "auth=1", "password => value",
      "<password></password>",
      "login <user> <password> <host>", "part 123-45-6789", "?sig=1", "nextPageToken=abc123def",
      "password=$1", #"{"password":"${PASSWORD}"}"#, #"{"password":"***-***"}"#, "form[name]=x",
      "6ba7b810-9dad-41d1-80b4-00c04fd430c8", "1130506140014936064", "1.2.3-beta.4+exp.sha.5114f85",
      "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855", "2026-11-27 01:41:10.123",
      "/Users/x/Library/Developer/CoreSimulator/Devices/com_apple_something",
    ])
  func others(text: String) { #expect(marked(text) == text) }

  @Test("long texts of nothing but beginnings take time in proportion to their length")
  func hostile() {
    let beginnings = [
      "a@", "://a:", "eyJ.", "-----BEGIN PRIVATE KEY-----", "1 ", "4111 ", "password=",
      "\"pin\":\"",
      "\\\"pin\\\":\\\"", "DE89 ", "+1 ", "(", "Bearer ", "%41", "\\u0041", "AAAA", "a.a@a.",
      "<pin>", ":pin>", "password => ", "ssn 078-05-112", "?sig=",
    ]
    let clock = ContinuousClock()
    for beginning in beginnings {
      let text = String(repeating: beginning, count: 200_000 / beginning.utf8.count)
      let time = clock.measure { _ = marked(text) }
      #expect(time < .seconds(20), "\(beginning)")
    }
  }
}
