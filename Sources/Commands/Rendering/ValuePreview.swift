import Inspector
import SessionFormat

/// A value in one line: as JSON if that fits, else by what identifies it.
///
/// `{id 7 "Linen shirt", price 4900, …}` is an object: its id, its name, then its other members,
/// leaves first. `[9: id 1 "Tea", id 6 "Milk", …]` is an array of nine elements. No name is cut,
/// and no value: what does not fit is left out, and `…` says so. Only a text that alone is too long
/// is cut, in its middle.
struct ValuePreview: Sendable {
  let value: JSONValue
  /// Whether the last element, or a member, replaces others that are left out.
  var isCut = false
  /// Whether an object or array is shown by what identifies it even if its JSON fits.
  var isFolded = false
  /// The columns if lines may be of any length, as in a pipe.
  private static let unlimited = 100

  /// Whether it is a leaf that is never cut, such as `true` or a small number.
  var isShort: Bool { value.height == 0 && value.textSize <= 12 }

  func text(_ options: RenderOptions, columns: Int) -> String {
    shown(options, columns: columns).text
  }

  /// The text, and how many names and texts in it are cut.
  func shown(_ options: RenderOptions, columns: Int) -> (text: String, cuts: Int) {
    if options.raw { return (VisibleText.escaped(value.description), 0) }
    var writer = PreviewWriter(ascii: options.ascii)
    let page = options.width == .max ? Self.unlimited : options.width
    let limit = max(1, columns == .max ? page : columns)
    if !isFolded || value.height == 0, let whole = writer.whole(value, limit) {
      return (whole, 0)
    }
    let text = writer.words(value, limit, isCut: isCut)
    return (text, writer.cuts)
  }
}
