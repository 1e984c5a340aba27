import Inspector
import SessionFormat

/// The texts about cut states.
enum CutText {
  /// A line below a list of what is known.
  static func write(_ leftOut: LeftOut?, to page: inout Page, indent: StaticString = "") {
    let sequel = ", and what changed there is not known"
    write(missing: leftOut, sequel: sequel, to: &page, indent: indent)
  }

  /// A line below a value that is known only in part.
  static func write(
    missing leftOut: LeftOut?, from whole: String = "state", sequel: String = "",
    to page: inout Page, indent: StaticString = ""
  ) {
    guard let leftOut else { return }
    page.line(
      .literal(indent), .literal("unknown: ", .error), .text(missing(leftOut, from: whole, sequel)))
  }

  /// The same for forms that have no member for it.
  static func caveat(_ leftOut: LeftOut?) -> String? {
    leftOut.map { "note: \(missing($0))" }
  }

  private static func missing(
    _ leftOut: LeftOut, from whole: String = "state", _ sequel: String = ""
  ) -> String {
    "the \(whole) is cut, with \(leftOut.count) of its members and elements left out\(sequel); "
      + leftOut.limits.remedy
  }

  /// A line below the answer of a search.
  static func write(unknown steps: UnknownSteps, to page: inout Page) {
    guard let words = words(unknown: steps) else { return }
    page.line(.literal("unknown ", .error), .text(words))
  }

  /// The steps at which the answer is unknown, and why; nil if it is known.
  static func words(unknown steps: UnknownSteps) -> String? {
    let cut = steps.numbers.filter { !steps.withoutState.contains($0) }
    func places(_ numbers: [Int]) -> String {
      "at \(CountText.words(numbers.count, "step")), \(CountText.list(numbers, upTo: 5))"
    }
    var reasons: [String] = []
    if !steps.withoutState.isEmpty {
      reasons.append("\(places(steps.withoutState)): the state is not known there")
    }
    if !cut.isEmpty {
      reasons.append(
        "\(places(cut)): it depends on what was left out of the \(steps.wholes); "
          + steps.limits.remedy)
    }
    if !steps.lost.isEmpty {
      reasons.append("at \(words(lost: steps.lost, "step")), lost in a gap")
    }
    return reasons.isEmpty ? nil : reasons.joined(separator: "; ")
  }

  /// `the states 1 to 4, which are lost`.
  static func lostStates(_ lost: [ClosedRange<Int>]) -> String {
    let isOne = lost.count == 1 && lost.first?.count == 1
    return "\(words(lost: lost, "state")), which \(isOne ? "is" : "are") lost"
  }

  /// `the states 1 to 4, 7 and 2 more`: stretches of steps that are lost.
  static func words(lost: [ClosedRange<Int>], _ noun: String) -> String {
    let isOne = lost.count == 1 && lost.first?.count == 1
    let stretches = lost.map { stretch in
      stretch.count == 1
        ? String(stretch.lowerBound) : "\(stretch.lowerBound) to \(stretch.upperBound)"
    }
    return "the \(noun)\(isOne ? "" : "s") \(CountText.list(stretches, upTo: 5))"
  }

  /// Rows of `n` and `through`.
  static func json(lost: [ClosedRange<Int>]) -> JSONValue {
    .array(
      ReportJSON.list(of: lost.prefix(JSONPointer.mostListed)) { stretch, json in
        json.add("n", stretch.lowerBound)
        json.add("through", stretch.upperBound)
      })
  }

  /// The member `unknown` of such an answer; nil if there is nothing to say.
  static func json(unknown steps: UnknownSteps) -> JSONValue? {
    steps.numbers.isEmpty ? nil : .array(steps.numbers.map { .number($0) })
  }
}

extension KnownPlaces {
  /// An addition to texts that call values the same.
  var limitation: String { isWhole ? "" : ", as far as they are shown" }

  /// The text in place of a difference that may be none.
  static let unknown: [Span] = [.literal("unknown: the state is cut", .error)]
}
