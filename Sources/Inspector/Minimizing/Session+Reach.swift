extension Session {
  /// Why no replay comes to the last action, and what to do; nil if one can.
  ///
  /// A replay begins with a known state, and does not get past actions that are lost.
  var unreachedEnd: String? {
    let remedy = "show \(last) shows what is known of it, and list what is recorded before"
    guard let loss = steps.gaps.last(where: { $0.room > 0 && $0.to <= last }) else {
      guard !hasState(first) else { return nil }
      return "no state is known from which a replay could begin, so none comes to action \(last): "
        + remedy
    }
    guard recorded(from: loss.to, through: last).first(where: hasState) == nil else { return nil }
    return "actions before action \(last) were lost in a gap of the recording, and no state is "
      + "recorded after the gap, so no replay comes to that action: \(remedy)"
  }
}
