// Keyed containers, made once for each type of keys and handed out again and again.
//
// The standard library wraps each in a box whose generic type it looks up among all types of the
// process, which takes longer than all that most values write.

/// What a keyed container stands for: a place in a run.
struct PlaceSlot<Run: AnyObject> {
  var run: Unmanaged<Run>
  /// The place, by the run's own numbers.
  var id: Int
  /// The same run, where the container alone keeps it.
  var owner: Run?
  /// What is known of keys such as its own, where it is handed out again.
  var lone: LoneKeys?
}

/// The place of a keyed container, which another one takes when the container is handed out again.
final class KeptPlace<Run: AnyObject> {
  /// By a pointer, as each access to a property of a class is looked after at run time.
  let slot = UnsafeMutablePointer<PlaceSlot<Run>>.allocate(capacity: 1)

  /// - Parameter isOwner: Whether it is for one place, and keeps the run.
  init(_ run: Run, _ id: Int, isOwner: Bool) {
    slot.initialize(
      to: PlaceSlot(run: .passUnretained(run), id: id, owner: isOwner ? run : nil, lone: nil))
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
struct KeptContainer<Run: AnyObject> {
  private let held: Unmanaged<AnyObject>
  private let box: UnsafeMutablePointer<AnyObject>
  private let slot: UnsafeMutablePointer<PlaceSlot<Run>>

  /// Keeps a `KeyedEncodingContainer` or `KeyedDecodingContainer`, which is one reference to its box.
  init<Container>(_ place: KeptPlace<Run>, _ held: HeldValue<Container>) {
    slot = place.slot
    box = UnsafeMutableRawPointer(held.memory).assumingMemoryBound(to: AnyObject.self)
    self.held = Unmanaged.passRetained(held)
  }

  func free() { held.release() }

  /// Whether nobody has it.
  @inline(__always)
  var isIdle: Bool { isKnownUniquelyReferenced(&box.pointee) }

  /// Hands it out for a place; it must be of that type.
  @inline(__always)
  func hand<Container>(out id: Int, as type: Container.Type) -> Container {
    slot.pointee.id = id
    return held._withUnsafeGuaranteedRef {
      unsafeDowncast($0, to: HeldValue<Container>.self).copy()
    }
  }

  /// Leaves the container to whoever has it, and the run with it.
  func leave(_ run: Run) {
    slot.pointee.owner = run
    free()
  }
}

/// The keyed containers of a run, one for each type of keys.
final class KeptContainers<Run: AnyObject> {
  private let table = TypeTable<KeptContainer<Run>?>(nil)
  /// By a pointer, as each access to a property of a class is looked after at run time.
  private let all = UnsafeMutablePointer<[KeptContainer<Run>]>.allocate(capacity: 1)
  /// More types than this are not kept.
  private let most = 256

  init() { all.initialize(to: []) }

  deinit {
    for container in all.pointee { container.free() }
    all.deinitialize(count: 1)
    all.deallocate()
    table.free()
  }

  /// A container that nobody has; nil if the one for such keys is in use, as in a value that holds
  /// others of its own type.
  ///
  /// - Parameter make: The container for these keys, and where it stands.
  @inline(__always)
  func idle<Key: CodingKey, Container>(
    _ keys: Key.Type, of run: Run, _ make: (KeptPlace<Run>) -> Container
  ) -> KeptContainer<Run>? {
    guard let container = table.entry(of: keys, { self.make(of: run, make) }), container.isIdle
    else { return nil }
    return container
  }

  /// Nil if the standard library makes containers of more than their boxes.
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

  /// Leaves the containers that somebody has still when the value has ended; whether there is one.
  func leaveEscaped(_ run: Run) -> Bool {
    // By places, as a loop over the elements would count another owner of them.
    var idle = 0
    while idle < all.pointee.count, all.pointee[idle].isIdle { idle &+= 1 }
    if idle == all.pointee.count { return false }
    let kept = all.pointee
    all.pointee = kept.filter(\.isIdle)
    for container in kept where !container.isIdle { container.leave(run) }
    return true
  }
}
