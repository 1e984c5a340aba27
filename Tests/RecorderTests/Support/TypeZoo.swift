import Foundation

// Types as apps have them in their states and actions, none of which has synthesised coding.

/// Members of every kind that reflection meets, besides classes.
struct Zoo {
  @Clamped var volume = 3
  @Logged var city = "Oslo"
  lazy var total = 5
  var _plain = true
  let slice = "abcdef".dropFirst(3)
  let letter: Character = "é"
  let action: (Int) -> String = { _ in "" }
  let optionalAction: (() -> Void)? = {}
  let noAction: (() -> Void)? = nil
  let metatype: Any.Type = Int.self
  let key: AnyKeyPath = \Zoo.slice
  let identity = ObjectIdentifier(Parrot.self)
  let pointer: UnsafeRawPointer? = UnsafeRawPointer(bitPattern: 4096)
  let pair: (Int, String) = (1, "x")
  let named: (x: Int, y: (() -> Void)?) = (1, nil)
  let mixed: (Int, tail: String) = (1, "t")
  let nothing: Void = ()
  let hashable = AnyHashable(7)
  let anything: [Any] = [1, "two", 3.5, Optional<Int>.none as Any, [4]]
  let doubled: Int?? = .some(.some(2))
  let words: String.UTF8View = "hi".utf8
  let range: Range<Substring> = ("a"[...])..<("b"[...])
}

/// A wrapper that holds nothing but the value.
@propertyWrapper struct Logged { var wrappedValue: String }

/// A wrapper with more in it than the value.
@propertyWrapper struct Clamped {
  var wrappedValue: Int
  var top = 10
}

/// An enum that says other things of itself than its cases.
enum Talker: CustomStringConvertible, Speaker {
  case quiet
  case loud(Int)
  var description: String { "I am a talker" }
  var speech: String { "hush" }
}

protocol Speaker {
  var speech: String { get }
}

/// The shapes of cases.
enum Shape: Sendable {
  case plain
  case one(Int)
  case labelled(x: Int)
  case two(Int, y: String)
  case closure(@Sendable () -> Void)
  case none(Int?)
  case void(Void)
  indirect case nested(Shape)
}

enum Level: Int { case low = 1, high }

class Bird {
  var name = "bird"
  private var secret = 1
  weak var friend: Bird?
}

final class Parrot: Bird {
  private var secret = 2
  var words = ["hello"]
}

/// A refusal to encode, at one value only.
struct Moody: Encodable {
  struct Refusal: Error {}
  var isGood = true
  var next: [Moody] = []

  private enum CodingKeys: String, CodingKey { case isGood = "good" }

  func encode(to encoder: any Encoder) throws {
    guard isGood, next.isEmpty else { throw Refusal() }
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(isGood, forKey: .isGood)
  }
}
