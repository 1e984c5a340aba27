import Foundation
import SessionFormat
import Testing

@testable import Commands

@Suite("A value in one line")
struct ValuePreviewTests {
  private func text(
    _ value: JSONValue, _ columns: Int, isFolded: Bool = false, isCut: Bool = false,
    ascii: Bool = false
  ) -> String {
    ValuePreview(value: value, isCut: isCut, isFolded: isFolded)
      .text(RenderOptions(ascii: ascii), columns: columns)
  }

  private static let shirt: JSONValue = [
    "photoUrl": "https://shop.example/photos/shirts/linen/white/1.jpg", "name": "Linen shirt",
    "price": 4900, "tags": ["new", "sale"], "maker": ["id": 7, "city": "Porto"], "id": 1,
    "isStored": false,
  ]

  @Test(
    "an object is its id and its name, then what fits, whole",
    arguments: [
      (
        200,
        #"{"photoUrl":"https://shop.example/photos/shirts/linen/white/1.jpg","name":"Linen shirt","#
          + #""price":4900,"tags":["new","sale"],"maker":{"id":7,"city":"Porto"},"id":1,"#
          + #""isStored":false}"#
      ),
      (
        140,
        #"{id 1 "Linen shirt", price 4900, isStored false, tags ["new","sale"], "#
          + #"maker {id 7, city "Porto"}, …}"#
      ),
      (60, #"{id 1 "Linen shirt", price 4900, isStored false, …}"#),
      (44, #"{id 1 "Linen shirt", price 4900, …}"#), (24, #"{id 1 "Linen shirt", …}"#),
      (16, #"{id 1 "Li…t", …}"#),
    ])
  func object(columns: Int, text: String) {
    #expect(self.text(Self.shirt, columns) == text)
  }

  @Test("an array is its length and what its elements are")
  func array() {
    let shirts = JSONValue.array(
      (1...9).map { .object([("id", .number($0)), ("title", .string("Shirt \($0)"))]) })
    #expect(
      text(shirts, 60) == #"[9: id 1 "Shirt 1", id 2 "Shirt 2", id 3 "Shirt 3", …]"#)
    #expect(text(shirts, 14) == "[9 elements]")
    #expect(text(shirts, 5) == "[…]")
    let numbers = JSONValue.array((0..<100).map { .number($0) })
    #expect(text(numbers, 24) == "[100: 0, 1, 2, 3, 4, …]")
  }

  @Test("an object without an id or a name shows its members, leaves first")
  func anonymous() {
    let state: JSONValue = [
      "items": [["id": 1], ["id": 2]], "user": ["name": "Ada", "age": 36], "isLoading": false,
    ]
    #expect(
      text(state, 62) == #"{isLoading false, items 2 elements, user {"Ada", age 36}}"#)
    #expect(text(state, 30) == "{isLoading false, user {…}, …}")
  }

  @Test("a case of an enum has all the room")
  func enumCase() {
    let action: JSONValue = ["enqueue": ["message": "a long message, which is not cut", "n": 1]]
    #expect(
      text(action, 60) == #"{enqueue {n 1, message "a long message, which is not cut"}}"#)
    #expect(text(action, 40) == "{enqueue {n 1, …}}")
  }

  @Test("knows how many of its texts are cut, whatever marks they have of their own")
  func cuts() {
    func cuts(_ value: JSONValue, _ columns: Int, ascii: Bool = false) -> Int {
      ValuePreview(value: value).shown(RenderOptions(ascii: ascii), columns: columns).cuts
    }
    #expect([16, 24, 140].map { cuts(Self.shirt, $0) } == [1, 0, 0])
    #expect(cuts("wait... and... go", 20, ascii: true) == 0)
    #expect(cuts("wait... and... go", 12, ascii: true) == 1)
    #expect(cuts(["name": "待って…もう…", "a": 1, "b": [1, 2, 3, 4]], 22) == 0)
    #expect(cuts([1, 2, 3, 4, 5, 6], 10) == 0)
  }

  /// Values of all kinds, with names and texts that are long, wide, or hostile.
  private static let values: [JSONValue] = {
    let leaves: [JSONValue] = [
      .null, true, 15, "", "short", .string(String(repeating: "long ", count: 40)),
      .string(String(repeating: "名前", count: 30)), "\u{1B}[2J\u{202E}", 123_456_789_012,
    ]
    let names = ["id", "name", "a", "a long name with blanks", "\u{1B}", "名前"]
    let objects = leaves.flatMap { leaf in
      names.map { JSONValue.object([($0, leaf)]) }
        + [.object(names.map { ($0, leaf) }), .object(leaves.enumerated().map { ("m\($0)", $1) })]
    }
    let arrays = (leaves + objects).map { JSONValue.array(Array(repeating: $0, count: 20)) }
    let nested = (objects + arrays).map { JSONValue.object([("outer", $0), ("title", "t")]) }
    return leaves + objects + arrays + nested
  }()

  @Test("fits where there is room for a few words, is one line, and has no raw control character")
  func fits() {
    for value in Self.values {
      for columns in 12...70 {
        for isFolded in [false, true] {
          let shown = text(value, columns, isFolded: isFolded, ascii: columns % 2 == 0)
          #expect(DisplayWidth.columns(of: shown) <= columns, "\(shown)")
          #expect(!shown.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x202E })
          #expect(!shown.isEmpty)
        }
      }
    }
  }

  @Test("is the JSON itself if that fits")
  func whole() {
    for value in Self.values {
      let json = Span.text(value.description).shown(RenderOptions())
      let columns = DisplayWidth.columns(of: json)
      #expect(text(value, columns) == json)
      #expect(text(value, .max) == json || columns > 80)
    }
  }

  @Test("shows no less of an object in more columns")
  func grows() {
    var members = 0
    for columns in 12...140 {
      let shown = text(Self.shirt, columns).components(separatedBy: ", ").count
      #expect(shown >= members, "\(columns)")
      members = max(members, shown)
    }
  }
}
