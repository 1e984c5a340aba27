import Foundation

/// Recorded in a language that no run of the examination has.
private func recorded(_ language: String) -> Between { .environment(["LANG": language]) }

/// `CODESET`, which Swift does not import.
private let characterSet: nl_item = 14

/// The locale of the C library as the process sees it, set as an app does at its start.
private func withLocaleOfC<T>(_ body: () -> T) -> T {
  setlocale(LC_ALL, "")
  return body()
}

extension Specimen {
  /// Reducers that go by the language and the region of the machine.
  static let locales: [Specimen] = [
    .desk("locale-name", .locale, between: recorded("fr_CA.UTF-8")) { desk, _ in
      desk.answers.append(asked(Locale.current.identifier))
    },
    .desk("locale-number", .locale, between: recorded("fr_FR.UTF-8")) { desk, _ in
      desk.answers.append(asked(1_234_567.891.formatted()))
    },
    .desk("locale-formatter", .locale, between: recorded("fr_CH.UTF-8")) { desk, _ in
      let formatter = NumberFormatter()
      formatter.numberStyle = .decimal
      desk.answers.append(asked(formatter.string(from: 9_876_543.21)) ?? "")
    },
    .desk("locale-currency", .locale, between: recorded("hi_IN.UTF-8")) { desk, _ in
      desk.answers.append(asked(12_345_678.5.formatted(.currency(code: "EUR"))))
    },
    .desk("locale-uppercase", .locale, between: recorded("tr_TR.UTF-8")) { desk, _ in
      desk.answers.append(asked("title".uppercased(with: Locale.current)))
    },
    .desk("locale-first-weekday", .locale, between: recorded("ar_EG.UTF-8")) { desk, _ in
      desk.total += asked(Calendar.current.firstWeekday)
    },
    .desk("locale-month", .locale, between: recorded("fi_FI.UTF-8")) { desk, _ in
      let formatter = DateFormatter()
      formatter.timeZone = .gmt
      formatter.dateFormat = "MMMM"
      desk.answers.append(asked(formatter.string(from: Date(timeIntervalSince1970: 1_767_528_000))))
    },
    .desk("locale-language", .locale, between: recorded("sv_SE.UTF-8")) { desk, _ in
      desk.answers.append(asked(Locale.current.language.languageCode?.identifier) ?? "none")
    },
    .desk("locale-measure", .locale, between: recorded("ru_RU.UTF-8")) { desk, _ in
      desk.answers.append(asked(0.4567.formatted(.percent)))
    },
    .desk("locale-variable", .locale, .environment, between: recorded("it_IT.UTF-8")) { desk, _ in
      desk.answers.append(asked(ProcessInfo.processInfo.environment["LANG"]) ?? "none")
    },
    .desk("c-charset", .locale, between: .environment(["LC_ALL": "C"], ["LC_ALL": "C.UTF-8"])) {
      desk, _ in
      let name = withLocaleOfC { asked(nl_langinfo(characterSet)) }
      desk.answers.append(name.map { String(cString: $0) } ?? "")
    },
    .desk("c-wide-letters", .locale, between: .environment(["LC_ALL": "C.UTF-8"], ["LC_ALL": "C"]))
    {
      desk, _ in
      let count = withLocaleOfC { asked(mbstowcs(nil, "naïve Füße", 0)) }
      desk.total = count
    },
    .desk(
      "c-locale-name", .locale, between: .environment(["LC_ALL": "POSIX"], ["LC_ALL": "C.UTF-8"])
    ) { desk, _ in
      let name = asked(setlocale(LC_ALL, ""))
      desk.answers.append(name.map { String(cString: $0) } ?? "none")
    },
    .desk("c-letter-class", .locale, between: .environment(["LC_ALL": "C.UTF-8"], ["LC_ALL": "C"]))
    {
      desk, _ in
      desk.flags["letter"] = withLocaleOfC { asked(mblen("é", 2)) } == 2
    },
  ]
}
