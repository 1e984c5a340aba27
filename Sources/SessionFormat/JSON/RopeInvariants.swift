#if DEBUG
  // What must hold of ropes and objects at any time. The tests ask; a release build has none of it.

  extension Rope {
    /// The invariants that do not hold, each in words; none if all is well.
    func checkInvariants() -> [String] {
      var broken: [String] = []
      var depths: Set<Int> = []
      check(root, depth: 0, &broken, &depths)
      if depths.count != 1 { broken.append("the leaves are at the depths \(depths.sorted())") }
      return broken
    }

    private func check(
      _ node: RopeNode<Element>, depth: Int, _ broken: inout [String], _ depths: inout Set<Int>
    ) {
      var (count, measure) = (0, Measure())
      switch node.content {
      case .leaf(let elements):
        depths.insert(depth)
        count = elements.count
        for element in elements { measure.add(element.share) }
        if elements.count > Self.leafLimit { broken.append("a leaf of \(elements.count)") }
        if elements.isEmpty, depth > 0 { broken.append("an empty leaf at depth \(depth)") }
      case .branch(let children):
        for child in children {
          check(child, depth: depth + 1, &broken, &depths)
          count += child.count
          measure.add(child.measure)
        }
        if !(1...Self.branchLimit).contains(children.count) {
          broken.append("a branch of \(children.count)")
        }
        if depth == 0, children.count == 1 { broken.append("a root with one child") }
      }
      if node.count != count { broken.append("a count of \(node.count) for \(count)") }
      if node.measure.height != measure.height || node.measure.textSize != measure.textSize {
        broken.append("a measure of \(node.measure) for \(measure)")
      }
    }
  }

  extension ObjectNode {
    /// The invariants that do not hold, each in words; none if all is well.
    func checkInvariants() -> [String] {
      var broken = entries.checkInvariants()
      var last = -1
      for (place, entry) in entries.enumerated() {
        let name = entry.name.string ?? ""
        if entry.hash != NameHash.hash(name) { broken.append("\(name) has another hash") }
        if entry.ticket <= last { broken.append("\(name) has ticket \(entry.ticket)") }
        last = entry.ticket
        if self.place(of: name) != place { broken.append("\(name) is not found at \(place)") }
      }
      if last >= nextTicket { broken.append("ticket \(last), and \(nextTicket) is next") }
      if hasIndex != (count > Self.scanLimit) { broken.append("\(count) names, or no index") }
      return broken
    }
  }
#endif
