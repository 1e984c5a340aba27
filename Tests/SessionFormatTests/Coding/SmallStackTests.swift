import Foundation
import TestSupport
import Testing

@testable import SessionFormat

/// A chain of objects.
private final class Chain: Codable {
  var name = "link"
  var next: Chain?

  init(_ next: Chain?) { self.next = next }

  static func of(_ depth: Int, innermost name: String = "link") -> Chain? {
    var chain: Chain?
    for _ in 0..<depth {
      chain = Chain(chain)
      if chain?.next == nil { chain?.name = name }
    }
    return chain
  }
}

/// Nested in itself through the collections, and through a value that is written in place.
private indirect enum Thicket: Codable {
  case leaf
  case list([Thicket])
  case named([String: Thicket])
  case one(Wrapped)
  case set(Set<[Int]>, Thicket?)

  struct Wrapped: Codable {
    var tree: Thicket
    init(_ tree: Thicket) { self.tree = tree }
    init(from decoder: any Decoder) throws {
      tree = try decoder.singleValueContainer().decode(Thicket.self)
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(tree)
    }
  }

  static func of(_ depth: Int) -> Thicket {
    var tree = Thicket.leaf
    for level in 0..<depth {
      switch level % 4 {
      case 0: tree = .list([.leaf, tree])
      case 1: tree = .named(["b": tree, "a": .leaf])
      case 2: tree = .one(Wrapped(tree))
      default: tree = .set([[2], [1]], tree)
      }
    }
    return tree
  }
}

@Suite("Deep values on small stacks")
struct SmallStackTests {
  /// Runs something on a thread with a stack of so many KB.
  private func onStack<Result: Sendable>(
    _ kilobytes: Int, _ body: @escaping @Sendable () -> Result
  ) async -> Result {
    await withCheckedContinuation { continuation in
      let thread = Thread { continuation.resume(returning: body()) }
      thread.stackSize = kilobytes << 10
      thread.start()
    }
  }

  private static let depths = Array(1...40) + Array(stride(from: 45, through: 500, by: 7)) + [500]

  @Test(
    "what encodes, in a chain of any depth, never ends the process", arguments: [256, 512, 1024])
  func encodes(kilobytes: Int) async {
    let sound = await onStack(kilobytes) {
      Self.depths.allSatisfy { depth in
        guard let encoded = try? ValueEncoder().bytes(of: Chain.of(depth)),
          let tree = try? ValueEncoder().bytes(of: Thicket.of(depth))
        else { return false }
        let value = try? encoded.value
        let isWhole = value?.height == depth && encoded.opaque.isEmpty
        return (isWhole || (depth > 40 && encoded.opaque.count == 1)) && !tree.bytes.isEmpty
      }
    }
    #expect(sound)
  }

  @Test("on a large stack nothing is left out")
  func whole() async {
    let heights = await onStack(8192) {
      Self.depths.map { depth in
        guard let encoded = try? ValueEncoder().encode(Chain.of(depth)) else { return -1 }
        return encoded.opaque.isEmpty ? encoded.value.height : 0
      }
    }
    #expect(heights == Self.depths)
  }

  @Test("what lies too deep for the stack says how deep that was, and its place")
  func place() async throws {
    let encoded = await onStack(256) { try? ValueEncoder().encode(Chain.of(500)) }
    let opaque = try #require(encoded?.opaque)
    try #require(opaque.count == 1)
    let levels = opaque[0].tokens.count
    #expect(opaque[0].tokens == Array(repeating: "next", count: levels))
    #expect(
      encoded.flatMap { opaque[0].value(in: $0.value) }
        == .string("nested deeper than \(levels) levels"))
  }

  @Test(
    "what decodes, at any depth, decodes or is refused", arguments: [256, 512, 1024, 8192])
  func decodes(kilobytes: Int) async throws {
    let texts = Self.depths.map { depth in
      Array(
        (String(repeating: #"{"name":"a","next":"#, count: depth - 1) + #"{"name":"a"}"#
          + String(repeating: "}", count: depth - 1)).utf8)
    }
    let outcomes = await onStack(kilobytes) {
      texts.map { text -> String in
        do {
          _ = try ValueDecoder().decode(Chain.self, from: text)
          return "whole"
        } catch DecodingError.dataCorrupted(let context) {
          return context.debugDescription
        } catch { return "\(error)" }
      }
    }
    let refusal = "it is nested deeper than the stack of this thread has room for"
    for (depth, outcome) in zip(Self.depths, outcomes) {
      #expect(outcome == "whole" || (depth > 40 && kilobytes < 8192 && outcome == refusal))
    }
  }

  /// Whether the walks over two documents come to their ends, and agree.
  private static func walk(_ old: JSONValue, _ new: JSONValue) -> Bool {
    let patch = JSONPatch(from: old, to: new)
    return !JSONWriter.bytes(of: old).isEmpty && patch.isEmpty == (old == new)
      && (try? patch.applied(to: old)) == new
      && (try? JSONParser().parse(JSONWriter.bytes(of: new))) == new
  }

  @Test(
    "what was encoded on a small stack is compared and written there",
    arguments: [256, 512, 1024])
  func walksOfEncoded(kilobytes: Int) async {
    let sound = await onStack(kilobytes) {
      [1, 30, 60, 100, 150, 200, 300, 400, 500].allSatisfy { depth in
        guard let lists = try? ValueEncoder().encode(Nest.of(depth)).value,
          let chain = try? ValueEncoder().encode(Chain.of(depth)).value,
          let other = try? ValueEncoder().encode(Chain.of(depth, innermost: "other")).value,
          let thicket = try? ValueEncoder().encode(Thicket.of(depth)).value
        else { return false }
        return Self.walk(lists, [lists]) && Self.walk(thicket, chain) && Self.walk(chain, other)
      }
    }
    #expect(sound)
  }

  @Test("a document of all levels that a line has is walked on a stack of 1 MB")
  func walks() async {
    let sound = await onStack(1024) {
      [false, true].allSatisfy { isObject in
        var (old, new): (JSONValue, JSONValue) = (1, 2)
        for _ in 1...512 {
          old = isObject ? ["a": old, "b": 1] : [old]
          new = isObject ? ["a": new, "b": 1] : [new]
        }
        return Self.walk(old, new)
      }
    }
    #expect(sound)
  }
}

/// Arrays alone, the least that a level can take.
private struct Nest: Encodable {
  var inner: [Nest]

  static func of(_ depth: Int) -> Nest {
    (1..<max(depth, 1)).reduce(Nest(inner: [])) { nest, _ in Nest(inner: [nest]) }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    for nest in inner { try container.encode(nest) }
  }
}
