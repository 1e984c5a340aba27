import Foundation
import SessionFormat

@testable import Recorder

extension ChangedType {
  private typealias M = Member

  static let all = members + leaves + enums + collections

  private static let members = [
    ChangedType("nothing", M.CountAndName(), as: M.CountAndName.self, isRead: true, []),
    ChangedType(
      "a member is added that may be missing", M.Count(), as: M.MaybeName.self, isRead: true,
      ["fine: state /name is new, and may be missing"]),
    ChangedType(
      "a member is added with a default", M.Count(), as: M.NameWithDefault.self, isRead: true,
      ["fine: state /name is new, and may be missing"]),
    ChangedType(
      "a member is added that is read where it can be", M.Count(), as: M.NameIfItReads.self,
      isRead: true, ["fine: state /name is new, and may be missing"]),
    ChangedType(
      "a member is added", M.Count(), as: M.CountAndName.self, isRead: false,
      ["impossible: state /name is new and required"]),
    ChangedType(
      "a member is removed", M.CountAndName(), as: M.Count.self, isRead: true,
      ["fine: state /name is gone, and what was recorded is passed over"]),
    ChangedType(
      "all members are removed", M.Count(), as: M.None.self, isRead: true,
      ["fine: state /count is gone, and what was recorded is passed over"]),
    ChangedType(
      "a member is renamed", M.CountAndName(), as: M.CountAndTitle.self, isRead: false,
      [
        "impossible: state /title is new and required; or was it renamed from name?",
        "fine: state /name is gone, and what was recorded is passed over",
      ]),
    ChangedType(
      "a member that may be missing is renamed", M.MaybeName(name: "n"), as: M.MaybeTitle.self,
      isRead: true,
      [
        "risky: state /title is new, and may be missing; or was it renamed from name?",
        "fine: state /name is gone, and what was recorded is passed over",
      ]),
    ChangedType(
      "a text is read, and an object too", M.Of(value: "a"), as: M.Of<M.TextFirst>.self,
      isRead: true,
      [
        "risky: state /value is read by a coding of its own, which may take and write other values"
      ]),
    ChangedType(
      "an object is read, and a text too", M.Of(value: "a"), as: M.Of<M.ObjectFirst>.self,
      isRead: true, ["risky: state /value was String, is an object"]),
    ChangedType(
      "a member may be missing from now on", M.CountAndName(), as: M.MaybeName.self, isRead: true,
      ["fine: state /name may be missing now"]),
    ChangedType(
      "a member that could be missing is required, and missing", M.MaybeName(),
      as: M.CountAndName.self, isRead: false,
      ["risky: state /name could be missing, and no longer can"]),
    ChangedType(
      "a member that could be missing is required, and there", M.MaybeName(name: "n"),
      as: M.CountAndName.self, isRead: true,
      ["risky: state /name could be missing, and no longer can"]),
  ]

  private static func leaf<Old: Codable & Sendable, New: Codable & Sendable>(
    _ old: Old, _ new: New.Type, isRead: Bool, _ grade: String
  ) -> ChangedType {
    ChangedType(
      "\(Old.self) to \(New.self)", M.Of(value: old), as: M.Of<New>.self, isRead: isRead,
      ["\(grade): state /value was \(Old.self), is \(New.self)"])
  }

  private static let leaves = [
    leaf(Int8.min, Int.self, isRead: true, "fine"),
    leaf(UInt32.max, Int64.self, isRead: true, "fine"),
    leaf(UInt16.max, UInt64.self, isRead: true, "fine"),
    leaf(300, Int8.self, isRead: false, "risky"),
    leaf(-1, UInt.self, isRead: false, "risky"),
    leaf(UInt64.max, Int64.self, isRead: false, "risky"),
    leaf(7, Double.self, isRead: true, "risky"),
    leaf(7.5, Int.self, isRead: false, "risky"),
    leaf(Decimal(7), Double.self, isRead: true, "risky"),
    leaf(Date(timeIntervalSinceReferenceDate: 7), Double.self, isRead: true, "risky"),
    leaf(UUID(), String.self, isRead: true, "fine"),
    leaf("no id", UUID.self, isRead: false, "risky"),
    leaf(Data([1]), String.self, isRead: true, "fine"),
    leaf("7", Int.self, isRead: false, "impossible"),
    leaf(7, String.self, isRead: false, "impossible"),
    leaf(true, Int.self, isRead: false, "impossible"),
    leaf(1, Bool.self, isRead: false, "impossible"),
    ChangedType(
      "a value that may be null from now on", ["a": 7], as: [String: Int?].self, isRead: true,
      ["fine: state /* may be null now"]),
    ChangedType(
      "a value that could be null", ["a": Int?.none], as: [String: Int].self, isRead: false,
      ["risky: state /* could be null, and no longer can"]),
    ChangedType(
      "a colour whose coding cannot be probed", M.Of(value: M.Colour()), as: M.Of<Int>.self,
      isRead: false, ["risky: state /value was String, is Int"]),
    ChangedType(
      "such a colour, the same", M.Of(value: M.Colour()), as: M.Of<M.Colour>.self, isRead: true, []
    ),
  ]

  private static let enums = [
    ChangedType(
      "a text is added", M.Light.red, as: M.LightOfThree.self, isRead: true,
      [#"fine: state has a new value "yellow""#]),
    ChangedType(
      "a text is gone that is used", M.LightOfThree.yellow, as: M.Light.self, isRead: false,
      [#"risky: state has no value "yellow" any more"#]),
    ChangedType(
      "a text is gone that is not used", M.LightOfThree.red, as: M.Light.self, isRead: true,
      [#"risky: state has no value "yellow" any more"#]),
    ChangedType(
      "an enum becomes any text", M.Light.red, as: String.self, isRead: true,
      ["fine: state was one of some Strings, is String"]),
    ChangedType(
      "a text becomes an enum", "blue", as: M.Light.self, isRead: false,
      ["risky: state was any String, and is one of some"]),
    ChangedType(
      "an enum of numbers becomes one of texts", M.Number.one, as: M.Light.self, isRead: false,
      [
        "impossible: state was Int, is String", #"risky: state has no value "1" any more"#,
        #"risky: state has no value "2" any more"#, #"fine: state has a new value "green""#,
        #"fine: state has a new value "red""#,
      ]),
    ChangedType(
      "a case is added", M.Route.item(id: 7), as: M.RouteOfThree.self, isRead: true,
      ["fine: state /search is a new case"]),
    ChangedType(
      "a case is gone that is used", M.RouteOfThree.search("a"), as: M.Route.self, isRead: false,
      ["risky: state /search is a case that is gone"]),
    ChangedType(
      "a case is gone that is not used", M.RouteOfThree.home, as: M.Route.self, isRead: true,
      ["risky: state /search is a case that is gone"]),
    ChangedType(
      "a payload is of another type", M.Route.item(id: 7), as: M.RouteByName.self, isRead: false,
      ["impossible: state /item/id was Int, is String"]),
    ChangedType(
      "a payload may have more", M.Route.item(id: 7), as: M.RouteWithPage.self, isRead: true,
      ["fine: state /item/page is new, and may be missing"]),
    ChangedType(
      "a payload must have more", M.Route.item(id: 7), as: M.RouteWithRank.self, isRead: false,
      ["impossible: state /item/rank is new and required"]),
    ChangedType(
      "an enum becomes a text", M.Route.home, as: M.Light.self, isRead: false,
      ["impossible: state was an enum, is one of some Strings"]),
    ChangedType(
      "a type that is part of itself", M.Tree.node(.leaf, 1, .leaf), as: M.NamedTree.self,
      isRead: false,
      ["impossible: state /node/_1 was Int, is String, also at /node/_0/node/_1 and 1 more place"]),
    ChangedType(
      "a member of a type that is part of itself is gone, further in too",
      M.Comment(colour: 1, replies: [M.Comment(colour: 2, replies: [])]),
      as: M.PlainComment.self, isRead: true,
      [
        "fine: state /colour is gone, and what was recorded is passed over, also at /replies/*/colour"
      ]),
  ]

  private static let collections = [
    ChangedType(
      "the elements' members differ", M.Nested(rows: [M.Of(value: 1)]),
      as: M.Nested<String>.self, isRead: false,
      ["impossible: state /rows/*/value was Int, is String"]),
    ChangedType("an array becomes a set", [1, 2], as: Set<Int>.self, isRead: true, []),
    ChangedType(
      "an array becomes a dictionary", [1], as: [String: Int].self, isRead: false,
      ["impossible: state was an array, is a dictionary"]),
    ChangedType(
      "the values of a dictionary differ", ["a": 1], as: [String: Bool].self, isRead: false,
      ["impossible: state /* was Int, is Bool"]),
    ChangedType(
      "numbers as keys become texts", [1: 2], as: [String: Int].self, isRead: true,
      ["fine: state had numbers for names, has any names"]),
    ChangedType(
      "texts as keys become numbers, and are none", ["a": 2], as: [Int: Int].self, isRead: false,
      ["risky: state had any names, has numbers for names"]),
    ChangedType(
      "texts as keys become numbers, and are some", ["1": 2], as: [Int: Int].self, isRead: true,
      ["risky: state had any names, has numbers for names"]),
    ChangedType(
      "a key is gone that is used", [M.Key.b: 1], as: [M.FewerKeys: Int].self, isRead: false,
      [#"risky: state takes no name "b" any more"#, #"fine: state takes a new name "c""#]),
    ChangedType(
      "a key is gone that is not used", [M.Key.a: 1], as: [M.FewerKeys: Int].self, isRead: true,
      [#"risky: state takes no name "b" any more"#, #"fine: state takes a new name "c""#]),
    ChangedType(
      "keys become any texts", [M.Key.a: 1], as: [String: Int].self, isRead: true,
      ["fine: state had some names, has any names"]),
    ChangedType(
      "keys become texts of a type", [M.Key.a: 1], as: [M.TextKey: Int].self, isRead: true,
      ["fine: state had some names, has any names"]),
    ChangedType(
      "an object becomes a dictionary", M.Count(), as: [String: Int].self, isRead: true,
      ["risky: state was an object, is a dictionary"]),
    ChangedType(
      "an array of certain elements needs more", M.Pair(), as: M.Triple.self, isRead: false,
      ["impossible: state had 2 elements, needs 3"]),
    ChangedType(
      "an array of certain elements becomes one of any", M.Pair(), as: [Int].self, isRead: true,
      ["risky: state was an array of certain elements, is an array"]),
  ]
}
