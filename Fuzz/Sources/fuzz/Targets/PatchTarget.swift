import SessionFormat

/// A line with a document, and a patch to apply to it.
let patchTarget = FuzzTarget(name: "patch", largest: 384) { bytes in
  guard let (first, rest) = Input.lines(bytes), let document = Input.value(first),
    let text = Input.value(rest)
  else { return }
  let patch: JSONPatch
  do throws(JSONPatchError) { patch = try JSONPatch(text) } catch {
    require((error.operation ?? 0) <= text.array?.count ?? 0, "an error names an operation")
    requireShowable(error.description)
    return
  }
  require((try? JSONPatch(patch.document)) == patch, "a patch written is the patch read")
  let limits = JSONPatch.Limits(depth: 64, textSize: 1 << 16)
  let result: JSONValue
  do throws(JSONPatchError) { result = try patch.applied(to: document, limits: limits) } catch {
    requireShowable(error.description)
    require(patch.operations.indices.contains(error.operation ?? -1), "it names the operation")
    switch error.reason {
    case .tooDeep, .tooLarge: break
    default: require(PlainValue(document).applying(patch) == nil, "the slow way fails too")
    }
    return
  }
  guard let slow = PlainValue(document).applying(patch) else {
    return require(false, "the slow way gives a result too")
  }
  require(slow == result, "the slow way gives the same")
  require(result.height <= max(64, document.height), "the depth is limited")
  require(result.textSize <= max(1 << 16, document.textSize), "the size is limited")
  let back = requireSuccess("there is a way back") {
    try JSONPatch(from: result, to: document).applied(to: result)
  }
  require(back == document, "the way back leads back")
}

/// A line with a document, and another document.
let differenceTarget = FuzzTarget(name: "difference", largest: 384) { bytes in
  guard let (first, rest) = Input.lines(bytes), let old = Input.value(first),
    let new = Input.value(rest)
  else { return }
  let isEqual = old == new
  require((new == old) == isEqual, "equality has no sides")
  require(Difference.list(from: old, to: new).isEmpty == isEqual, "no difference where equal")
  let patch = JSONPatch(from: old, to: new)
  let patched = requireSuccess("the patch between two applies") { try patch.applied(to: old) }
  require(patched == new, "the patch from old to new makes new")
  require(
    PlainValue(old).applying(patch).map { $0 == new } ?? false, "in the slow way too")
  requireTree(old, new, isEqual)
  guard old.isExactInDoubles, new.isExactInDoubles else { return }
  require(
    ((try? old.canonicalBytes()) == (try? new.canonicalBytes())) == isEqual,
    "equal values have the same canonical form")
}
