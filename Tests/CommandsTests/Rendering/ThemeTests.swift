import Testing

@testable import Commands

@Suite("The colours of a terminal")
struct ThemeTests {
  @Test(
    "the background decides, unless a theme is named",
    arguments: [
      ([:], .dark), (["COLORFGBG": "15;0"], .dark), (["COLORFGBG": "0;15"], .light),
      (["COLORFGBG": "0;default;7"], .light), (["COLORFGBG": "15;default"], .dark),
      (["COLORFGBG": "7;8"], .dark), (["COLORFGBG": ""], .dark),
      (["COLORFGBG": "0;15", "INSPECT_THEME": "dark"], .dark),
      (["INSPECT_THEME": "light"], .light), (["INSPECT_THEME": "pink"], .dark),
    ] as [([String: String], Theme)])
  func theme(environment: [String: String], theme: Theme) {
    #expect(Theme(environment: environment) == theme)
  }

  @Test("neither has a colour that its background swallows, and both have the same styles")
  func colours() {
    for style in Style.allCases {
      let (dark, light) = (style.graphicRendition(.dark), style.graphicRendition(.light))
      #expect((dark == nil) == (light == nil))
      #expect(light != "33" && light != "36" && dark != "34")
    }
  }
}
