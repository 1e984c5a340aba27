import Foundation
import Testing

@testable import SessionFormat

@Suite("Values nested as deep as a line may be, and deeper, on small stacks")
struct DeepValueTests {
  /// Runs something on a thread with a stack of 512 KB.
  private func onSmallStack<Result: Sendable>(
    _ body: @escaping @Sendable () -> Result
  ) async -> Result {
    await withCheckedContinuation { continuation in
      let thread = Thread { continuation.resume(returning: body()) }
      thread.stackSize = 512 << 10
      thread.start()
    }
  }

  /// A value of that many levels, each of so many children, of which the middle one is the next.
  private static func nest(
    _ depth: Int, width: Int, isObject: Bool, innermost: JSONValue = 1
  ) -> JSONValue {
    (0..<depth).reduce(innermost) { inner, _ in
      var children = Array(repeating: JSONValue.null, count: width)
      children[width / 2] = inner
      guard isObject else { return .array(children) }
      return .object(children.enumerated().map { ("\($0)", $1) })
    }
  }

  @Test(
    "at the limit of a line they are compared, written, parsed, patched, and freed",
    arguments: [1, 17, 300], [false, true])
  func walks(width: Int, isObject: Bool) async {
    let isSound = await onSmallStack {
      let depth = JSONParser.depthLimit
      let old = Self.nest(depth, width: width, isObject: isObject)
      let same = Self.nest(depth, width: width, isObject: isObject)
      let new = Self.nest(depth, width: width, isObject: isObject, innermost: 2)
      guard old == same, old != new else { return false }
      let parsed = try? JSONParser().parse(JSONWriter.bytes(of: old))
      let patch = JSONPatch(from: old, to: new)
      return parsed == old && (try? patch.applied(to: old)) == new && old.detached().value == old
    }
    #expect(isSound)
  }

  @Test(
    "nested 100,000 levels they are compared, written and freed, also where a part is shared",
    arguments: [false, true])
  func bottomless(isObject: Bool) async {
    let isSound = await onSmallStack {
      let depth = 100_000
      let value = Self.nest(depth, width: 1, isObject: isObject)
      let shared: [JSONValue] = [[value, value], ["a": value], [value]]
      let level = isObject ? #"{"0":}"# : "[]"
      return JSONWriter.bytes(of: value).count == depth * level.utf8.count + 1
        && value == Self.nest(depth, width: 1, isObject: isObject) && shared[2][0] == value
    }
    #expect(isSound)
  }
}
