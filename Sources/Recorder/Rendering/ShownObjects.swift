/// The objects that a rendering has shown, in order.
///
/// They are retained, so that no address of an object made for the rendering is reused.
struct ShownObjects {
  private var identities: Set<ObjectIdentifier> = []
  private var list: [AnyObject] = []

  var count: Int { list.count }

  /// Adds an object; false if it is there already.
  mutating func insert(_ object: AnyObject) -> Bool {
    guard identities.insert(ObjectIdentifier(object)).inserted else { return false }
    list.append(object)
    return true
  }

  /// Removes the objects that were added last, until that many are left.
  mutating func removeLast(downTo count: Int) -> ArraySlice<AnyObject> {
    let last = list[count...]
    for object in last { identities.remove(ObjectIdentifier(object)) }
    list.removeLast(list.count - count)
    return last
  }
}
