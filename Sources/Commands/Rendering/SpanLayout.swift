import Inspector

/// Spans on one line, where what can be shorter takes what the rest leaves.
enum SpanLayout {
  /// Characters in one style.
  struct Piece {
    let text: String
    let style: Style
    /// Whether it is words, between which a line may be broken.
    var isProse = true
  }

  /// No elastic span is made narrower: a line that is too long is better than one that says nothing.
  private static let least = 8
  private static let leastPlace = 10

  /// The pieces of a line of at most that many columns, if its fixed spans leave enough room.
  ///
  /// The room is shared evenly; what one span does not need, the others get.
  ///
  /// - Parameter cutsText: Whether text is elastic, as in the cells of a table, or only values.
  static func pieces(
    of spans: [Span], _ options: RenderOptions, columns: Int, cutsText: Bool = false
  ) -> [Piece] {
    let leaves = spans.flatMap(\.leaves)
    guard let place = leaves.firstIndex(where: \.isSpare) else {
      return elasticPieces(of: leaves, options, columns: columns, cutsText: cutsText)
    }
    // What is spare gets what the others leave, or only a mark says that it is there.
    let spare = leaves[place].spareSpans
    let others = leaves[..<place] + leaves[(place + 1)...]
    let taken = others.reduce(0) { $0 + DisplayWidth.columns(of: $1.shown(options)) }
    let wanted = spare.reduce(0) { $0 + DisplayWidth.columns(of: $1.shown(options)) }
    let isShown = columns == .max || columns - taken >= min(wanted, leastSpare)
    let shown = isShown ? spare : [Span.literal("…", .dim, ascii: "...")]
    return pieces(
      of: leaves[..<place] + shown + leaves[(place + 1)...], options, columns: columns,
      cutsText: cutsText)
  }

  private static let leastSpare = 24

  private static func elasticPieces(
    of leaves: [Span], _ options: RenderOptions, columns: Int, cutsText: Bool
  ) -> [Piece] {
    var texts = leaves.map { isElastic($0, cutsText) ? "" : $0.shown(options) }
    let elastic = leaves.indices.filter { isElastic(leaves[$0], cutsText) }
    if !elastic.isEmpty {
      let fixed = texts.reduce(0) { $0 + DisplayWidth.columns(of: $1) }
      var room = columns == .max ? Int.max : max(columns - fixed, leastPlace)
      let full = elastic.map { place in
        (place: place, text: leaves[place].shown(options, columns: room))
      }.map { (place: $0.place, text: $0.text, width: DisplayWidth.columns(of: $0.text)) }
      var left = elastic.count
      for each in full.sorted(by: { ($0.width, $0.place) < ($1.width, $1.place) }) {
        let isPlace = if case .path = leaves[each.place].content { true } else { false }
        let share = room == .max ? .max : max(room / left, isPlace ? leastPlace : least)
        let isFitting = each.width <= share
        texts[each.place] =
          isFitting ? each.text : leaves[each.place].shown(options, columns: share)
        left -= 1
        if room != .max { room -= min(room, DisplayWidth.columns(of: texts[each.place])) }
      }
    }
    return zip(leaves, texts).map { Piece(text: $1, style: $0.style, isProse: $0.isProse) }
  }

  /// The first pieces that fit; of more than one, the first that does not fit loses its end.
  static func beginning(of pieces: [Piece], _ columns: Int, ascii: Bool) -> [Piece] {
    let pieces = pieces.filter { !$0.text.isEmpty }
    var left = columns
    var kept: [Piece] = []
    for piece in pieces {
      let width = DisplayWidth.columns(of: piece.text)
      guard width > left || (width == left && kept.count + 1 < pieces.count) else {
        left -= width
        kept.append(piece)
        continue
      }
      let text =
        pieces.count == 1
        ? DisplayWidth.truncated(piece.text, to: left, ascii: ascii)
        : DisplayWidth.beginning(of: piece.text, left, ascii: ascii)
      return kept + [Piece(text: text, style: piece.style)]
    }
    return kept
  }

  private static func isElastic(_ span: Span, _ cutsText: Bool) -> Bool {
    switch span.content {
    case .value(let preview): !preview.isShort
    case .untrusted(_, let most): cutsText && most == nil
    case .type, .path: cutsText
    case .fixed, .measure, .group, .spare: false
    }
  }
}
