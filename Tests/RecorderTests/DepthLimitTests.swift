import Foundation
import SessionFormat
import Testing

@testable import Recorder

@Suite("How deep reflection shows a value")
struct DepthLimitTests {
  private final class Link {
    var next: Link?

    /// A chain of so many links.
    static func chain(_ count: Int) -> Link {
      let first = Link()
      var last = first
      for _ in 1..<count {
        let next = Link()
        last.next = next
        last = next
      }
      return first
    }

    /// Takes the chain apart, as its end would be a recursion of its whole length.
    func dismantle() {
      var link = self
      while let next = link.next {
        link.next = nil
        link = next
      }
    }
  }

  /// What is shown of a chain, on a thread with a stack of that size.
  private static func shown(
    _ count: Int, limit: Int, stack: Int
  ) async -> (height: Int, limits: [Renderings.Limit]) {
    await withCheckedContinuation { continuation in
      let thread = Thread {
        var renderings = Renderings()
        renderings.depthLimit = limit
        renderings.nodeLimit = 1_000_000
        let chain = Link.chain(count)
        let shown = MirrorRendering.shown(unencodable: chain, renderings)
        chain.dismantle()
        continuation.resume(returning: (shown.value.height, shown.limits))
      }
      thread.stackSize = stack
      thread.start()
    }
  }

  @Test("it could not be raised: a chain of 300 was cut at 64 levels, whatever its app asked for")
  func raised() async {
    #expect(await Self.shown(300, limit: 64, stack: 8 << 20) == (64, [.levels(64)]))
    #expect(await Self.shown(300, limit: 299, stack: 8 << 20) == (299, [.levels(299)]))
    #expect(await Self.shown(300, limit: 300, stack: 8 << 20) == (300, []))
    #expect(await Self.shown(5, limit: -1, stack: 8 << 20) == (1, [.levels(1)]))
  }

  @Test("a chain of 100,000 ends neither the stack nor what a reader takes")
  func endless() async {
    #expect(await Self.shown(100_000, limit: .max, stack: 8 << 20) == (400, [.levels(400)]))
    let (height, limits) = await Self.shown(100_000, limit: .max, stack: 512 << 10)
    #expect(height >= 64 && height < 400 && limits == [.stack(height)])
  }

  @Test("the app was told of the number of values, and to raise it, where it was the depth")
  func words() {
    let start =
      #""State" is recorded in part: 2 of its members and elements, with all in them, are left out, "#
      + "as reflection shows "
    let rows: [([Renderings.Limit], String)] = [
      (
        [.values(10)],
        "10 values at the most: raise renderings.nodeLimit (HINDSIGHT_NODE_LIMIT), or make the type "
          + "Encodable"
      ),
      (
        [.levels(64)],
        "64 levels at the most: raise renderings.depthLimit (HINDSIGHT_DEPTH_LIMIT), or make the type "
          + "Encodable"
      ),
      (
        [.values(10), .levels(64)],
        "10 values and 64 levels at the most: raise renderings.nodeLimit (HINDSIGHT_NODE_LIMIT) and "
          + "raise renderings.depthLimit (HINDSIGHT_DEPTH_LIMIT), or make the type Encodable"
      ),
      (
        [.levels(400)],
        "400 levels at the most: nest it less deeply, because a session holds no more, or make the "
          + "type Encodable"
      ),
      (
        [.stack(70)],
        "70 levels, for which the stack of the thread has room, at the most: dispatch on a thread with "
          + "a larger stack, or make the type Encodable"
      ),
    ]
    for (limits, words) in rows {
      #expect(
        RecorderError.cutRendering(type: "State", leftOut: 2, limits: limits).description
          == start + words)
    }
  }

  @Test("a session tells it of a state: the text at the place, and the trouble once")
  func recorded() throws {
    let sink = CollectingSink()
    let told = Gathered<RecorderError>()
    var options = RecorderOptions(onError: { told.append($0) })
    options.renderings.depthLimit = 2
    let recorder = SessionRecorder(sink: sink, store: "test", options: options)
    var chain = Link.chain(4)
    for _ in 0..<2 { recorder.step("grow", into: &chain) { $0 = Link.chain(4) } }
    let states = try sink.sessionLines.compactMap { line -> StateLine? in
      if case .state(let line) = line { line } else { nil }
    }
    #expect(states.map(\.cut) == [["/next/next"], ["/next/next"], ["/next/next"]])
    #expect(states[0].content == .whole(["next": ["next": "nested deeper than 2 levels"]]))
    let cuts = told.all.filter { if case .cutRendering = $0 { true } else { false } }
    #expect(cuts == [.cutRendering(type: "Link", leftOut: 1, limits: [.levels(2)])])
  }

  @Test("HINDSIGHT_NODE_LIMIT was advised, and did nothing where the code names the file")
  func environment() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "limits-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let told = Gathered<RecorderError>()
    func limits(_ environment: [String: String], _ name: String) throws -> [Int] {
      var options = RecorderOptions(onError: { told.append($0) })
      options.renderings.nodeLimit = 7
      let recorder = try SessionRecorder(
        path: folder.appending(path: name).path, store: "test", options: options,
        environment: environment)
      let renderings = recorder.options.renderings
      return [renderings.nodeLimit, renderings.depthLimit]
    }
    #expect(try limits([:], "a.ndjson") == [7, 64])
    let both = ["HINDSIGHT_NODE_LIMIT": "9000", "HINDSIGHT_DEPTH_LIMIT": "100"]
    #expect(try limits(both, "b.ndjson") == [9000, 100])
    let recorder = SessionRecorder(
      in: .folder(folder.path), store: "test", options: RecorderOptions(), environment: both,
      files: MemoryFiles())
    #expect(recorder.options.renderings.depthLimit == 100)
    // What has no meaning for one file is no fault there.
    #expect(
      try limits(["HINDSIGHT_SEGMENT": "big", "HINDSIGHT_RECORD": "0"], "c.ndjson") == [7, 64])
    #expect(told.all == [])
    #expect(try limits(["HINDSIGHT_DEPTH_LIMIT": "401"], "d.ndjson") == [7, 64])
    #expect(
      told.all.map(\.description) == [
        "HINDSIGHT_DEPTH_LIMIT=\"401\" is not valid and was ignored: expected a number from 1 to "
          + "400"
      ])
  }
}
