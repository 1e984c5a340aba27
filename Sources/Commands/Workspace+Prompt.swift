import Inspector
import SessionFormat

extension Workspace {
  /// The prompt: `toast 42/310 enqueueToast> `.
  ///
  /// It takes no more than a third of the line, so that there is room to type: first the type
  /// becomes shorter, then the name of the store is left out, then the type; the place stays.
  package func prompt(columns: Int) -> [Span] {
    if let form = settings.prompt { return [.text(prompt(form))] }
    let branch = timeline.isBranch ? "\(timeline.name) " : ""
    let place = "\(branch)\(n)/\(timeline.last)"
    let end = Span.literal("> ", .bold)
    let most = columns / 3
    func room(_ front: String) -> Int { most - DisplayWidth.columns(of: front) - 3 }
    let name = DisplayWidth.columns(of: VisibleText.escaped(placeName))
    let store = VisibleText.escaped(session.header.store)
    for (isNamed, front) in [(true, "\(store) \(place)"), (false, place)] {
      let width = min(name, room(front))
      guard width >= min(name, Self.leastName) else { continue }
      let names = isNamed ? [Span.text(session.header.store, .bold), .literal(" ")] : []
      return names
        + [.text(place), .literal(" "), .type(placeName, .name, columns: width), end]
    }
    return [.text(place), end]
  }

  /// A type is known by so many columns.
  private static let leastName = 8

  /// The prompt that the user set, with the words for its places.
  private func prompt(_ form: String) -> String {
    var text = ""
    var letters = form[...]
    while let letter = letters.popFirst() {
      guard letter == "%", let place = letters.popFirst() else {
        text.append(letter)
        continue
      }
      switch place {
      case "s": text += session.header.store
      case "b": text += timeline.isBranch ? timeline.name : ""
      case "n": text += String(n)
      case "l": text += String(timeline.last)
      case "t": text += placeName
      case "%": text += "%"
      default: text += "%\(place)"
      }
    }
    return text
  }
}
