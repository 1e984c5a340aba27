extension Command {
  /// What the help says of the command, without its usage.
  ///
  /// - Parameter places: Where it is used; options and examples of all of them are listed.
  package func help(_ places: [Place]) -> [HelpBlock] {
    var blocks = [HelpBlock.paragraph(sentence)]
    let options = options(places)
    if !options.isEmpty {
      blocks.append(.definitions(options.map { HelpBlock.Definition($0.usage, $0.summary) }))
    }
    blocks += details.map(HelpBlock.paragraph)
    for place in places {
      let examples = (form(place)?.examples ?? []).map { HelpBlock.Definition($0) }
      guard !examples.isEmpty else { continue }
      blocks.append(place == .prompt ? .prompt(examples) : .shell(examples))
    }
    return blocks
  }

  /// The summary as a sentence.
  var sentence: String { "\(summary.prefix(1).uppercased())\(summary.dropFirst())." }

  /// The places where the command can be used.
  var places: [Place] { [.prompt, .batch].filter { form($0) != nil } }

  /// The options in some places, each once.
  private func options(_ places: [Place]) -> [CommandOption] {
    let all = places.flatMap { form($0)?.options ?? [] }
    return all.enumerated().filter { place, option in
      !all[..<place].contains { $0.name == option.name }
    }.map(\.element)
  }
}
