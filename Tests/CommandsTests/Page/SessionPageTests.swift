import Foundation
import SessionFormat
import TestSupport
import Testing

@testable import Commands
@testable import Inspector
@testable import InspectorSupport

@Suite("A session as a page")
struct SessionPageTests {
  private static let content = PackageRoot.url.appending(path: "Sources/Commands/Page/Content")

  private static func page(_ session: Session, at n: Int? = nil) throws -> [UInt8] {
    var bytes: [UInt8] = []
    try SessionPage(session, at: n) { false }.write { bytes += $0 }
    return bytes
  }

  private func own(_ name: String) throws -> String {
    try String(contentsOf: Self.content.appending(path: name), encoding: .utf8)
  }

  @Test("its policy allows the script and the style that it has, by their digests")
  func digests() throws {
    let run = try ProcessRun.run(
      URL(filePath: "/usr/bin/env"),
      [
        "python3", PackageRoot.url.appending(path: "Tools/digest-page").path,
        PackageRoot.url.appending(path: "Sources/Commands/Page").path,
      ])
    #expect(run.error == "")
    let written = try String(
      contentsOf: Self.content.deletingLastPathComponent().appending(path: "PageDigests.swift"),
      encoding: .utf8)
    let isSame = run.output == written
    #expect(isSame, "PageDigests.swift is of an older script or style; make page writes it anew")
  }

  @Test("its own code is less than 60 KB, ends nothing early, and has each place once")
  func code() throws {
    let js = String(decoding: PageScript.bytes, as: UTF8.self)
    let (html, css) = (try own("page.html"), try own("page.css"))
    #expect(html.utf8.count + css.utf8.count + js.utf8.count <= 60 << 10)
    #expect(html.lowercased().hasPrefix("<!doctype html>\n"))
    for place in ["csp", "title", "style", "summary", "data", "script"] {
      #expect(html.components(separatedBy: "{{\(place)}}").count == 2, "\(place)")
    }
    #expect(!js.lowercased().contains("</script") && !js.contains("<!--"))
    #expect(!css.lowercased().contains("</style"))
  }

  @Test("the script in it has neither comments nor space at the start of lines, and all else")
  func stripped() throws {
    let script =
      "  // One.\n  const a = 1;  // two\n\n  /** Three. */\n/** Four\n    five. */\n  a;\n"
    let stripped = PageScript.stripped(Array(script.utf8))
    #expect(
      String(decoding: stripped, as: UTF8.self)
        == "const a = 1;  // two\n/** Four\nfive. */\na;\n")
    // A text over several lines would lose its space.
    let lines = try own("page.js").split(separator: "\n")
    #expect(lines.allSatisfy { line in line.count { $0 == "`" } % 2 == 0 })
  }

  @Test("has the session inside, byte for byte, and opens as it")
  func roundTrip() throws {
    let session = try SessionBuilder.mixed().session()
    let opened = try Session(bytes: Data(try Self.page(session)), file: session.file)
    #expect(opened.bytes == session.bytes)
  }

  @Test("is the same whenever it is made")
  func deterministic() throws {
    let session = try SessionBuilder.mixed().session()
    #expect(try Self.page(session, at: 3) == Self.page(session, at: 3))
  }

  /// What a parser of HTML finds: the tags with their attributes, and the texts of scripts.
  private static let parser = """
    import sys, json
    from html.parser import HTMLParser
    class P(HTMLParser):
      def __init__(self):
        super().__init__(convert_charrefs=True); self.tags = []; self.text = ''
      def handle_starttag(self, tag, attrs):
        self.tags.append(' '.join([tag] + sorted(k for k, v in attrs)))
      def handle_data(self, data): self.text += data
    p = P(); p.feed(sys.stdin.read()); p.close()
    print(json.dumps({'tags': sorted(set(p.tags)), 'scripts': p.tags.count('script')}))
    """

  private static let markup = [
    "</script><script>alert(1)</script>", "<img src=x onerror=alert(1)>", "<!--", "]]>", "\u{2028}",
    #"" onload="alert(1)"#, "'><svg/onload=alert(1)>", "\u{202E}\u{0}\u{1B}[31m", "{{script}}",
    "{{data}}", "</section></body>", #"<script type="application/gzip;base64" class="session" "#,
  ]

  @Test("whatever a session has in it, no tag of the page comes from it", arguments: markup)
  func strangers(text: String) throws {
    func tags(_ text: String) throws -> String {
      var builder = SessionBuilder {
        $0.store = text
        $0.stateType = text
        $0.platform = ["os": .string(text)]
      }
      builder.whole(0, ["a": .string(text), "list": []])
      builder.action(1, text, .object([(text, .string(text))]))
      builder.whole(1, .object([(text, .string(text))]))
      builder.mark(1, text)
      builder.action(2, text, .string(text))
      let bytes = builder.bytes()
      let session = try Session(bytes: Data(bytes), file: "/home/\(text)/\(text).ndjson")
      let page = try Self.page(session)
      #expect(try Session(bytes: Data(page), file: "p").bytes == session.bytes)
      let run = try ProcessRun.run(
        URL(filePath: "/usr/bin/env"), ["python3", "-c", Self.parser],
        input: String(decoding: page, as: UTF8.self))
      #expect(run.error == "")
      return run.output
    }
    #expect(try tags(text) == tags("harmless"))
  }
}
