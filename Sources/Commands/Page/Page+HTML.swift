import Inspector

extension Page {
  /// The page as HTML, for a reader who has a browser and no terminal: paragraphs and tables, whose
  /// styles are classes of the same names.
  ///
  /// Nothing in it is markup but that of this file: all text goes through ``HTMLText``.
  ///
  /// - Parameter options: Their width bounds what one line or cell shows of a value.
  func html(_ options: RenderOptions) -> String {
    blocks.reduce(into: "") { $0 += Self.html($1, options) }
  }

  private static func html(_ block: Block, _ options: RenderOptions) -> String {
    switch block {
    case .line(let spans): paragraph(spans, options)
    case .fitted(let make): paragraph(make(options.width), options)
    case .wrapped(let text):
      paragraph(
        (text.term.map { [$0, .literal(" ")] } ?? []) + [.text(text.text)], options)
    case .pair(let start, let between, let rest, _): paragraph(start + between + rest, options)
    case .rule(let title, let facts): "<h2>\(html(title, options)) \(html(facts, options))</h2>\n"
    case .table(let table): html(table, options)
    case .made(_, let make): "<pre>\(lines(make, options))</pre>\n"
    }
  }

  private static func paragraph(_ spans: [Span], _ options: RenderOptions) -> String {
    spans.isEmpty ? "" : "<p>\(html(spans, options))</p>\n"
  }

  private static func lines(
    _ make: (Line) throws(Unread) -> Void, _ options: RenderOptions
  ) -> String {
    var text = ""
    // Whoever takes all lines never stops the one who makes them.
    do throws(Unread) {
      try make { spans throws(Unread) in text += html(spans, options) + "\n" }
    } catch {}
    return text
  }

  private static func html(_ table: Table, _ options: RenderOptions) -> String {
    // A column in which nothing stands is no column of a page.
    let shown = table.rows.map { $0.map { html([$0], options) } }
    let places = table.columns.indices.filter { place in
      shown.contains { place < $0.count && $0[place].contains { $0 != " " } }
    }
    let rows = shown.map { row in
      let cells = places.map { "<td>\($0 < row.count ? row[$0] : "")</td>" }
      return "<tr>\(cells.joined())</tr>\n"
    }
    return "<table>\n\(rows.joined())</table>\n"
  }

  private static func html(_ spans: [Span], _ options: RenderOptions) -> String {
    let pieces = SpanLayout.pieces(
      of: spans, options, columns: options.width, cutsText: options.width != .max)
    return pieces.map { piece in
      let text = HTMLText.marked(piece.text)
      guard let name = piece.style.htmlClass, !text.isEmpty else { return text }
      return "<span class=\"\(name)\">\(text)</span>"
    }.joined()
  }
}

extension Style {
  /// The class of the page's style that means the same; nil if none does.
  fileprivate var htmlClass: String? {
    switch self {
    case .plain, .heading, .name: nil
    case .dim: "dim"
    case .bold: "type"
    case .added: "new"
    case .removed: "old"
    case .changed: "slow"
    case .error: "bad"
    }
  }
}
