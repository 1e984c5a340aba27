// Keyed containers, made once for each type of keys and handed out again and again.
//
// The standard library wraps each in a box whose generic type it looks up among all types of the
// process, which takes longer than all that most values write.

/// Where what is written to a keyed container goes.
struct PlaceSlot {
  var run: Unmanaged<EncodingRun>
  var id: Int
  /// The same run, where the container alone keeps it.
  var owner: EncodingRun?
}

/// The place of a keyed container, which another one takes when the container is handed out again.
final class KeptPlace {
  /// By a pointer, as each access to a property of a class is looked after at run time.
  let slot = UnsafeMutablePointer<PlaceSlot>.allocate(capacity: 1)

  init(_ run: EncodingRun, _ id: Int, isOwner: Bool) {
    slot.initialize(to: PlaceSlot(run: .passUnretained(run), id: id, owner: isOwner ? run : nil))
  }

  deinit {
    slot.deinitialize(count: 1)
    slot.deallocate()
  }
}

/// Holds a value of a type that is part of this object's own type, where it need not be looked up.
class HeldValue<Value> {
  /// By a pointer, so that it is found without knowing the type.
  let memory = UnsafeMutablePointer<Value>.allocate(capacity: 1)

  init(_ value: Value) { memory.initialize(to: value) }

  deinit {
    memory.deinitialize(count: 1)
    memory.deallocate()
  }

  /// A copy of the value; not inlined, as the caller would look the type up.
  @inline(never)
  func copy() -> Value { memory.pointee }
}

/// A keyed container, whatever its keys are.
struct KeptContainer {
  /// Holds a `KeyedEncodingContainer`, which is one reference to its box.
  private let held: Unmanaged<AnyObject>
  private let box: UnsafeMutablePointer<AnyObject>
  private let slot: UnsafeMutablePointer<PlaceSlot>

  /// Nil where the standard library makes it of more than its box.
  init?<Key: CodingKey>(_ keys: Key.Type, of run: EncodingRun) {
    typealias Container = KeyedEncodingContainer<Key>
    guard MemoryLayout<Container>.size == MemoryLayout<AnyObject>.size else { return nil }
    let place = KeptPlace(run, 0, isOwner: false)
    slot = place.slot
    let held = HeldValue(Container(KeyedPlaces(place: place)))
    box = UnsafeMutableRawPointer(held.memory).assumingMemoryBound(to: AnyObject.self)
    self.held = Unmanaged.passRetained(held)
  }

  func free() { held.release() }

  /// Whether nobody has it.
  @inline(__always)
  var isIdle: Bool { isKnownUniquelyReferenced(&box.pointee) }

  /// Hands it out for the place of that id.
  @inline(__always)
  func hand<Key: CodingKey>(out id: Int, _ keys: Key.Type) -> KeyedEncodingContainer<Key> {
    slot.pointee.id = id
    return held._withUnsafeGuaranteedRef {
      unsafeDowncast($0, to: HeldValue<KeyedEncodingContainer<Key>>.self).copy()
    }
  }

  /// Leaves the container to whoever has it, and the run with it.
  func leave(_ run: EncodingRun) {
    slot.pointee.owner = run
    free()
  }
}

/// The keyed containers of a run, one for each type of keys.
final class KeptContainers {
  private static let most = 256

  private let table = TypeTable<KeptContainer?>(nil)
  private var all: [KeptContainer] = []

  deinit {
    for container in all { container.free() }
    table.free()
  }

  /// A container that nobody has; nil where the one for such keys is in use, as in a value that holds
  /// others of its own type.
  @inline(__always)
  func idle<Key: CodingKey>(_ keys: Key.Type, of run: EncodingRun) -> KeptContainer? {
    guard let container = table.entry(of: keys, { make(keys, of: run) }), container.isIdle else {
      return nil
    }
    return container
  }

  @inline(never)
  private func make<Key: CodingKey>(_ keys: Key.Type, of run: EncodingRun) -> KeptContainer? {
    guard all.count < Self.most, let container = KeptContainer(keys, of: run) else { return nil }
    all.append(container)
    return container
  }

  /// Leaves the containers that somebody has still when the value has ended; whether there is one.
  func leaveEscaped(_ run: EncodingRun) -> Bool {
    let kept = all
    if kept.allSatisfy(\.isIdle) { return false }
    all = kept.filter(\.isIdle)
    for container in kept where !container.isIdle { container.leave(run) }
    return true
  }
}
