import Foundation
import Recorder
import SessionFormat
import TestSupport

@testable import Commands
@testable import Inspector

/// A state that is not Encodable, so that reflection shows it, up to a limit.
struct Feed {
  struct Row {
    var id = 0
    var name = ""
    var isRead = false
  }

  struct Page {
    var number = 1
    var words: [String] = []
  }

  struct Tag: Hashable {
    var name = ""
    var words: [Word] = [Word()]
  }

  struct Word: Hashable { var letters = 1 }

  struct Count { var number = 0 }

  var title = "news"
  var rows: [Row] = []
  var page = Page()
  var tags: Set<Tag> = []
  var counts: [String: Count] = [:]
  var isLoading = true
}

/// A state of rows without identity, and of rows within rows.
struct Board {
  struct Point {
    var x = 0
    var y = 0
  }

  var points: [Point] = []
  var columns: [[Point]] = []
}

/// Sessions of a feed.
enum CutFeed {
  /// A session file of these states, each led to by an action of the name beside it.
  ///
  /// - Parameter isOutside: Whether every third state comes about without its action.
  static func record<State>(
    _ states: [(action: String, state: State)], nodeLimit: Int? = nil, isOutside: Bool = false,
    onError: @escaping @Sendable (RecorderError) -> Void = { _ in }
  ) throws -> String {
    let path = Scratch.folder.appendingPathComponent("feed-\(UUID().uuidString).ndjson").path
    let time = Ticks()
    var options = RecorderOptions(
      environment: RecorderOptions.Environment(
        nanoseconds: time.next, id: "00000000-0000-4000-8000-00000000feed",
        started: "2026-01-02T03:04:05Z", platform: nil),
      onError: onError)
    options.recordsTypes = false
    if let nodeLimit { options.renderings.nodeLimit = nodeLimit }
    let recorder = try SessionRecorder(path: path, store: "feed", options: options)
    var state = states[0].state
    for (index, (action, next)) in states.enumerated().dropFirst() {
      if isOutside, index % 3 == 2 {
        state = next
        continue
      }
      recorder.step(Act(name: action), into: &state) { $0 = next }
    }
    recorder.close()
    return path
  }

  private struct Act: Codable { let name: String }

  /// A clock of a millisecond a look.
  private final class Ticks: @unchecked Sendable {
    private var time: UInt64 = 0
    func next() -> UInt64 {
      time += 1_000_000
      return time
    }
  }

  static func rows(_ count: Int) -> [Feed.Row] {
    (0..<count).map { Feed.Row(id: $0, name: "row \($0)") }
  }

  /// 700 rows, of which reflection shows 624, and behind them what the app changes.
  static var changedBehindTheCut: [(action: String, state: Feed)] {
    var feed = Feed()
    feed.rows = rows(700)
    var states = [("", feed)]
    func go(_ action: String, _ change: (inout Feed) -> Void) {
      change(&feed)
      states.append((action, feed))
    }
    go("loaded") { $0.isLoading = false }
    go("read") { $0.rows[3].isRead = true }
    go("trimmed") { $0.rows.removeLast(600) }
    go("reloads") { $0.isLoading = true }
    go("grown") { $0.rows = rows(700) }
    return states
  }

  /// A few steps in which rows are shifted, by chance.
  static func shifts(seed: UInt64) -> [(action: String, state: Board)] {
    var random = SplitMix64(seed: seed)
    var next = 0
    func point() -> Board.Point {
      next += 1
      return Board.Point(x: next, y: -next)
    }
    var board = Board()
    board.points = (0..<6).map { _ in point() }
    board.columns = (0..<3).map { _ in (0..<3).map { _ in point() } }
    var states = [("", board)]
    for step in 1...8 {
      switch Int.random(in: 0..<6, using: &random) {
      case 0: if !board.points.isEmpty { board.points.removeFirst() }
      case 1: board.points.insert(point(), at: 0)
      case 2: if !board.columns.isEmpty { board.columns.removeFirst() }
      case 3: board.columns.insert([point(), point()], at: 0)
      case 4: if !board.columns.isEmpty { board.columns[0].insert(point(), at: 0) }
      default: if !board.points.isEmpty { board.points[board.points.count - 1].y += 100 }
      }
      states.append(("step\(step)", board))
    }
    return states
  }

  /// A few steps of small states, by chance.
  static func story(seed: UInt64) -> [(action: String, state: Feed)] {
    var random = SplitMix64(seed: seed)
    var feed = Feed()
    feed.rows = rows(Int.random(in: 0...4, using: &random))
    var states = [("", feed)]
    for step in 1...8 {
      switch Int.random(in: 0..<9, using: &random) {
      case 0: feed.isLoading.toggle()
      case 1: feed.rows.append(Feed.Row(id: 10 + step, name: "new"))
      case 2: if !feed.rows.isEmpty { feed.rows.removeFirst() }
      case 3: if !feed.rows.isEmpty { feed.rows[feed.rows.count - 1].isRead.toggle() }
      case 4: feed.title = ["news", "old", "a title"].randomElement(using: &random) ?? ""
      case 5: feed.page.words.append("word \(step)")
      case 6: feed.tags.insert(Feed.Tag(name: "tag \(step % 3)"))
      case 7: feed.counts["key \(step % 4)", default: Feed.Count()].number += 1
      default: feed.rows.insert(Feed.Row(id: 20 + step, name: "first"), at: 0)
      }
      states.append(("step\(step)", feed))
    }
    return states
  }
}
