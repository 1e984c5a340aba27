import TestSupport
import Testing

@testable import SessionFormat

@Suite("Places of types that stand within themselves")
struct RepeatedPlacesTests {
  private func differences(_ old: String, _ new: String) throws -> [TypeDifference] {
    func types(_ text: String) throws -> TypeFingerprint {
      try #require(TypeFingerprint(text: "v1; state 00000000 @N; action 00000000 _; @N \(text)"))
    }
    return TypeComparison.differences(from: try types(old), to: try types(new))
  }

  private func covered(_ difference: TypeDifference, _ places: [String]) throws -> [String] {
    try places.filter { difference.covers(try JSONPointer($0)) }
  }

  @Test("what differs is at each depth, and nowhere else")
  func depths() throws {
    let found = try differences("{c:Int,n:[@N],t:Int}", "{n:[@N],t:Int}")
    #expect(
      found.map(\.description) == [
        "state /c is gone, and what was recorded is passed over, also at /n/*/c"
      ])
    let difference = try #require(found.first)
    for depth in 0...20 {
      let below = String(repeating: "/n/7", count: depth)
      #expect(
        try covered(difference, [below + "/c", below + "/c/x", below + "/t", below + "/n", below])
          == [below + "/c", below + "/c/x"])
    }
    #expect(try covered(difference, ["/n/c", "/c/n/0/c", "/n/0/n", "/x/0/c"]) == ["/c/n/0/c"])
  }

  @Test("a difference of what leads to the inner place is not one of the outer place itself")
  func optionalLink() throws {
    let difference = try #require(try differences("{n:@N?}", "{n:@N}").first)
    #expect(
      difference.description == "state /n could be null, and no longer can, also at /n/n")
    #expect(try covered(difference, ["", "/n", "/n/n", "/m", "/n/m"]) == ["/n", "/n/n", "/n/m"])
  }

  @Test("a difference of a type as a whole is one of the inner places too")
  func whole() throws {
    let difference = try #require(
      try differences("<a:{_0:@N}|b:{}>", "<a:{_0:@N}>").first)
    #expect(difference.description == "state /b is a case that is gone, also at /a/_0/b")
    for depth in 0...5 {
      var value: JSONValue = ["b": [:]]
      var other: JSONValue = ["c": [:]]
      for _ in 0..<depth { (value, other) = (["a": ["_0": value]], ["a": ["_0": other]]) }
      #expect(difference.isUsed(in: value))
      #expect(!difference.isUsed(in: other))
    }
    #expect(!difference.isUsed(in: ["a": ["b": ["_0": [:]]]]))
  }

  @Test("types that stand within each other lead on from each of their places")
  func mutual() throws {
    let found = try differences(
      "{b:@B}; @B {a:@N?,x:Int,c:[@B]}", "{b:@B}; @B {a:@N?,x:String,c:[@B]}")
    let difference = try #require(found.first)
    #expect(found.count == 1)
    #expect(difference.further == ["/b/a/b/x", "/b/c/*/x"])
    #expect(
      try covered(
        difference,
        [
          "/b/x", "/b/a/b/x", "/b/c/0/x", "/b/c/0/a/b/c/1/c/2/x", "/x", "/b/a/x", "/b/c/x",
          "/b/a/b/a/x",
        ]) == ["/b/x", "/b/a/b/x", "/b/c/0/x", "/b/c/0/a/b/c/1/c/2/x"])
  }

  @Test("the name of a dictionary's member that is gone is looked for in each, at each depth")
  func names() throws {
    let found = try differences("{d:{*String(a|b):@N?}}", "{d:{*String(a):@N?}}")
    #expect(
      found.map(\.description) == [
        #"state /d takes no name "b" any more, also at /d/*/d"#
      ])
    let difference = try #require(found.first)
    #expect(difference.isUsed(in: ["d": ["b": nil]]))
    #expect(difference.isUsed(in: ["d": ["a": ["d": ["b": nil]]]]))
    #expect(!difference.isUsed(in: ["d": ["a": ["d": ["a": nil]]]]))
    #expect(!difference.isUsed(in: ["d": ["a": ["b": nil]]]))
  }

  @Test("a stranger's types with more inner places than are kept are compared in bounds")
  func bounds() throws {
    let members = (0..<2000).map { "m\($0):@N" }.joined(separator: ",")
    let found = try differences("{\(members),x:Int}", "{\(members),x:Bool}")
    let difference = try #require(found.first)
    #expect(difference.further.count == 256)
    #expect(try covered(difference, ["/m0/m255/x", "/m256/x"]) == ["/m0/m255/x"])
  }
}
