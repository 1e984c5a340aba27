#if DEBUG
  extension LineIndex {
    /// The invariants that do not hold, each in words; none if all is well.
    ///
    /// The tests ask; a release build has none of it.
    func checkInvariants() -> [String] {
      var broken: [String] = []
      var last: Entry?
      for (index, entry) in enumerated() {
        if let last, last.part == entry.part {
          if entry.start < last.start + last.count { broken.append("\(index) begins too early") }
          if entry.number <= last.number { broken.append("\(index) has number \(entry.number)") }
        } else if let last, entry.part <= last.part {
          broken.append("\(index) is of part \(entry.part)")
        }
        if end(of: index) < entry.start + entry.count { broken.append("\(index) ends too early") }
        let (kind, count) = withBytes(of: index) { (Self.place($0).kind, $0.count) }
        if kind != entry.kind || kind != self.kind(of: index) {
          broken.append("\(index) is \(kind), and listed as \(entry.kind)")
        }
        if count != entry.count { broken.append("\(index) has \(count) bytes") }
        if !lines(ofPart: entry.part).contains(index) {
          broken.append("\(index) is not of part \(entry.part)")
        }
        last = entry
      }
      return broken
    }
  }
#endif
