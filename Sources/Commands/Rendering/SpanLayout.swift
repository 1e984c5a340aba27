import Inspector
import SessionFormat

/// Spans on one line, where what can be shorter takes what the rest leaves.
enum SpanLayout {
  /// Characters in one style.
  struct Piece {
    let text: String
    let style: Style
    /// Whether it is words, between which a line may be broken.
    var isProse = true
    /// Whether a part of a name, a place or a single value is left out.
    var isCut = false
    /// How many names, places and texts are cut in it, or left out behind it.
    var cuts = 0
  }

  /// No elastic span is made narrower: a line that is too long is better than one that says nothing.
  private static let least = 8
  private static let leastPlace = 10

  /// The pieces of a line of at most that many columns, if its fixed spans leave enough room.
  ///
  /// The room is shared evenly; what one span does not need, the others get.
  ///
  /// - Parameters:
  ///   - cutsText: Whether text is elastic, as in the cells of a table, or only values.
  ///   - below: The columns of a further line, for which a value may be that is cut less there; nil if
  ///     there is none.
  static func pieces(
    of spans: [Span], _ options: RenderOptions, columns: Int, cutsText: Bool = false,
    below: Int? = nil
  ) -> [Piece] {
    let leaves = spans.flatMap(\.leaves)
    guard let place = leaves.firstIndex(where: { $0.ways != nil }), let ways = leaves[place].ways
    else {
      return elasticPieces(
        of: leaves, options, columns: columns, cutsText: cutsText, below: below)
    }
    let (before, behind) = (leaves[..<place], leaves[(place + 1)...])
    func fits(_ way: [Span], _ cutsPlaces: Bool) -> Bool {
      let all = before + way.flatMap(\.leaves) + behind
      return all.reduce(0) { $0 + $1.least(options, cutsPlaces: cutsPlaces) } <= columns
    }
    // A place loses its first names only if no way has room for all of them.
    let chosen =
      ways.dropLast().first { columns == .max || fits($0, false) }
      ?? ways.first { fits($0, true) } ?? ways.last ?? []
    return pieces(
      of: before + chosen + behind, options, columns: columns, cutsText: cutsText, below: below)
  }

  private static func elasticPieces(
    of leaves: [Span], _ options: RenderOptions, columns: Int, cutsText: Bool, below: Int?
  ) -> [Piece] {
    var texts = leaves.map { isElastic($0, cutsText) ? "" : $0.shown(options) }
    var cuts = leaves.map { _ in 0 }
    let elastic = leaves.indices.filter { isElastic(leaves[$0], cutsText) }
    if !elastic.isEmpty {
      let fixed = texts.reduce(0) { $0 + DisplayWidth.columns(of: $1) }
      var room = columns == .max ? Int.max : max(columns - fixed, leastPlace)
      let full = elastic.map { place in
        (place: place, shown: leaves[place].cut(options, columns: room))
      }.map { (place: $0.place, shown: $0.shown, width: DisplayWidth.columns(of: $0.shown.text)) }
      // Places are last: they can lose their first names, and a value cannot.
      let order = full.sorted {
        (leaves[$0.place].isPath ? 1 : 0, $0.width, $0.place)
          < (leaves[$1.place].isPath ? 1 : 0, $1.width, $1.place)
      }
      let places = elastic.filter { leaves[$0].isPath }
      let reserved = places.reduce(0) { $0 + leaves[$1].least(options, cutsPlaces: true) }
      var left = elastic.count - places.count
      for each in order {
        let isPlace = leaves[each.place].isPath
        if isPlace, left <= 0 { left += places.count }
        let free = isPlace ? room : room - reserved
        let share = room == .max ? .max : max(free / max(1, left), isPlace ? leastPlace : least)
        let isFitting = each.width <= share
        (texts[each.place], cuts[each.place]) =
          isFitting ? each.shown : leaves[each.place].cut(options, columns: share)
        left -= 1
        if room != .max { room -= min(room, DisplayWidth.columns(of: texts[each.place])) }
      }
    }
    let pieces = leaves.indices.map { place in
      let (leaf, text) = (leaves[place], texts[place])
      let isCut = columns != .max && leaf.isCut(to: text, options)
      return Piece(
        text: text, style: leaf.style, isProse: leaf.isProse, isCut: isCut, cuts: cuts[place])
    }
    return below.map { roomy(pieces, leaves, options, below: $0) } ?? pieces
  }

  /// The pieces of some leaves, with each value that is cut as a further line of so many columns shows
  /// it, if less of it is cut there.
  private static func roomy(
    _ pieces: [Piece], _ leaves: [Span], _ options: RenderOptions, below: Int
  ) -> [Piece] {
    var pieces = pieces
    for (place, leaf) in leaves.enumerated() where pieces[place].cuts > 0 && !leaf.isPath {
      // What no line break parts from the value needs its columns there, too.
      let room = below - LineBreaks.glued(to: place, in: pieces)
      let (text, cuts) = leaf.cut(options, columns: room)
      // In fewer columns less may be cut only because more is left out.
      let isWider = DisplayWidth.columns(of: text) > DisplayWidth.columns(of: pieces[place].text)
      if cuts < pieces[place].cuts, isWider {
        pieces[place] = Piece(
          text: text, style: leaf.style, isProse: leaf.isProse,
          isCut: leaf.isCut(to: text, options), cuts: cuts)
      }
    }
    return pieces
  }

  /// The first pieces that fit; of more than one, the first that does not fit loses its end.
  static func beginning(of pieces: [Piece], _ columns: Int, ascii: Bool) -> [Piece] {
    let pieces = pieces.filter { !$0.text.isEmpty }
    var left = columns
    var kept: [Piece] = []
    for (place, piece) in pieces.enumerated() {
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
      let lost = pieces[(place + 1)...].count { !$0.text.allSatisfy { $0 == " " } }
      return kept + [
        Piece(
          text: text, style: piece.style, isProse: piece.isProse, isCut: true,
          cuts: max(1, piece.cuts) + lost)
      ]
    }
    return kept
  }

  private static func isElastic(_ span: Span, _ cutsText: Bool) -> Bool {
    switch span.content {
    case .value(let preview): !preview.isShort
    case .untrusted(_, let most): cutsText && most == nil
    case .type, .path: cutsText
    case .fixed, .measure, .group, .choice: false
    }
  }
}

extension Span {
  /// A longer text of a value may be cut.
  private static let longestWhole = 40
  /// In so many columns a choice need not take its shortest way.
  private static let leastChoice = 24
  /// An object or array says something in so many columns.
  private static let leastContainer = 14

  var isPath: Bool { if case .path = content { true } else { false } }

  /// Whether a shorter text of it says too little: of a name or place any does, of an object or array none,
  /// and of other values and texts one of few columns.
  func isCut(to text: String, _ options: RenderOptions) -> Bool {
    if case .value(let preview) = content, preview.value.height > 0 { return false }
    let isName = if case .type = content { true } else { isPath }
    return (isName || DisplayWidth.columns(of: text) < Self.leastChoice) && text != shown(options)
  }

  /// What is shown of it in so many columns, and how many names, places and texts are cut in that.
  func cut(_ options: RenderOptions, columns: Int) -> (text: String, cuts: Int) {
    if case .value(let preview) = content { return preview.shown(options, columns: columns) }
    let text = shown(options, columns: columns)
    return (text, columns == .max || text == shown(options) ? 0 : 1)
  }

  /// The columns that it needs so that nothing is cut which can be shown whole.
  func least(_ options: RenderOptions, cutsPlaces: Bool) -> Int {
    switch content {
    case .choice(let ways):
      let widths = ways.map {
        $0.flatMap(\.leaves).reduce(0) { $0 + $1.least(options, cutsPlaces: cutsPlaces) }
      }
      return min(widths.first ?? 0, max(widths.last ?? 0, Self.leastChoice))
    case .value(let preview):
      let most = preview.value.height == 0 ? Self.longestWhole : Self.leastContainer
      return min(DisplayWidth.columns(of: shown(options, columns: most)), most)
    case .path(let path, let toName) where cutsPlaces:
      return PlaceText.leastColumns(VisibleText.escaped(path), toName, ascii: options.ascii)
    default: return DisplayWidth.columns(of: shown(options))
    }
  }
}
