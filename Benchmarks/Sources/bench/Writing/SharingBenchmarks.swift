import Commands
import Foundation
import Inspector
import Recorder

/// What it takes to look for secrets, and to hand the end of a recording to a crash reporter.
let sharingBenchmarks = [scan, export]

private let scan = Benchmark(
  name: "share/scan-100MB", rival: "count of line feeds by memchr", unit: .milliseconds,
  bytes: 100 << 20
) {
  let scratch = try Scratch()
  let file = scratch.path("large.ndjson")
  _ = try GeneratedSession(size: 100 << 20, items: 200).write(to: file)
  let session = try Session(path: file)
  let ours = {
    try withExtendedLifetime(scratch) {
      var prompt = Prompt(session)
      return try prompt.run("scan").utf8.count
    }
  }
  return (ours, { try lineFeeds(file) })
}

/// The last 200 KB of a ring that is full; filling a larger one takes minutes.
private let export = Benchmark(
  name: "share/export-200KB-of-64MB", rival: "read of the last 200 KB", unit: .milliseconds
) {
  let scratch = try Scratch()
  let folder = scratch.path("ring")
  var options = RecorderOptions()
  options.limits = SizeLimits(segment: 16 << 20, total: 64 << 20)
  let recorder = SessionRecorder(in: .folder(folder), store: "bench", options: options)
  var state = CodingCases.medium()
  var (written, oldest) = (0, String?.none)
  // Until the first file is removed.
  while oldest == nil || oldest == recorder.paths.first, written < 1 << 22 {
    if oldest == nil { oldest = recorder.paths.first }
    written += 1
    let n = written
    state = recorder.step(n, state) {
      var next = state
      for place in 0..<20 { next.items[(n + place) % 130].title = "Title \(n) of \(place)" }
      return next
    }
  }
  let out = scratch.path("bug.ndjson")
  return (
    {
      try withExtendedLifetime(scratch) {
        try recorder.export(last: .bytes(200_000), to: out)
        try FileManager.default.removeItem(atPath: out)
        return 1
      }
    },
    {
      guard let path = recorder.paths.last else { return 0 }
      let handle = try FileHandle(forReadingFrom: URL(filePath: path))
      let end = try handle.seekToEnd()
      try handle.seek(toOffset: end > 200_000 ? end - 200_000 : 0)
      return try handle.readToEnd()?.count ?? 0
    }
  )
}
