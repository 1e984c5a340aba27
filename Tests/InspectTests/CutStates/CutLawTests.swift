import Query
import SessionFormat
import TestSupport
import Testing

@testable import Commands
@testable import Inspector

@Suite("What is known of a cut state is so in the whole state")
struct CutLawTests {
  /// The same steps, recorded up to a limit and whole.
  private struct Pair {
    let cut: Timeline
    let whole: Timeline

    init(seed: UInt64, limit: Int, isOutside: Bool = false) throws {
      let story = CutFeed.story(seed: seed)
      func record(_ limit: Int) throws -> Timeline {
        Timeline(
          try Session(path: CutFeed.record(story, nodeLimit: limit, isOutside: isOutside)))
      }
      cut = try record(limit)
      whole = try record(10_000)
    }
  }

  private static let conditions = [
    "$.state.isLoading", "$.state.isLoading == true", "!$.state.isLoading", "$.state.nothing",
    "$.state.rows[2].id == 1", "$.state.rows[0].isRead == true", "$.state.rows[-1].id == 2",
    "count($.state.rows[*]) > 2", "count($.state.rows[*]) == 2", "length($.state.rows) == 3",
    "length($.state.counts) == 1", "$..id", "$..number", "$.state.rows[?@.id == 1]",
    "!$.state.rows[?@.id > 12]", "$.state.rows[?@.isRead == true && @.id == 0]",
    "$.state.rows[?!@.isRead]", "$.patch[?@.path == '/isLoading']", "$.patch",
    "$.before.isLoading != $.state.isLoading", "$.state.rows == $.before.rows",
    "$.state.rows[1:].id", "$.state.rows[-2:]", "$.state.rows[::-1]", "$.state.rows[1:-1]",
    "match($.state.title, 'o.*')", "search($.state.page.words[0], 'word')",
    "value($..title) == 'old'", "$.state['…']", "$.state.rows[5]",
    "$.state.tags[0].name == 'tag 1'",
    "$.state.counts['key 2'].number >= 1", "$.state.tags[1].words[0].letters",
    "$.state.page == $.before.page",
    "$.state.isLoading == false || $.n > 3", "$.state.isLoading == false && $.n > 3",
    "$.state == $.before", "count($..words) == 1", "$.action.name == 'step2'",
  ]

  @Test(
    "a condition that is answered yes or no of a cut state has that answer",
    arguments: (UInt64(0)..<6).thinned(6, usual: 2))
  func conditions(seed: UInt64) throws {
    var (known, unknown) = (0, 0)
    for limit in stride(from: 1 + Int(seed), through: 45, by: 11) {
      let pair = try Pair(seed: seed, limit: limit)
      for text in Self.conditions {
        let condition = try Condition(text)
        let (cut, whole) = (
          StepSearch(pair.cut, where: condition), StepSearch(pair.whole, where: condition)
        )
        for n in 1...pair.whole.last {
          guard let answer = try cut.truth(n) else {
            unknown += 1
            continue
          }
          known += 1
          #expect(
            try answer == whole.truth(n), "\(text) at \(n), seed \(seed), limit \(limit)")
        }
        var found = StepSearch.Found()
        try cut.match(limit: nil, &found)
        #expect(
          try Set(whole.matches()).isSubset(of: found.steps + found.unknown),
          "\(text), seed \(seed), limit \(limit)")
      }
    }
    // Else the law would say nothing.
    #expect(known > 100 && unknown > 100)
  }

  @Test(
    "a place that is known has the value of the whole state",
    arguments: (UInt64(0)..<6).thinned(6, usual: 2))
  func places(seed: UInt64) throws {
    for limit in stride(from: 1 + Int(seed), through: 45, by: 6) {
      let pair = try Pair(seed: seed, limit: limit)
      for n in 0...pair.whole.last {
        let (state, whole) = (try pair.cut.state(n), try pair.whole.state(n))
        let cuts = try pair.cut.cuts(n)
        #expect(cuts.isEmpty == (state == whole))
        for path in paths(of: whole) + paths(of: state)
        where cuts.knowledge(of: path, in: state) == .known {
          #expect(
            path.value(in: state) == path.value(in: whole),
            "\(path) at \(n), seed \(seed), limit \(limit)")
        }
      }
    }
  }

  @Test("why and history name the step that the whole session names, or a stretch up to it")
  func causes() throws {
    for (seed, limit) in [(1, 8), (2, 15), (3, 20), (4, 25), (5, 30), (6, 12)] {
      let pair = try Pair(seed: UInt64(seed), limit: limit)
      let last = pair.whole.last
      let (state, whole) = (try pair.cut.state(last), try pair.whole.state(last))
      let cuts = try pair.cut.cuts(last)
      for path in paths(of: whole) where cuts.knowledge(of: path, in: state) == .known {
        let seen = try CauseScan(pair.cut, path: path).last(upTo: last)
        let real = try CauseScan(pair.whole, path: path).last(upTo: last)
        if case .unrecorded(let n)? = seen?.origin {
          #expect(real?.n ?? 0 <= n)
        } else {
          #expect(seen?.origin == real?.origin, "\(path), seed \(seed), limit \(limit)")
        }
      }
    }
  }

  @Test(
    "an element at the edge of a cut was said to change",
    arguments: (UInt64(0)..<6).thinned(6, usual: 2))
  func histories(seed: UInt64) throws {
    for limit in stride(from: 1 + Int(seed), through: 45, by: 6) {
      let pair = try Pair(seed: seed, limit: limit)
      let last = pair.whole.last
      for path in Set(try paths(of: pair.whole.state(last)) + paths(of: pair.cut.state(last))) {
        let real = try CauseScan(pair.whole, path: path).changes(upTo: last).compactMap(\.n)
        var before = 0
        for change in try CauseScan(pair.cut, path: path).changes(upTo: last) {
          let place: Comment = "\(path), seed \(seed), limit \(limit): \(change.origin)"
          switch change.origin {
          case .action(let n, _):
            // Where it goes behind a cut nothing is said of its change.
            if !change.isNewUnknown { #expect(real.contains(n), place) }
            before = n
          case .unrecorded(let n):
            let isSeen = !change.isOldUnknown && !change.isNewUnknown
            if isSeen { #expect(real.contains { $0 > before && $0 <= n }, place) }
            before = n
          case .beginning, .outside: break
          }
        }
      }
    }
  }

  @Test(
    "a step that may have changed a value, of which a part is shown, was passed without a word",
    arguments: UInt64(0)..<4)
  func unknownChanges(seed: UInt64) throws {
    var unknown = 0
    for limit in stride(from: 5 + 2 * Int(seed), through: 45, by: 16) {
      let pair = try Pair(seed: seed, limit: limit)
      let last = pair.whole.last
      for path in Set(try paths(of: pair.whole.state(last)) + paths(of: pair.cut.state(last))) {
        let real = Set(
          try CauseScan(pair.whole, path: path).changes(upTo: last).compactMap(\.n))
        let found = try CauseScan(pair.cut, path: path).found(upTo: last)
        let place: Comment = "\(path), seed \(seed), limit \(limit)"
        let listed = found.changes.compactMap(\.n) + found.unknown
        #expect(real.isSubset(of: listed), place)
        unknown += found.unknown.count
        let rule = Breakpoint(id: 1, kind: .watch(path), condition: nil, isTemporary: false)
        var (scan, n, stops) = (BreakpointSearch(pair.cut, [rule]) { false }, 0, [Int]())
        while let stop = try scan.next(after: n) {
          stops.append(stop.n)
          n = stop.n
        }
        #expect(real.isSubset(of: stops + scan.unknown), place)
      }
    }
    #expect(unknown > 0)
  }

  @Test(
    "a change that a step is said to make is in what changed",
    arguments: (UInt64(0)..<6).thinned(6, usual: 2))
  func changes(seed: UInt64) throws {
    for limit in stride(from: 1 + Int(seed), through: 45, by: 6) {
      let pair = try Pair(seed: seed, limit: limit)
      for n in 1...pair.whole.last {
        let (before, after) = (try pair.whole.state(n - 1), try pair.whole.state(n))
        let tree = DifferenceTree(
          from: try pair.cut.state(n - 1), to: try pair.cut.state(n))
        for change in try pair.cut.knownChanges(tree, of: n).changes {
          let parent = JSONPointer(tokens: Array(change.path.tokens.dropLast()))
          #expect(
            parent.value(in: before) != parent.value(in: after),
            "\(change.path) at \(n), seed \(seed), limit \(limit)")
        }
      }
    }
  }

  @Test("a member that lay behind the cut was said to come or go where rows moved")
  func shiftedMembers() throws {
    var known = 0
    for seed: UInt64 in 0..<16 {
      let story = CutFeed.shifts(seed: seed)
      func record(_ limit: Int) throws -> Timeline {
        Timeline(try Session(path: CutFeed.record(story, nodeLimit: limit)))
      }
      let whole = try record(10_000)
      for limit in stride(from: 2 + Int(seed % 3), through: 48, by: 3) {
        let cut = try record(limit)
        for n in 1...whole.last {
          let tree = DifferenceTree(from: try cut.state(n - 1), to: try cut.state(n))
          for change in try cut.knownChanges(tree, of: n).changes {
            guard let name = change.path.tokens.last, JSONPointer.index(name) == nil else {
              continue
            }
            known += 1
            let place: Comment = "\(change.path) at \(n), seed \(seed), limit \(limit)"
            let old = change.oldPath.value(in: try whole.state(n - 1))
            let new = change.newPath.value(in: try whole.state(n))
            #expect((change.old == nil) == (old == nil), place)
            #expect((change.new == nil) == (new == nil), place)
          }
        }
      }
    }
    #expect(known > 0)
  }

  @Test("blame names the step that the whole session names, or a stretch up to it")
  func blame() throws {
    for (seed, limit) in [(1, 8), (2, 15), (3, 20), (4, 25), (5, 30), (6, 12)] {
      let pair = try Pair(seed: UInt64(seed), limit: limit)
      let last = pair.whole.last
      var (scan, other) = (BlameScan(pair.cut), BlameScan(pair.whole))
      let real = Dictionary(
        uniqueKeysWithValues: try #require(try other.leaves(of: .root, in: last)).map {
          ($0.path, $0.origin)
        })
      for leaf in try #require(try scan.leaves(of: .root, in: last)) where !leaf.isCut {
        // Elements of arrays are followed by what the patches say, which differ.
        if leaf.path.tokens.contains(where: { JSONPointer.index($0) != nil }) { continue }
        if case .unrecorded(let n) = leaf.origin {
          let before =
            Cause(origin: real[leaf.path] ?? .beginning(of: 0), old: nil, new: nil).n ?? 0
          #expect(before <= n)
        } else {
          #expect(leaf.origin == real[leaf.path], "\(leaf.path), seed \(seed), limit \(limit)")
        }
      }
    }
  }

  @Test(
    "a row of a log that says no change is of a step that changed nothing", arguments: UInt64(0)..<6
  )
  func rows(seed: UInt64) throws {
    for limit in stride(from: 1 + Int(seed), through: 45, by: 6) {
      let pair = try Pair(seed: seed, limit: limit)
      var rows = StepRows(pair.cut, count: pair.cut.last)
      for n in 1...pair.cut.last {
        let row = try rows.row(n...n)
        let isSame = try pair.whole.state(n - 1) == pair.whole.state(n)
        guard let places = row.places else { continue }
        if places.paths.isEmpty, places.leftOut == nil { #expect(isSame) }
        if !places.paths.isEmpty { #expect(!isSame, "seed \(seed), limit \(limit), \(n)") }
      }
    }
  }

  @Test(
    "a change from outside was read off what stands for a cut",
    arguments: (UInt64(0)..<6).thinned(6, usual: 2))
  func outsides(seed: UInt64) throws {
    var (unknown, partly, known) = (0, 0, 0)
    for limit in stride(from: 1 + Int(seed), through: 45, by: 6) {
      let pair = try Pair(seed: seed, limit: limit, isOutside: true)
      var rows = StepRows(pair.cut, count: pair.cut.last)
      for n in 1...pair.cut.last {
        for row in try rows.row(n...n).outsides {
          let isSame = try pair.whole.state(n - 1) == pair.whole.before(n)
          let paths = try #require(row.places?.paths)
          if paths.isEmpty {
            #expect(row.places?.leftOut != nil || isSame)
            unknown += 1
          } else {
            #expect(!isSame, "seed \(seed), limit \(limit), \(n)")
            if row.places?.leftOut == nil { known += 1 } else { partly += 1 }
          }
        }
      }
    }
    #expect(unknown + partly > 0 && known > 0)
  }

  /// All places of a value, and some beside them.
  private func paths(of value: JSONValue, at path: JSONPointer = .root) -> [JSONPointer] {
    var paths = [path]
    for (name, value) in value.object.map(Array.init) ?? [] {
      paths += self.paths(of: value, at: path.appending(name))
    }
    for (index, value) in (value.array.map(Array.init) ?? []).enumerated() {
      paths += self.paths(of: value, at: path.appending(index))
    }
    if let count = value.array?.count { paths.append(path.appending(count)) }
    if value.object != nil { paths.append(path.appending("nothing")) }
    return paths
  }
}
