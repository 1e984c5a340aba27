import Dispatch
import Foundation
import Synchronization

private let isCached = Mutex(false)
private let isSlow = Mutex(false)
private let daysAhead = Mutex(0)

private func fixed(_ format: String) -> DateFormatter {
  let formatter = DateFormatter()
  formatter.locale = Locale(identifier: "en_US_POSIX")
  formatter.timeZone = TimeZone(secondsFromGMT: 0)
  formatter.dateFormat = format
  return formatter
}

private func monotonic() -> Int {
  var now = timespec()
  clock_gettime(CLOCK_MONOTONIC, &now)
  return now.tv_sec * 1_000_000_000 + now.tv_nsec
}

/// Whether an answer takes longer than a tenth of a second, by a condition of the C library.
private func isLate(_ delay: UInt32) -> Bool {
  nonisolated(unsafe) var (mutex, condition, answered) =
    (pthread_mutex_t(), pthread_cond_t(), false)
  return withUnsafeMutablePointer(to: &mutex) { mutex in
    withUnsafeMutablePointer(to: &condition) { condition in
      withUnsafeMutablePointer(to: &answered) { answered in
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(condition, nil)
        nonisolated(unsafe) let (m, c, a) = (mutex, condition, answered)
        let gone = DispatchSemaphore(value: 0)
        Thread {
          usleep(delay)
          pthread_mutex_lock(m)
          a.pointee = true
          pthread_cond_signal(c)
          pthread_mutex_unlock(m)
          gone.signal()
        }.start()
        var deadline = timespec()
        clock_gettime(CLOCK_REALTIME, &deadline)
        deadline.tv_nsec += 150_000_000
        if deadline.tv_nsec >= 1_000_000_000 {
          deadline.tv_sec += 1
          deadline.tv_nsec -= 1_000_000_000
        }
        pthread_mutex_lock(mutex)
        var status: Int32 = 0
        while !answered.pointee && status == 0 {
          status = pthread_cond_timedwait(condition, mutex, &deadline)
        }
        pthread_mutex_unlock(mutex)
        gone.wait()
        return status != 0
      }
    }
  }
}

private nonisolated(unsafe) var isRung: Int32 = 0

extension Specimen {
  /// Clocks by unusual routes, and waits whose outcome something else decides.
  static let breakClocks: [Specimen] = [
    .desk("br-date-in-today", .clock, between: .clock(-3 * 86_400)) { desk, _ in
      var calendar = Calendar(identifier: .gregorian)
      calendar.timeZone = .gmt
      let noon = Date(timeIntervalSince1970: 1_795_608_000)
      desk.flags["today"] = asked(calendar.isDateInToday(noon))
    },
    .desk("br-new-file-mtime", .clock, .environment, between: .files([:], [:])) { desk, _ in
      let path = brFolder() + "/new"
      unlink(path)
      close(open(path, O_CREAT | O_WRONLY, 0o600))
      var facts = stat()
      _ = asked(stat(path, &facts))
      desk.total = facts.st_mtim.tv_sec
    },
    .desk("br-time-by-handle", .clock, between: .clock(-500)) { desk, _ in
      typealias Call = @convention(c) (UnsafeMutableRawPointer?) -> Int
      let library = dlopen("libc.so.6", RTLD_NOW)
      let call = unsafeBitCast(dlsym(library, "time"), to: Call.self)
      desk.total = asked(call(nil))
    },
    .desk("br-rdtsc", .clock) { desk, _ in desk.total = Int(asked(brTicks())) },
    .desk("br-rdtsc-bit", .clock, script: Script(40, asks: Array(11...34)), first: .atMost(34)) {
      desk, number in
      desk.flags["\(number)"] = (asked(brTicks()) >> 6).isMultiple(of: 2)
    },
    .desk("br-times", .clock) { desk, _ in
      var parts = tms()
      desk.total = Int(asked(times(&parts)))
    },
    .desk("br-turns-in-two-milliseconds", .clock) { desk, _ in
      let begin = monotonic()
      while asked(monotonic()) - begin < 2_000_000 { desk.total += 1 }
    },
    .desk("br-turns-until-the-alarm", .clock, .scheduling) { desk, _ in
      isRung = 0
      signal(SIGALRM) { _ in isRung = 1 }
      var timer = itimerval()
      timer.it_value.tv_usec = 5000
      _ = asked(setitimer(__itimer_which_t(0), &timer, nil))
      while isRung == 0 {
        desk.total += 1
        sched_yield()
      }
    },
    .desk("br-late-by-variable", .environment, between: .environment(["ZOO_SLOW": "1"])) {
      desk, _ in
      let delay: UInt32 = asked(getenv("ZOO_SLOW")) == nil ? 1000 : 300_000
      desk.flags["late"] = isLate(delay)
    },
    .desk("br-late-by-hidden", .hiddenState, beforehand: { isSlow.withLock { $0 = true } }) {
      desk, _ in
      let delay: UInt32 = asked(isSlow.withLock(\.self)) ? 300_000 : 1000
      desk.flags["late"] = isLate(delay)
    },
    .desk(
      "br-late-by-file", .environment, between: .files(["files/slow": "yes"], [:])
    ) { desk, _ in
      let delay: UInt32 = asked(access(brFolder() + "/slow", F_OK)) == 0 ? 300_000 : 1000
      desk.flags["late"] = isLate(delay)
    },
    .desk("br-wall-deadline-by-hidden", .hiddenState, beforehand: { isSlow.withLock { $0 = true } })
    { desk, _ in
      let delay: UInt32 = asked(isSlow.withLock(\.self)) ? 300_000 : 1000
      let answer = DispatchSemaphore(value: 0)
      Thread {
        usleep(delay)
        answer.signal()
      }.start()
      desk.answers.append("\(answer.wait(wallTimeout: .now() + 0.15))")
    },
    .desk("br-condition-by-hidden", .hiddenState, beforehand: { isSlow.withLock { $0 = true } }) {
      desk, _ in
      let delay: UInt32 = asked(isSlow.withLock(\.self)) ? 300_000 : 1000
      let condition = NSCondition()
      nonisolated(unsafe) var answered = false
      Thread {
        usleep(delay)
        condition.lock()
        answered = true
        condition.signal()
        condition.unlock()
      }.start()
      condition.lock()
      let deadline = Date(timeIntervalSinceNow: 0.15)
      while !answered && condition.wait(until: deadline) {}
      desk.flags["late"] = !answered
      condition.unlock()
    },
    .desk("br-fast-by-variable", .environment, between: .environment(["ZOO_CACHE": "1"])) {
      desk, _ in
      let begin = monotonic()
      if asked(getenv("ZOO_CACHE")) == nil { usleep(150_000) }
      desk.flags["fast"] = monotonic() - begin < 100_000_000
    },
    .desk("br-fast-by-hidden", .hiddenState, beforehand: { isCached.withLock { $0 = true } }) {
      desk, _ in
      let begin = Date()
      if !asked(isCached.withLock(\.self)) { usleep(150_000) }
      desk.flags["fast"] = Date().timeIntervalSince(begin) < 0.1
    },
    .desk("br-fast-by-file", .environment, between: .files(["files/cache": "yes"], [:])) {
      desk, _ in
      let begin = Date()
      if asked(access(brFolder() + "/cache", F_OK)) != 0 { usleep(150_000) }
      desk.flags["fast"] = Date().timeIntervalSince(begin) < 0.1
    },
    .desk("br-slow-by-variable", .environment, between: .environment(["ZOO_SLOW": "1"])) {
      desk, _ in
      let begin = monotonic()
      if asked(getenv("ZOO_SLOW")) != nil { usleep(150_000) }
      desk.flags["slow"] = monotonic() - begin > 100_000_000
    },
    .desk("br-weekday-ahead", .hiddenState, beforehand: { daysAhead.withLock { $0 = 2 } }) {
      desk, _ in
      let days = asked(daysAhead.withLock(\.self))
      desk.answers.append(
        fixed("EEEE").string(from: Date().addingTimeInterval(Double(days) * 86_400)))
    },
    .desk("br-random-pause-measured", .random, .clock) { desk, _ in
      let begin = asked(monotonic())
      usleep(asked(UInt32.random(in: 0..<200_000)))
      desk.total = (monotonic() - begin) / 20_000_000 * 1000 + 7
    },
    .desk(
      "br-clock-one-in-seven-beside-random", .clock, script: Script(9, asks: [5]),
      first: .sometimes(5), shows: { $0.flags["lucky"] == true }
    ) { desk, _ in
      _ = Int.random(in: 0..<7)
      desk.flags["lucky"] = asked(monotonic()) / 100 % 7 == 0
    },
    .desk(
      "br-clock-one-in-twenty-beside-hash", .clock, script: Script(9, asks: [5]),
      first: .sometimes(5), shows: { $0.flags["lucky"] == true }
    ) { desk, _ in
      for word in Set(brWords) { desk.total += word.count }
      desk.flags["lucky"] = asked(monotonic()) / 100 % 20 == 0
    },
    .desk("br-clock-on-thread", .clock) { desk, _ in
      let held = Mutex(0.0)
      withExtendedLifetime(held) {}
      nonisolated(unsafe) var now = 0.0
      brThread { now = asked(Date().timeIntervalSince1970) }
      desk.readings.append(now)
    },
    .desk("br-date-of-shell", .clock, .environment) { desk, _ in
      desk.answers.append(asked(brShell("date +%s%N")))
    },
    .desk("br-clock-and-log", .clock) { desk, _ in
      FileHandle.standardError.write(Data("\(Date())\n".utf8))
      let (one, two) = (ContinuousClock.now, time(nil))
      desk.readings.append(asked(Date.now.timeIntervalSinceReferenceDate))
      _ = (one, two)
    },
    .desk("br-kernel-uptime-coarse", .clock, .environment) { desk, _ in
      var facts = timespec()
      clock_gettime(clockid_t(9), &facts)
      _ = asked(clock_gettime(clockid_t(7), &facts))
      desk.total = facts.tv_sec * 1000 + facts.tv_nsec / 1_000_000
    },
  ]
}
