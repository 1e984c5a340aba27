// Keyed containers, made once for each key type and then reused.
//
// The standard library wraps each container in a box. It looks up the box's generic type among all
// types of the process, which takes longer than most values take to write.

/// What a keyed container refers to: a place in a run.
struct PlaceSlot<Run: AnyObject> {
  var run: Unmanaged<Run>
  /// The place, by the run's own numbers.
  var id: Int
  /// The same run, if only the container keeps it alive.
  var owner: Run?
  /// The remembered keys of its key type, if the container is reused.
  var lone: LoneKeys?
}

/// The place of a keyed container; it changes when the container is reused.
final class KeptPlace<Run: AnyObject> {
  /// A pointer, because each access to a class property is checked for exclusivity at run time.
  let slot = UnsafeMutablePointer<PlaceSlot<Run>>.allocate(capacity: 1)

  /// - Parameter isOwner: Whether it is for one place only and keeps the run alive.
  init(_ run: Run, _ id: Int, isOwner: Bool) {
    slot.initialize(
      to: PlaceSlot(run: .passUnretained(run), id: id, owner: isOwner ? run : nil, lone: nil))
  }

  deinit {
    slot.deinitialize(count: 1)
    slot.deallocate()
  }
}

/// Holds a value whose type is a parameter of this class, so that the type need not be looked up.
class HeldValue<Value> {
  /// A pointer, so that the value can be found without knowing the type.
  let memory = UnsafeMutablePointer<Value>.allocate(capacity: 1)

  init(_ value: Value) { memory.initialize(to: value) }

  deinit {
    memory.deinitialize(count: 1)
    memory.deallocate()
  }

  /// A copy of the value.
  ///
  /// Not inlined, because the caller would look up the type.
  @inline(never)
  func copy() -> Value { memory.pointee }
}

/// A keyed container with any key type.
struct KeptContainer<Run: AnyObject> {
  private let held: Unmanaged<AnyObject>
  private let box: UnsafeMutablePointer<AnyObject>
  private let slot: UnsafeMutablePointer<PlaceSlot<Run>>

  /// Keeps a `KeyedEncodingContainer` or `KeyedDecodingContainer`: one reference to its box.
  init<Container>(_ place: KeptPlace<Run>, _ held: HeldValue<Container>) {
    slot = place.slot
    box = UnsafeMutableRawPointer(held.memory).assumingMemoryBound(to: AnyObject.self)
    self.held = Unmanaged.passRetained(held)
  }

  func free() { held.release() }

  /// Whether nobody else holds it.
  @inline(__always)
  var isIdle: Bool { isKnownUniquelyReferenced(&box.pointee) }

  /// Returns the container for a place; it must be of that type.
  @inline(__always)
  func hand<Container>(out id: Int, as type: Container.Type) -> Container {
    slot.pointee.id = id
    return held._withUnsafeGuaranteedRef {
      unsafeDowncast($0, to: HeldValue<Container>.self).copy()
    }
  }

  /// Gives up the container to its other holders, and makes it keep the run alive.
  func leave(_ run: Run) {
    slot.pointee.owner = run
    free()
  }
}

/// The keyed containers of a run, one for each key type.
final class KeptContainers<Run: AnyObject> {
  private let table = TypeTable<KeptContainer<Run>?>(nil)
  /// A pointer, because each access to a class property is checked for exclusivity at run time.
  private let all = UnsafeMutablePointer<[KeptContainer<Run>]>.allocate(capacity: 1)
  /// The most key types whose containers are kept.
  private let most = 256

  init() { all.initialize(to: []) }

  deinit {
    for container in all.pointee { container.free() }
    all.deinitialize(count: 1)
    all.deallocate()
    table.free()
  }

  /// A container that nobody holds.
  ///
  /// Nil if the one for this key type is in use, as in a value that contains others of its own
  /// type.
  ///
  /// - Parameter make: Makes the container for these keys at the given place.
  @inline(__always)
  func idle<Key: CodingKey, Container>(
    _ keys: Key.Type, of run: Run, _ make: (KeptPlace<Run>) -> Container
  ) -> KeptContainer<Run>? {
    guard let container = table.entry(of: keys, { self.make(of: run, make) }), container.isIdle
    else { return nil }
    return container
  }

  /// Nil if the standard library's containers consist of more than their boxes.
  @inline(never)
  private func make<Container>(
    of run: Run, _ make: (KeptPlace<Run>) -> Container
  ) -> KeptContainer<Run>? {
    guard PrivateLayout.isUsed, all.pointee.count < most else { return nil }
    let place = KeptPlace(run, 0, isOwner: false)
    let made = make(place)
    guard PrivateLayout.isOneReference(made) else { return nil }
    let container = KeptContainer(place, HeldValue(made))
    all.pointee.append(container)
    return container
  }

  /// Gives up the containers that somebody still holds after the value ended; true if any exist.
  func leaveEscaped(_ run: Run) -> Bool {
    // By index, because a loop over the elements would retain them.
    var idle = 0
    while idle < all.pointee.count, all.pointee[idle].isIdle { idle &+= 1 }
    if idle == all.pointee.count { return false }
    let kept = all.pointee
    all.pointee = kept.filter(\.isIdle)
    for container in kept where !container.isIdle { container.leave(run) }
    return true
  }
}
