import Dispatch
import Foundation

/// A calendar whose answers hang on no setting of the machine.
let plainCalendar: Calendar = {
  var calendar = Calendar(identifier: .gregorian)
  calendar.timeZone = .gmt
  return calendar
}()

/// A formatter whose answers hang on no setting of the machine.
func plainFormatter(_ format: String) -> DateFormatter {
  let formatter = DateFormatter()
  formatter.calendar = plainCalendar
  formatter.locale = Locale(identifier: "en_US_POSIX")
  formatter.timeZone = .gmt
  formatter.dateFormat = format
  return formatter
}

extension Specimen {
  /// Reducers that ask what time it is.
  static let clocks: [Specimen] = [
    .desk("date-interval", .clock) { desk, _ in
      desk.readings.append(asked(Date().timeIntervalSince1970))
    },
    .desk("date-seconds-as-id", .clock, between: .clock(-90)) { desk, number in
      let id = asked(Int(Date().timeIntervalSince1970))
      desk.answers.append("ticket-\(id)-\(number)")
    },
    .desk("date-milliseconds", .clock) { desk, _ in
      desk.total += asked(Int(Date().timeIntervalSince1970 * 1000)) % 86_400_000
    },
    .desk("date-reference", .clock, script: Script(30, asks: [17, 29])) { desk, _ in
      desk.readings.append(asked(Date.timeIntervalSinceReferenceDate))
    },
    .desk("date-iso", .clock, between: .clock(-4000)) { desk, _ in
      desk.answers.append(asked(Date()).formatted(.iso8601))
    },
    .desk("date-day", .clock, between: .clock(-3 * 86_400)) { desk, _ in
      desk.answers.append(plainFormatter("yyyy-MM-dd").string(from: asked(Date())))
    },
    .desk("date-weekday-name", .clock, between: .clock(-2 * 86_400)) { desk, _ in
      desk.answers.append(plainFormatter("EEEE").string(from: asked(Date())))
    },
    .desk("date-weekday-number", .clock, between: .clock(-3 * 86_400)) { desk, _ in
      desk.total += asked(plainCalendar.component(.weekday, from: Date()))
    },
    .desk("date-hour", .clock, between: .clock(-5 * 3600)) { desk, _ in
      desk.readings.append(Double(asked(plainCalendar.component(.hour, from: Date()))))
    },
    .desk("date-greeting", .clock, between: .clock(-12 * 3600)) { desk, _ in
      let hour = asked(plainCalendar.component(.hour, from: Date()))
      desk.answers.append((6..<18).contains(hour) ? "Good day" : "Good evening")
    },
    .desk("date-month-name", .clock, between: .clock(-40 * 86_400)) { desk, _ in
      desk.answers.append(plainFormatter("MMM d").string(from: asked(Date())))
    },
    .desk("date-year", .clock, between: .clock(-800 * 86_400)) { desk, _ in
      desk.total = asked(plainCalendar.component(.year, from: Date()))
    },
    .desk("date-days-ago", .clock, between: .clock(-5 * 86_400)) { desk, _ in
      let then = Date(timeIntervalSince1970: 1_790_000_000)
      let days = asked(plainCalendar.dateComponents([.day], from: then, to: Date()).day)
      desk.answers.append("\(days ?? 0) days ago")
    },
    .desk("c-time", .clock, between: .clock(-77)) { desk, _ in
      desk.total = asked(time(nil))
    },
    .desk("c-gettimeofday", .clock) { desk, _ in
      var now = timeval()
      _ = asked(gettimeofday(&now, nil))
      desk.readings.append(Double(now.tv_sec) + Double(now.tv_usec) / 1_000_000)
    },
    .desk("c-clock-gettime", .clock) { desk, _ in
      var now = timespec()
      _ = asked(clock_gettime(CLOCK_REALTIME, &now))
      desk.total = now.tv_nsec
    },
    .desk("c-strftime", .clock, between: .clock(-3 * 86_400)) { desk, _ in
      var seconds = asked(time(nil))
      var parts = tm()
      gmtime_r(&seconds, &parts)
      var bytes = [UInt8](repeating: 0, count: 32)
      let count = bytes.withUnsafeMutableBytes { buffer in
        strftime(buffer.baseAddress?.assumingMemoryBound(to: CChar.self), 32, "%a %j", &parts)
      }
      desk.answers.append(String(decoding: bytes.prefix(count), as: UTF8.self))
    },
    .desk("uptime", .clock) { desk, _ in
      desk.readings.append(asked(ProcessInfo.processInfo.systemUptime))
    },
    .desk("monotonic", .clock) { desk, _ in
      var now = timespec()
      _ = asked(clock_gettime(CLOCK_MONOTONIC, &now))
      desk.readings.append(Double(now.tv_sec) + Double(now.tv_nsec) / 1e9)
    },
    .desk("dispatch-time", .clock) { desk, _ in
      desk.answers.append("\(asked(DispatchTime.now().uptimeNanoseconds))")
    },
    .desk("continuous-clock", .clock) { desk, _ in
      desk.answers.append("\(asked(ContinuousClock.now))")
    },
    .desk("processor-time", .clock) { desk, _ in
      desk.total += asked(clock())
    },
    .desk("milliseconds-even", .clock, script: Script(40, asks: Array(11...34)), first: .atMost(34))
    { desk, number in
      let milliseconds = asked(Int(Date().timeIntervalSince1970 * 100_000))
      desk.flags["\(number)"] = milliseconds.isMultiple(of: 2)
    },
  ]
}
