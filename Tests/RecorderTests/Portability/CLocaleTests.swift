import Foundation
import SessionFormat
import Testing

@testable import Recorder

@Suite("The C locale in the header")
struct CLocaleTests {
  /// What POSIX says of a category, apart from what is tested.
  private func expected(_ category: String, _ environment: [String: String]) -> String {
    for name in ["LC_ALL", category, "LANG"] {
      if let value = environment[name], !value.isEmpty { return value }
    }
    return "C"
  }

  @Test("LC_ALL goes before the category, that before LANG; an empty one is none")
  func precedence() {
    let values: [String?] = [nil, "", "de_DE.UTF-8", "C"]
    for all in values {
      for number in values {
        for language in values {
          for time in values {
            var environment: [String: String] = [:]
            environment["LC_ALL"] = all
            environment["LC_NUMERIC"] = number
            environment["LC_TIME"] = time
            environment["LANG"] = language
            let names = CLocale.categories.map { ($0, expected($0, environment)) }
            let isOne = Set(names.map(\.1)).count == 1
            #expect(
              CLocale.named(by: environment)
                == (isOne ? names[0].1 : names.map { "\($0)=\($1)" }.joined(separator: ";")))
          }
        }
      }
    }
  }

  @Test("every category of POSIX counts: those of money and messages were left out")
  func categories() {
    for category in [
      "LC_CTYPE", "LC_NUMERIC", "LC_TIME", "LC_COLLATE", "LC_MONETARY", "LC_MESSAGES",
    ] {
      let name = CLocale.named(by: [category: "de_DE.UTF-8", "LANG": "C"])
      #expect(
        name.split(separator: ";").filter { $0.hasSuffix("=de_DE.UTF-8") }
          == ["\(category)=de_DE.UTF-8"])
      #expect(name.split(separator: ";").count == 6)
    }
  }

  @Test("a header tells it beside Foundation's")
  func header() {
    let environment = ProcessInfo.processInfo.environment
    #expect(
      Platform.description["cLocale"]?.string == CLocale.named(by: environment))
    #expect(Platform.description["locale"]?.string == Locale.current.identifier)
  }
}
