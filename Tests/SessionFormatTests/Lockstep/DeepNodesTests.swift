import Foundation
import TestSupport
import Testing

@testable import SessionFormat

@Suite("Values that nest containers by hand, walked in lockstep")
struct DeepNodesTests {
  /// Nests containers by hand, so that no value is within another.
  private struct Nested: Encodable {
    var depth: Int
    var isArray = false
    var leaf = 1

    func encode(to encoder: any Encoder) throws {
      if isArray {
        var container = encoder.unkeyedContainer()
        for _ in 0..<depth { container = container.nestedUnkeyedContainer() }
        try container.encode(leaf)
      } else {
        var container = encoder.container(keyedBy: TextKey.self)
        for _ in 0..<depth {
          container = container.nestedContainer(keyedBy: TextKey.self, forKey: TextKey("a"))
        }
        try container.encode(leaf, forKey: TextKey("a"))
      }
    }
  }

  private static func patch(_ old: Nested, _ new: Nested) -> String? {
    let walk = LockstepWalk()
    let found = withUnsafePointer(to: old) { old in
      withUnsafePointer(to: new) {
        walk.patch(from: old, to: $0, within: .max, removing: .max, visiting: .max)
      }
    }
    return found.map { String(decoding: $0.text, as: UTF8.self) }
  }

  @Test("a hundred thousand levels are no patch, and take no stack", arguments: [false, true])
  func deep(isArray: Bool) {
    let old = Nested(depth: 3, isArray: isArray)
    var new = Nested(depth: 100_000, isArray: isArray)
    #expect(Self.patch(old, new) == nil)
    let before = new
    new.leaf = 2
    #expect(Self.patch(before, new) == nil)
  }

  @Test(
    "on a thread of 512 KB some hundred levels are a patch or none, but no overflow",
    arguments: [false, true], [10, 100, 300, 490])
  func smallStack(isArray: Bool, depth: Int) async {
    let patch = await withCheckedContinuation { continuation in
      let thread = Thread {
        let old = Nested(depth: depth, isArray: isArray)
        var new = old
        new.leaf = 2
        continuation.resume(returning: Self.patch(old, new))
      }
      thread.stackSize = 512 << 10
      thread.start()
    }
    let path = String(repeating: isArray ? "/0" : "/a", count: depth + 1)
    let expected = #"[{"op":"replace","path":"\#(path)","value":2}]"#
    if depth <= 100 {
      #expect(patch == expected)
    } else {
      #expect(patch == nil || patch == expected)
    }
  }

  /// Arrays in arrays, of which each level has more elements than the other value's.
  private indirect enum Comb: Encodable {
    case end
    case teeth([Comb])

    static func of(_ depth: Int, longer: Int) -> Comb {
      depth == 0
        ? .end : .teeth([of(depth - 1, longer: longer)] + Array(repeating: .end, count: longer))
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      if case .teeth(let teeth) = self { for tooth in teeth { try container.encode(tooth) } }
    }
  }

  @Test("the time for arrays of other counts in each other doubled with each level")
  func combs() {
    let (old, new) = (Comb.of(28, longer: 1), Comb.of(28, longer: 2))
    let walk = LockstepWalk()
    let found = withUnsafePointer(to: old) { old in
      withUnsafePointer(to: new) {
        walk.patch(from: old, to: $0, within: .max, removing: .max, visiting: .max)
      }
    }
    let expected = try? LockstepLawTests.expected(old, new)
    #expect(found.map { String(decoding: $0.text, as: UTF8.self) } == expected)
  }
}
