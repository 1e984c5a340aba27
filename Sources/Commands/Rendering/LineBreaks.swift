import Inspector

/// Breaks a line that is longer than the page, between words; what follows stands below its text.
///
/// ```
///   crash     the host inspect host counter died in the
///             reducer of action 8
/// ```
///
/// A value, a place or a measure is never broken, so a line of one is longer than the page.
enum LineBreaks {
  /// A label has at most this many columns; text after a gap further right is not what it labels.
  private static let widestLabel = 14

  /// The lines of some pieces.
  ///
  /// - Parameter indent: The columns before what follows the first line; nil for below its text.
  static func lines(
    _ pieces: [SpanLayout.Piece], _ options: RenderOptions, indent: Int? = nil
  ) -> [[SpanLayout.Piece]] {
    let columns = pieces.reduce(0) { $0 + DisplayWidth.columns(of: $1.text) }
    guard columns > options.width, !options.raw else { return [pieces] }
    let indent = start(below: pieces, options, indent)
    var rest = words(of: pieces)[...]
    var lines: [[SpanLayout.Piece]] = []
    while !rest.isEmpty {
      let margin = lines.isEmpty ? rest[rest.startIndex].blanks : indent
      var count = fitting(rest, options.width - margin, below: options.width - indent)
      // A gap says more than a blank: what is behind the last one stays together if it fits.
      let gaps = rest.indices.dropFirst().filter { place in
        place < rest.startIndex + count && rest[place].isAfterGap
          && margin + width(of: rest[..<place]) + rest[place].blanks > indent
      }
      if count < rest.count, let gap = gaps.last, width(of: rest[gap...]) <= options.width - indent
      {
        count = gap - rest.startIndex
      }
      let blanks = SpanLayout.Piece(text: String(repeating: " ", count: margin), style: .plain)
      lines.append((margin > 0 ? [blanks] : []) + rest.prefix(count).line)
      rest = rest.dropFirst(count)
    }
    return lines
  }

  /// Where what follows the first line of some pieces begins.
  static func start(
    below pieces: [SpanLayout.Piece], _ options: RenderOptions, _ indent: Int? = nil
  ) -> Int {
    min(indent ?? textStart(of: pieces), options.width / 2)
  }

  /// Where the text after the blanks, or after a label, begins.
  private static func textStart(of pieces: [SpanLayout.Piece]) -> Int {
    let text = pieces.map(\.text).joined()
    let blanks = text.prefix { $0 == " " }.count
    guard let gap = text.dropFirst(blanks).firstRange(of: "  ") else { return blanks + 2 }
    let label = text[..<gap.lowerBound]
    guard DisplayWidth.columns(of: String(label)) <= widestLabel else { return blanks + 2 }
    return DisplayWidth.columns(of: String(label))
      + text[gap.lowerBound...].prefix { $0 == " " }.count
  }

  /// How many words fit, at least one; one that would not fit below either stays where it is.
  private static func fitting(_ words: ArraySlice<Word>, _ columns: Int, below: Int) -> Int {
    var used = 0
    let first = words.enumerated().first { place, word in
      used += (place > 0 ? word.blanks : 0) + word.columns
      return place > 0 && used > columns && word.columns <= below
    }
    return first?.offset ?? words.count
  }

  private static func width(of words: ArraySlice<Word>) -> Int {
    words.reduce(-(words.first?.blanks ?? 0)) { $0 + $1.blanks + $1.columns }
  }

  /// The columns of what stands in one word with a piece, before and behind it.
  static func glued(to place: Int, in pieces: [SpanLayout.Piece]) -> Int {
    func columns(
      _ pieces: some Sequence<SpanLayout.Piece>, _ nearest: ([Substring]) -> Substring?
    ) -> Int {
      var columns = 0
      for piece in pieces {
        let words =
          piece.isProse
          ? piece.text.split(separator: " ", omittingEmptySubsequences: false) : [piece.text[...]]
        columns += DisplayWidth.columns(of: String(nearest(words) ?? ""))
        if words.count > 1 { break }
      }
      return columns
    }
    return columns(pieces[..<place].reversed(), \.last)
      + columns(pieces[(place + 1)...], \.first)
  }

  /// Pieces between two places where a line may be broken, and the blanks before them.
  fileprivate struct Word {
    let blanks: Int
    var pieces: [SpanLayout.Piece] = []

    var isAfterGap: Bool { blanks > 1 }
    var columns: Int { pieces.reduce(0) { $0 + DisplayWidth.columns(of: $1.text) } }
  }

  private static func words(of pieces: [SpanLayout.Piece]) -> [Word] {
    var words: [Word] = []
    var blanks = 0
    for piece in pieces {
      guard piece.isProse else {
        add(piece, &words, &blanks)
        continue
      }
      var text = piece.text[...]
      while !text.isEmpty {
        let gap = text.prefix { $0 == " " }
        blanks += gap.count
        text = text.dropFirst(gap.count)
        let word = text.prefix(word(of: text))
        text = text.dropFirst(word.count)
        if !word.isEmpty {
          add(SpanLayout.Piece(text: String(word), style: piece.style), &words, &blanks)
        }
      }
    }
    return words
  }

  /// The length of the first word; an option in brackets is one.
  private static func word(of text: Substring) -> Int {
    let end = text.firstIndex(of: " ") ?? text.endIndex
    guard text.first == "[", let bracket = text.firstIndex(of: "]"), bracket > end else {
      return text.distance(from: text.startIndex, to: end)
    }
    return text.distance(
      from: text.startIndex, to: text[bracket...].firstIndex(of: " ") ?? text.endIndex)
  }

  private static func add(
    _ piece: SpanLayout.Piece, _ words: inout [Word], _ blanks: inout Int
  ) {
    if words.isEmpty || blanks > 0 {
      words.append(Word(blanks: blanks))
      blanks = 0
    }
    words[words.count - 1].pieces.append(piece)
  }
}

extension ArraySlice<LineBreaks.Word> {
  /// The pieces of a line of these words, with the blanks between them.
  fileprivate var line: [SpanLayout.Piece] {
    enumerated().flatMap { place, word in
      let blanks = SpanLayout.Piece(
        text: String(repeating: " ", count: word.blanks), style: .plain)
      return (place > 0 ? [blanks] : []) + word.pieces
    }
  }
}
