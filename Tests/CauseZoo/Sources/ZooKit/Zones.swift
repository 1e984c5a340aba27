import Foundation

/// Noon of a day in January, in New York a Sunday too.
private let noon = Date(timeIntervalSince1970: 1_767_528_000)
/// Half an hour to midnight in Greenwich, when most of the world has another day.
private let late = Date(timeIntervalSince1970: 1_767_569_400)

/// Recorded on the other side of the world; no run of the examination is there.
private let farAway = Between.environment(["TZ": "Pacific/Kiritimati"])

extension Specimen {
  /// Reducers that go by the time zone of the machine, on dates that are always the same.
  static let zones: [Specimen] = [
    .desk("zone-name", .timeZone, between: farAway) { desk, _ in
      desk.answers.append(asked(TimeZone.current.identifier))
    },
    .desk("zone-offset", .timeZone, between: farAway) { desk, _ in
      desk.total += asked(TimeZone.current.secondsFromGMT(for: noon))
    },
    .desk("zone-formatter", .timeZone, between: farAway) { desk, _ in
      let formatter = DateFormatter()
      formatter.locale = Locale(identifier: "en_US_POSIX")
      formatter.dateFormat = "yyyy-MM-dd HH:mm"
      desk.answers.append(asked(formatter.string(from: noon)))
    },
    .desk("zone-day", .timeZone, between: farAway) { desk, _ in
      desk.total += asked(Calendar(identifier: .gregorian).component(.minute, from: noon))
      desk.total += 60 * Calendar(identifier: .gregorian).component(.hour, from: noon)
    },
    .desk("zone-start-of-day", .timeZone, between: farAway) { desk, _ in
      let start = asked(Calendar.current.startOfDay(for: late))
      desk.readings.append(start.timeIntervalSince1970)
    },
    .desk("zone-same-day", .timeZone, between: .environment(["TZ": "Etc/GMT+11"])) { desk, _ in
      // In few zones of the world are these two on the same day.
      let noon = late.addingTimeInterval(-11 * 3600)
      let next = late.addingTimeInterval(10 * 3600)
      desk.flags["same day"] = asked(Calendar.current.isDate(noon, inSameDayAs: next))
    },
    .desk("c-localtime", .timeZone, between: farAway) { desk, _ in
      var seconds = time_t(noon.timeIntervalSince1970)
      var parts = tm()
      _ = asked(localtime_r(&seconds, &parts))
      desk.answers.append("\(parts.tm_mday) \(parts.tm_hour):\(parts.tm_min)")
    },
    .desk("c-mktime", .timeZone, between: farAway) { desk, _ in
      var parts = tm()
      (parts.tm_year, parts.tm_mon, parts.tm_mday, parts.tm_hour) = (126, 0, 4, 12)
      desk.total = asked(mktime(&parts))
    },
    .desk("zone-variable", .timeZone, .environment, between: farAway) { desk, _ in
      desk.answers.append(asked(ProcessInfo.processInfo.environment["TZ"]) ?? "no zone")
    },
    .desk("zone-hour-of-chance", .timeZone, .clock, between: farAway) { desk, _ in
      let hour = asked(Calendar.current.dateComponents([.hour, .minute], from: Date()))
      desk.answers.append("\(hour.hour ?? 0):\(hour.minute ?? 0)")
    },
  ]
}
