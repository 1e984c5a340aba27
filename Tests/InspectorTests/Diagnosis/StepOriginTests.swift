import Testing

@testable import Inspector

/// The step that a kept value comes from.
struct StepOriginTests {
  private static let variables = OwnVariables(
    symbols: """
      0000000000001000 0000000000000008 d $s3App5firstSivpZ
      0000000000001010 0000000000000008 d $s3App6secondSivpZ
      0000000000000100 0000000000000020 t $s3App5firstSivsZ
      0000000000000200 0000000000000020 t $s3App6secondSivsZ
      """)

  /// A step that uses variables, by their places, and asks: `0!` is one that it changes.
  private func step(_ n: Int, _ uses: String, asks: String...) throws -> StepOrigin.Before {
    var lines: [String] = []
    for use in uses.split(separator: " ") {
      let place = use.prefix(1)
      lines.append("variable\u{1F}\(place)")
      if use.hasSuffix("!") { lines += ["written\u{1F}\(place)", "changed\u{1F}\(place)"] }
    }
    lines += asks.map { "\($0)\u{1F}" }
    let text = lines.enumerated().map { "\($0.offset)\u{1F}1\u{1F}\($0.element)\u{1F}\n" }.joined()
    return StepOrigin.Before(
      n, WitnessedCalls(text, hasMarks: true, isCut: false) { _ in 1 },
      try #require(Self.variables))
  }

  @Test("the last that asked for what the value is made of, and not what another one put beside it")
  func fitting() throws {
    let steps = [
      try step(3, "0!", asks: "getrandom"), try step(5, "0!", asks: "clock_gettime"),
      try step(6, "0", asks: "getrandom"), try step(7, "1!", asks: "getrandom"),
    ]
    func origin(_ causes: Set<Diagnosis.Cause>) -> Int? {
      StepOrigin.all(among: steps, of: ["first"], for: causes).first?.n
    }
    #expect(origin([.random, .hiddenState]) == 3)
    #expect(origin([.clock, .hiddenState]) == 5)
    // Where nothing is known of the value, the last that changed the variable.
    #expect(origin([.hiddenState]) == 5)
    #expect(StepOrigin.all(among: steps, of: ["third"], for: [.random]).isEmpty)
  }

  @Test("a value that was copied on comes from where the first variable has it from")
  func copied() throws {
    let steps = [try step(3, "0!", asks: "getrandom"), try step(5, "0 1!", asks: "access")]
    let origin = try #require(StepOrigin.all(among: steps, of: ["second"], for: [.random]).first)
    #expect(origin.n == 3)
    #expect(
      origin.words
        == "step 3 uses `first`, which leads to what the step uses, and asks for random numbers (witnessed)"
    )
    #expect(StepOrigin.all(among: steps, of: ["second"], for: [.unrecordedInput]).first?.n == 5)
  }
}
