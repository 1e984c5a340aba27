/// The objects that a rendering has shown, in that order.
///
/// They are kept, so that the address of none that is made for the rendering is used again.
struct ShownObjects {
  private var identities: Set<ObjectIdentifier> = []
  private var list: [AnyObject] = []

  var count: Int { list.count }

  /// Adds an object; false if it is there.
  mutating func insert(_ object: AnyObject) -> Bool {
    guard identities.insert(ObjectIdentifier(object)).inserted else { return false }
    list.append(object)
    return true
  }

  /// Takes back those that were added last, until so many are left.
  mutating func removeLast(downTo count: Int) -> ArraySlice<AnyObject> {
    let last = list[count...]
    for object in last { identities.remove(ObjectIdentifier(object)) }
    list.removeLast(list.count - count)
    return last
  }
}
