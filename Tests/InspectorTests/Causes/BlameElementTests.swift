import SessionFormat
import TestSupport
import Testing

@testable import Inspector
@testable import InspectorSupport

@Suite("Blame follows the elements of arrays by what the states say, however they were recorded")
struct BlameElementTests {
  /// How the states of a session are written.
  enum Form: CaseIterable { case patches, whole, mixed }

  /// A list of elements that come, go, move and change, and who set what.
  private struct Shop {
    var random: SplitMix64
    let hasIdentities: Bool
    var elements: [JSONValue] = []
    /// By identity and name; nil is the beginning.
    var authors: [Int: [String: Int]] = [:]
    private var made = 100

    init(seed: Int, hasIdentities: Bool) {
      random = SplitMix64(seed: UInt64(seed))
      self.hasIdentities = hasIdentities
      elements = (0..<3).map { _ in element() }
    }

    mutating func draw(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

    mutating func element() -> JSONValue {
      made += 1
      let value: JSONValue = .number(draw(3))
      let text: JSONValue = draw(2) == 0 ? "a" : "b"
      let rest: [(String, JSONValue)] = [("v", value), ("s", text), ("in", ["x": 1])]
      return .object((hasIdentities ? [("id", .number(made))] : []) + rest)
    }

    /// One change, as an operation on the list; nil for none.
    mutating func change() -> JSONPatch.Operation? {
      func place(_ index: Int) -> JSONPointer { JSONPointer(tokens: ["items", String(index)]) }
      guard !elements.isEmpty, draw(3) > 0 else {
        let (index, new) = (draw(elements.count + 1), element())
        elements.insert(new, at: index)
        return .add(place(index), new)
      }
      let index = draw(elements.count)
      switch draw(4) {
      case 0:
        elements.remove(at: index)
        return .remove(place(index))
      case 1:
        let (old, to) = (elements.remove(at: index), draw(elements.count + 1))
        elements.insert(old, at: to)
        return .move(from: place(index), path: place(to))
      default:
        let value: JSONValue = .number(draw(4))
        guard let object = elements[index].object, object["v"] != value else { return nil }
        elements[index] = object.setting("v", to: value)
        return .replace(place(index).appending("v"), value)
      }
    }

    /// Notes what step n changed of each element, by its identity.
    mutating func note(_ n: Int, since old: [JSONValue]) {
      for element in elements.compactMap(\.object) {
        guard let id = element["id"]?.int else { continue }
        let before = old.first { $0.object?["id"]?.int == id }?.object
        for member in element where before?[member.name] != member.value {
          authors[id, default: [:]][member.name] = n
        }
      }
    }

    var state: JSONValue { ["count": .number(elements.count), "items": .array(elements)] }
  }

  /// The session, and for each state its list and who set what in it.
  private func session(
    _ seed: Int, _ form: Form, hasIdentities: Bool
  ) throws -> (Timeline, [Shop], [JSONPointer: Cause.Origin]) {
    var shop = Shop(seed: seed, hasIdentities: hasIdentities)
    var oracle = BlameOracle(shop.state)
    var shops = [shop]
    var builder = SessionBuilder()
    builder.whole(0, shop.state)
    for n in 1...14 {
      var operations: [JSONPatch.Operation] = []
      let before = shop.elements
      for _ in 0...shop.draw(3) {
        if let operation = shop.change() { operations.append(operation) }
      }
      shop.note(n, since: before)
      builder.action(n, "t\(n)")
      operations.append(.replace(JSONPointer(tokens: ["count"]), .number(shop.elements.count)))
      let isWhole = form == .whole || form == .mixed && seed &* n % 3 == 0
      builder.add(
        .state(
          StateLine(n: n, content: isWhole ? .whole(shop.state) : .patch(JSONPatch(operations)))))
      oracle.change(to: shop.state, by: .action(n: n, type: "t\(n)"))
      shops.append(shop)
    }
    return (Timeline(try open(builder.bytes())), shops, oracle.origins)
  }

  @Test(
    "an element's member is set by the last step that changed it there, or that inserted the element",
    arguments: 0..<40, Form.allCases)
  func identities(seed: Int, form: Form) throws {
    let (timeline, shops, _) = try session(seed, form, hasIdentities: true)
    for n in [1, 2, 7, 14] {
      var scan = BlameScan(timeline)
      for leaf in try scan.leaves(of: .root, in: n) ?? [] where leaf.path.tokens.count > 2 {
        let index = try #require(JSONPointer.index(leaf.path.tokens[1]))
        let id = try #require(shops[n].elements[index].object?["id"]?.int)
        let author = shops[n].authors[id]?[leaf.path.tokens[2]]
        #expect(
          leaf.origin == author.map { .action(n: $0, type: "t\($0)") } ?? .beginning(of: 0),
          "\(leaf.path) in \(n)")
      }
    }
  }

  @Test(
    "elements without identities are followed as the differences of the states match them",
    arguments: (0..<40).thinned(8), Form.allCases)
  func contents(seed: Int, form: Form) throws {
    let (timeline, _, origins) = try session(seed, form, hasIdentities: seed % 4 == 0)
    var scan = BlameScan(timeline)
    let leaves = try scan.leaves(of: .root, in: 14) ?? []
    let told = Dictionary(uniqueKeysWithValues: leaves.map { ($0.path, $0.origin) })
    #expect(told == origins)
    for leaf in leaves {
      var part = BlameScan(timeline)
      #expect(try part.leaves(of: leaf.path, in: 14) == [leaf])
    }
  }
}
