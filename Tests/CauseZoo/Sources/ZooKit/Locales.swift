import Foundation

/// Recorded in a language that no run of the examination has.
private func recorded(_ language: String) -> Between { .environment(["LANG": language]) }

/// Values that Swift does not import.
private let (characterSet, yesExpression): (nl_item, nl_item) = (14, 0x50000)

/// Takes over the language of the process in the C library, as an app does at its start.
func withLanguage<T>(_ body: () -> T) -> T {
  setlocale(LC_ALL, "")
  return body()
}

private func text(_ pointer: UnsafePointer<CChar>?) -> String {
  pointer.map { String(cString: $0) } ?? ""
}

/// A date by the C library, in Greenwich.
func dateByC(_ format: String, _ seconds: time_t) -> String {
  var (seconds, parts) = (seconds, tm())
  gmtime_r(&seconds, &parts)
  var bytes = [CChar](repeating: 0, count: 100)
  let count = asked(strftime(&bytes, bytes.count, format, &parts))
  return String(decoding: bytes.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
}

/// A number by the C library.
private func numberByC(_ format: String, _ number: Double) -> String {
  var bytes = [CChar](repeating: 0, count: 100)
  let count = withVaList([number]) { asked(vsnprintf(&bytes, 100, format, $0)) }
  return String(decoding: bytes.prefix(Int(count)).map(UInt8.init(bitPattern:)), as: UTF8.self)
}

extension Specimen {
  /// Reducers that go by the language and the region of the machine, through the C library.
  ///
  /// On Linux `Locale.current` is the same in every language.
  static let locales: [Specimen] = [
    .desk("c-weekday", .locale, between: recorded("fr_FR.UTF-8")) { desk, _ in
      desk.answers.append(withLanguage { asked(dateByC("%A", 1_767_528_000)) })
    },
    .desk("c-month", .locale, between: recorded("sv_SE.UTF-8")) { desk, _ in
      desk.notes.append("due in " + withLanguage { asked(dateByC("%B", 1_767_528_000)) })
    },
    .desk("c-date", .locale, between: recorded("fr_FR.UTF-8")) { desk, _ in
      desk.answers.append(withLanguage { asked(dateByC("%c", 1_767_528_000)) })
    },
    .desk("c-number-printed", .locale, between: recorded("fr_FR.UTF-8")) { desk, _ in
      desk.answers.append(withLanguage { asked(numberByC("%'.2f", 1_234_567.891)) })
    },
    .desk("c-number-parsed", .locale, first: .sometimes(5), between: recorded("fr_FR.UTF-8")) {
      desk, _ in
      desk.readings.append(withLanguage { asked(strtod("2,75", nil)) })
    },
    .desk("c-separator", .locale, between: recorded("fr_FR.UTF-8")) { desk, _ in
      let conventions = withLanguage { asked(localeconv()) }
      desk.answers.append(text(conventions?.pointee.thousands_sep))
    },
    .desk("c-currency", .locale, between: recorded("sv_SE.UTF-8")) { desk, _ in
      let conventions = withLanguage { asked(localeconv()) }
      desk.answers.append(text(conventions?.pointee.int_curr_symbol))
    },
    .desk("c-yes", .locale, between: recorded("fr_FR.UTF-8")) { desk, _ in
      desk.answers.append(text(withLanguage { asked(nl_langinfo(yesExpression)) }))
    },
    .desk("c-collation", .locale, between: recorded("sv_SE.UTF-8")) { desk, _ in
      let names = ["Zoo", "öl", "apple", "zebra"]
      desk.answers = withLanguage { names.sorted { asked(strcoll($0, $1)) < 0 } }
    },
    .desk("language-variable", .locale, .environment, between: recorded("it_IT.UTF-8")) { desk, _ in
      desk.answers.append(asked(ProcessInfo.processInfo.environment["LANG"]) ?? "none")
    },
    .desk("c-charset", .locale, between: .environment(["LC_ALL": "C"], ["LC_ALL": "C.UTF-8"])) {
      desk, _ in
      desk.answers.append(text(withLanguage { asked(nl_langinfo(characterSet)) }))
    },
    .desk("c-wide-letters", .locale, between: .environment(["LC_ALL": "C.UTF-8"], ["LC_ALL": "C"]))
    {
      desk, _ in
      desk.total = withLanguage { asked(mbstowcs(nil, "naïve Füße", 0)) }
    },
    .desk(
      "c-locale-name", .locale, between: .environment(["LC_ALL": "POSIX"], ["LC_ALL": "C.UTF-8"])
    ) { desk, _ in
      desk.answers.append(text(asked(setlocale(LC_ALL, ""))))
    },
    .desk("c-letter-length", .locale, between: .environment(["LC_ALL": "C.UTF-8"], ["LC_ALL": "C"]))
    {
      desk, _ in
      desk.flags["letter"] = withLanguage { asked(mblen("é", 2)) } == 2
    },
  ]

  /// What follows no language on Linux, though it seems to.
  static let cleanLocales: [Specimen] = [
    .desk("clean-locale-name", between: recorded("fr_CA.UTF-8")) { desk, _ in
      desk.answers.append(Locale.current.identifier)
    },
    .desk("clean-locale-number", between: recorded("fr_FR.UTF-8")) { desk, _ in
      desk.answers.append(1_234_567.891.formatted())
    },
    .desk("clean-locale-uppercase", between: recorded("tr_TR.UTF-8")) { desk, _ in
      desk.answers.append("title".uppercased(with: Locale.current))
    },
    .desk("clean-locale-weekday", between: recorded("fi_FI.UTF-8")) { desk, _ in
      let formatter = DateFormatter()
      formatter.timeZone = .gmt
      formatter.dateFormat = "EEEE d MMMM"
      desk.answers.append(formatter.string(from: Date(timeIntervalSince1970: 1_767_528_000)))
    },
    .desk("clean-c-without-setlocale", between: recorded("fr_FR.UTF-8")) { desk, _ in
      desk.answers.append(dateByC("%A", 1_767_528_000) + numberByC(" %'.2f", 1_234_567.891))
    },
  ]
}
