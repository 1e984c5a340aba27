import Inspector
import SessionFormat

/// The tree of differences, made with identities and moves, leads from old to new and back.
func requireTree(_ old: JSONValue, _ new: JSONValue, _ isEqual: Bool) {
  let tree = DifferenceTree(from: old, to: new)
  require(tree.isEmpty == isEqual, "no tree where equal")
  let patched = requireSuccess("the patch of the tree applies") { try tree.patch.applied(to: old) }
  require(patched == new, "the patch of the tree makes new")
  let back = tree.inverse
  require(back.old == new && back.new == old, "the inverse has the sides exchanged")
  let returned = requireSuccess("the inverse applies") { try back.patch.applied(to: new) }
  require(returned == old, "the inverse makes old")
}
