import Foundation

// Weak and unowned references to the dead, pointers to memory that is gone, and apps that notice
// whether anybody else holds their values.

private final class Pet: Encodable {
  var name: String
  init(_ name: String) { self.name = name }
}

private struct Owner: Encodable, Ticking {
  var tick = 0
  var held: Pet? = Pet("first")
  weak var seen: Pet?
  var isSeen = true
}

private struct WeakBox<Value: AnyObject> {
  weak var value: Value?
}

private struct Weaks: Ticking {
  var tick = 0
  var strong: [Pet] = []
  var boxes: [WeakBox<Pet>] = []
  weak var last: Pet?
}

private struct Unowned: Ticking {
  var tick = 0
  unowned var pet: Pet
  unowned var maybe: Pet?
}

private struct UnownedUnsafe: Ticking {
  var tick = 0
  unowned(unsafe) var pet: Pet
}

private struct UnownedEncodable: Encodable, Ticking {
  var tick = 0
  unowned var pet: Pet
  unowned(unsafe) var other: Pet

  enum CodingKeys: CodingKey { case tick }
}

private struct Raw: Ticking {
  var tick = 0
  var reference: Unmanaged<Pet>
  var pointer: UnsafeMutablePointer<Int>
  var buffer: UnsafeBufferPointer<Int>
  var bytes: UnsafeRawBufferPointer
  var opaque: OpaquePointer?
  var wild: UnsafePointer<String>?
}

private final class Watcher {
  unowned let pet: Pet
  weak var other: Pet?
  var handler: () -> String
  init(_ pet: Pet) {
    self.pet = pet
    other = pet
    handler = { [unowned pet] in pet.name }
  }
}

private struct Watching: Ticking {
  var tick = 0
  var watcher: Watcher
}

/// It counts how many of it live, as a pool of connections does.
private final class Token {
  nonisolated(unsafe) static var living = 0
  init() { Self.living += 1 }
  deinit { Self.living -= 1 }
}

private struct Tokens: Encodable, Ticking {
  var tick = 0
  var token = Token()
  var others: [Token] = []

  enum CodingKeys: CodingKey { case tick }
}

private struct Sole: Encodable, Ticking {
  var tick = 0
  private var storage = Pet("sole")

  /// A value that nobody may copy while it is changed: the app sees to that.
  mutating func rename(_ name: String) {
    if !isKnownUniquelyReferenced(&storage) { Notices.add("somebody else holds the storage") }
    storage.name = name
  }

  enum CodingKeys: CodingKey { case tick }
}

private func dead() -> Pet { Pet("dead") }

extension HostileStates {
  static let references: [Specimen] = [
    // Without a recorder the pet is dead as soon as its owner lets go.
    .codable("weak-sees-the-death") {
      Owner()
    } _: { owner, move in
      owner.tick = move.step
      switch move.step % 4 {
      case 0: owner.held = Pet("pet \(move.step)")
      case 1: owner.seen = owner.held
      case 2: owner.held = nil
      default: break
      }
      owner.isSeen = owner.seen != nil
      if move.step % 4 >= 2, owner.isSeen { Notices.add("the pet lives on") }
    },
    .reflected("weak-boxes") {
      Weaks()
    } _: { weaks, move in
      weaks.tick = move.step
      weaks.strong.append(Pet("\(move.amount)"))
      weaks.boxes.append(WeakBox(value: weaks.strong.last))
      weaks.last = weaks.strong.last
      if move.step % 5 == 0 { weaks.strong = [] }
      if weaks.boxes.count > 30 { weaks.boxes.removeFirst(20) }
    },
    .reflected("unowned-dead") {
      Unowned(pet: dead(), maybe: dead())
    } _: {
      $0.tick = $1.step
      if $1.step % 7 == 0 { $0.maybe = nil }
      if $1.step % 7 == 3 { $0.maybe = dead() }
    },
    .reflected("unowned-unsafe-dead") {
      UnownedUnsafe(pet: dead())
    } _: {
      $0.tick = $1.step
    },
    .codable("unowned-not-encoded") {
      UnownedEncodable(pet: dead(), other: dead())
    } _: {
      $0.tick = $1.step
      $0.pet = dead()
      $0.other = dead()
    },
    .reflected("unowned-in-a-class") {
      Watching(watcher: Watcher(dead()))
    } _: {
      $0.tick = $1.step
      if $1.step % 10 == 0 { $0.watcher = Watcher(dead()) }
    },
    .reflected("unowned-pointers-dangling", .none) {
      let numbers = UnsafeMutableBufferPointer<Int>.allocate(capacity: 1 << 18)
      numbers.initialize(repeating: 7)
      defer { numbers.deallocate() }
      return Raw(
        reference: .passUnretained(dead()), pointer: numbers.baseAddress ?? .allocate(capacity: 1),
        buffer: UnsafeBufferPointer(numbers), bytes: UnsafeRawBufferPointer(numbers),
        opaque: OpaquePointer(bitPattern: 0x17), wild: UnsafePointer(bitPattern: 0x18))
    } _: {
      $0.tick = $1.step
    },
    .codable("unowned-nobody-else-counts") {
      Tokens()
    } _: { tokens, move in
      tokens.token = Token()
      tokens.others = [Token(), Token()]
      tokens.tick = move.step
      if Token.living != 3 { Notices.add("more tokens live than the app has") }
    },
    .codable("unowned-sole-owner") {
      Sole()
    } _: { sole, move in
      sole.tick = move.step
      sole.rename("name \(move.amount)")
    },
  ]
}
