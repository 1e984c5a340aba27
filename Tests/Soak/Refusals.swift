import Foundation
import TestSupport

/// Lets the system refuse calls of the recording app, and its disk be full.
struct Refusals {
  let app: URL

  /// Whether every promise was kept with the n-th call refused, once and for ever.
  func injections() -> Bool {
    guard SystemTools.canTrace else { return skipped("injections", "strace may not trace here") }
    var part = Part("injections")
    var (runs, injected) = (0, 0)
    for words in Self.faults {
      let fault = InjectedFault(words)
      // What waits longer each time is to come to its end.
      let steps = words.contains("..") ? 400 : 40
      do {
        let outcome = try fault.run(
          app, steps: steps, words.hasPrefix("fdatasync") ? ["durability=line"] : [])
        var faults = outcome.faults(steps: steps, fault)
        let uncounted = outcome.uncounted(steps: steps)
        if !words.hasSuffix("+"), !words.hasPrefix("openat"), !uncounted.isEmpty {
          faults.append("not counted: \(uncounted)")
        }
        part.note(faults, in: words)
        (runs, injected) = (runs + 1, injected + outcome.injections)
      } catch { part.note(error, in: words) }
    }
    return part.finish("\(runs) runs, \(injected) calls refused")
  }

  private static let faults: [String] = {
    var faults: [String] = []
    for call in 1...60 {
      for error in ["ENOSPC", "EIO", "EAGAIN", "EDQUOT", "EINTR"] {
        faults.append("write:error=\(error):when=\(call)")
      }
      faults.append("write:retval=0:when=\(call)")
      faults.append("write:error=ENOSPC:when=\(call)..\(call + 7)")
      faults.append("write:error=EIO:when=\(call)+")
      faults.append("fdatasync:error=EIO:when=\(call)")
    }
    for error in ["EMFILE", "ENOSPC", "EROFS", "EACCES"] {
      faults.append("openat:error=\(error):when=1")
    }
    return faults
  }()

  /// Whether every promise was kept on disks of all small sizes.
  func fullDisks() -> Bool {
    guard SystemTools.canMount else { return skipped("full disks", "nothing may be mounted here") }
    var part = Part("full disks")
    var (runs, gaps, torn) = (0, 0, 0)
    for kilobytes in stride(from: 4, through: 128, by: 4) {
      do {
        let disk = try SmallDisk(kilobytes: kilobytes)
        let run = try ProcessRun.run(
          app, ["folder=\(disk.folder.path)", "steps=600", "tick=100000000", "segment=20000"])
        let oracle = try disk.folder.oracle(OneLedger())
        var faults = oracle.faults
        if run.output != "result \(Ledger.after(600).digest)\n" { faults.append("other result") }
        if run.status != .exited(0) { faults.append("it \(run.status)") }
        part.note(faults, in: "\(kilobytes) KiB")
        (runs, gaps, torn) = (runs + 1, gaps + oracle.gaps.count, torn + oracle.torn)
      } catch { part.note(error, in: "\(kilobytes) KiB") }
    }
    return part.finish("\(runs) disks of 4 to 128 KiB, \(gaps) gaps, \(torn) torn lines")
  }
}
