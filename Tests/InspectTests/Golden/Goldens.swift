import Commands
import Foundation
import TestSupport
import Testing

@testable import inspect

@Suite("What is typed on the pages of Goldens/")
struct Goldens {
  @Test("shows their screens at each width, plain and in colour", arguments: GoldenPage.all)
  func shows(_ page: GoldenPage) throws {
    let run = try GoldenRun(page)
    for kind in GoldenKind.all {
      let options = RenderOptions(
        color: kind.isColoured, width: kind.width, breaksLines: true)
      let text = GoldenText.withNames(GoldenText.of(run, options))
      let expected = page.screen(kind)
      guard text != expected else { continue }
      if Transcripts.isUpdate { try page.write(text, kind) }
      let lines = LineDifference.text(expected, text)
      Issue.record("\(page.name)/\(kind.name)\n\(lines)")
    }
    expectColoursSayNothing(run, page)
    expectNoWideLine(run, page)
  }

  /// Only what a person copies is wider than the screen: JSON, commands to type, and Markdown.
  private func expectNoWideLine(_ run: GoldenRun, _ page: GoldenPage) {
    for width in GoldenKind.widths {
      let options = RenderOptions(width: width, breaksLines: true)
      for shown in run.shown.flatMap({ $0 }) where shown.kind == .result && !shown.isRaw {
        let wide = shown.text(options).split(separator: "\n").filter {
          DisplayWidth.columns(of: String($0)) > width
        }
        let others = wide.filter { $0.firstMatch(of: /^ *(["{|\\]|inspect )/) == nil }
        #expect(others == [], "\(page.name), \(width)")
      }
    }
  }

  /// Colours carry no meaning that the text has not, and each theme colours the same.
  private func expectColoursSayNothing(_ run: GoldenRun, _ page: GoldenPage) {
    for width in GoldenKind.widths {
      let plain = GoldenText.of(run, RenderOptions(width: width, breaksLines: true))
      let dark = GoldenText.of(run, RenderOptions(color: true, width: width, breaksLines: true))
      let light = GoldenText.of(
        run, RenderOptions(color: true, width: width, breaksLines: true, theme: .light))
      #expect(GoldenText.withoutEscapes(dark) == plain, "\(page.name), \(width)")
      #expect(GoldenText.withoutEscapes(light) == plain, "\(page.name), \(width)")
      let asLight = dark.replacing("\u{1B}[33m", with: "\u{1B}[35m")
        .replacing("\u{1B}[36m", with: "\u{1B}[34m")
      #expect(light == asLight, "\(page.name), \(width)")
      for shown in run.shown.flatMap({ $0 }) where shown.kind != .bytes {
        let text = shown.text(RenderOptions(width: width))
        #expect(!text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" }, "\(page.name)")
      }
    }
  }
}

/// What differs between two texts, line by line.
enum LineDifference {
  static func text(_ old: String, _ new: String) -> String {
    let (old, new) = (old.split(separator: "\n"), new.split(separator: "\n"))
    let same = zip(old, new).prefix { $0 == $1 }.count
    let end = zip(old.dropFirst(same).reversed(), new.dropFirst(same).reversed())
      .prefix { $0 == $1 }.count
    return
      (["line \(same + 1)"] + old.dropFirst(same).dropLast(end).map { "- \($0)" }
      + new.dropFirst(same).dropLast(end).map { "+ \($0)" }).joined(separator: "\n")
  }
}
