/// Finds the known words that somebody may have meant by an unknown one.
package enum Suggestions {
  /// Up to three known words that are close to a word, the closest first.
  ///
  /// Complexity: O(known × lengths); long lists and words are cut first.
  package static func nearest(to word: String, in known: [String]) -> [String] {
    let typed = Array(word.lowercased().unicodeScalars.prefix(64))
    let limit = max(1, min(3, typed.count / 3))
    let scored = known.prefix(5000).compactMap { candidate -> (Int, String)? in
      let text = Array(candidate.lowercased().unicodeScalars.prefix(64))
      if text.starts(with: typed), !typed.isEmpty { return (0, candidate) }
      guard abs(text.count - typed.count) <= limit else { return nil }
      let distance = distance(typed, text)
      return distance <= limit ? (distance, candidate) : nil
    }
    return scored.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.prefix(3).map(\.1)
  }

  /// Returns `; did you mean a, b or c?`, or nothing if there are no words.
  package static func text(_ words: [String]) -> String {
    guard let last = words.last else { return "" }
    let others = words.dropLast().joined(separator: ", ")
    return "; did you mean \(others.isEmpty ? last : "\(others) or \(last)")?"
  }

  /// The edit distance: the fewest insertions, removals, replacements and swaps of neighbours.
  private static func distance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
    var before: [Int] = []
    var row = Array(0...b.count)
    for i in 0..<a.count {
      var next = [i + 1]
      for j in 0..<b.count {
        var best = min(row[j + 1] + 1, next[j] + 1, row[j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { best = min(best, before[j - 1] + 1) }
        next.append(best)
      }
      before = row
      row = next
    }
    return row[b.count]
  }
}
