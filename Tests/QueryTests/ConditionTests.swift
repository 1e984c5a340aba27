import Query
import SessionFormat
import Testing

@Suite("A condition is asked of a step")
struct ConditionTests {
  static let step = #"""
    {"n": 7, "t": 1500000000, "type": "cart.applyCoupon", "action": {"code": "X-1", "off": 0.30},
     "state": {"cart": {"total": -2, "items": [{"id": 1}, {"id": 2}]}, "busy": false, "user": null},
     "before": {"cart": {"total": 1, "items": [{"id": 1}, {"id": 2}]}, "busy": false, "user": null},
     "patch": [{"op": "replace", "path": "/cart/total", "value": -2}]}
    """#

  @Test(
    "it holds, or not",
    arguments: [
      (#"$.state.cart.total < 0 && $.type == "cart.applyCoupon""#, true),
      (#"$.state.cart.total < 0 && $.type == "applyCoupon""#, false),
      (#"  @.n == 7  "#, true),
      ("$.n==7", true),
      ("$.n != 7", false),
      ("$.n >= 7 && $.n <= 7", true),
      ("7 < $.n", false),
      ("$.t > 1.4e9", true),
      ("$.action.off == 3e-1", true),
      ("$.state.busy", true),
      ("$.state.busy == true", false),
      ("$.state.user", true),
      ("$.state.user == null", true),
      ("$.state.nobody", false),
      ("!$.state.nobody", true),
      ("$.state.nobody == null", false),
      ("$.state.nobody == $.state.none", true),
      ("$.state.cart != $.before.cart", true),
      ("$.state.cart.items == $.before.cart.items", true),
      ("$.patch[?@.op == 'remove']", false),
      ("$.patch[?match(@.path, '/cart/.*')]", true),
      ("search($.type, 'coupon')", false),
      ("search($.type, '[Cc]oupon$')", true),
      ("!match($.type, 'cart')", true),
      ("count($.state.cart.items[*]) == 2", true),
      ("length($.type) == 16", true),
      ("length($.n) == 1", false),
      ("value($..code) == 'X-1'", true),
      ("value($..id) == 1", false),
      ("($.n == 1 || $.n == 7) && !($.n == 1)", true),
      ("$.n == 1 || $.n == 7 && $.n == 2", false),
      ("$.n == 7 || $.n == 1 && $.n == 2", true),
      ("($.n == 7 || $.n == 1) && $.n == 2", false),
      ("$", true),
      ("$..*", true),
    ])
  func table(_ text: String, _ expected: Bool) throws {
    let condition = try Condition(overAny: text)
    #expect(try condition.holds(in: JSONValue(parsing: Self.step)) == expected)
    #expect(condition.description == text)
  }

  @Test(
    "in a path without $ an index is as good as a name, as in every path",
    arguments: [
      ("cart.items[1].id == 2", true), ("cart.items.1.id == 2", true),
      (#"cart.items["1"].id == 2"#, true), ("cart.items[ 1 ].id == 2", true),
      (#"$.state.cart.items["1"].id == 2"#, false),
    ])
  func places(_ text: String, _ expected: Bool) throws {
    #expect(try Condition(text).holds(in: JSONValue(parsing: Self.step)) == expected)
  }

  @Test(
    "it names the members of the document that it reads",
    arguments: [
      ("$.n == 7", ["n"]),
      ("$['state'].before.patch", ["state"]),
      ("$['n', 't'][0]", ["n", "t"]),
      ("@.action.code == 'x' || !($.type < $.before.type)", ["action", "type", "before"]),
      ("$.state.items[?@.id == $.action.id && @.t]", ["state", "action"]),
      ("$.state.items[?@.a[?$.patch]]", ["state", "patch"]),
      ("$.state..items[*]", ["state"]),
      ("length($.patch) > 1", ["patch"]),
      ("count($.state.*) == length(value($.before..x))", ["state", "before"]),
      ("match($.type, $.action.pattern)", ["type", "action"]),
      ("search($.type, 'x')", ["type"]),
      ("$.sate.x", ["sate"]),
      ("$[0] || $[1:2]", []),
      ("1 == 2", []),
      ("$", nil),
      ("$.*", nil),
      ("$[*]", nil),
      ("$..n", nil),
      ("$[?@.n]", nil),
      ("$['n', *]", nil),
      ("length($) == 7", nil),
      ("$.state[?count($..x) > 1]", nil),
    ] as [(String, Set<String>?)])
  func references(_ text: String, _ members: Set<String>?) throws {
    #expect(try Condition(overAny: text).referencedMembers == members)
  }

  @Test("a member that a condition does not name changes nothing")
  func unread() throws {
    let whole = try JSONValue(parsing: Self.step)
    for text in ["$.n == 7", "$.state.cart.total < 0", "length($.type) == 16", "$[0]", "$.sate"] {
      let condition = try Condition(overAny: text)
      let names = try #require(condition.referencedMembers)
      let members = try #require(whole.object).filter { names.contains($0.name) }
      let part = JSONValue.object(members)
      #expect(try condition.holds(in: part) == condition.holds(in: whole), "\(text)")
    }
  }
}
