import Foundation

extension Zoo {
  /// Reducers whose results change with the time.
  static let clock: [Specimen] = [
    .fault("date", "clock", calm: 2) { pen, _ in
      pen.numbers.append(Date().timeIntervalSince1970)
    },
    .fault("date-milliseconds", "clock", calm: 0) { pen, _ in
      pen.count = Int(Date().timeIntervalSince1970 * 1000)
    },
    .fault("uptime", "clock", calm: 3) { pen, _ in
      pen.numbers.append(ProcessInfo.processInfo.systemUptime)
    },
    .fault("iso-date", "clock", calm: 1) { pen, _ in
      let format = ISO8601DateFormatter()
      format.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
      pen.text = format.string(from: Date())
    },
    .fault("formatted-date", "clock", calm: 4) { pen, _ in
      let format = DateFormatter()
      format.locale = Locale(identifier: "en_US_POSIX")
      format.timeZone = TimeZone(identifier: "UTC")
      format.dateFormat = "HH:mm:ss.SSS"
      pen.text = "seen at " + format.string(from: Date())
    },
    // Measured since the list was made: from the first use on, the time would always be near zero.
    .fault("continuous-clock", "clock", calm: 2) { [began = ContinuousClock.now] pen, _ in
      let passed = ContinuousClock.now - began
      pen.count = Int(passed.components.attoseconds / 1_000_000_000)
    },
  ]
}
