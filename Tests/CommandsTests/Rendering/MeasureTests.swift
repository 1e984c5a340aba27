import Testing

@testable import Commands

@Suite("Quantities as people read them")
struct MeasureTests {
  private func text(_ measure: Measure, raw: Bool = false, ascii: Bool = false) -> String {
    measure.text(RenderOptions(ascii: ascii, raw: raw))
  }

  @Test(
    "a duration was cut to whole units: 2644 ns were 2 µs",
    arguments: [
      (0, "0 ns"), (999, "999 ns"), (1_000, "1.0 µs"), (2_644, "2.6 µs"), (9_949, "9.9 µs"),
      (9_950, "10 µs"), (18_400, "18 µs"), (999_499, "999 µs"), (999_500, "1.0 ms"),
      (1_214_000_000, "1.2 s"), (59_499_999_999, "59 s"), (59_500_000_000, "0:59.500"),
      (60_000_000_000, "1:00.000"), (5_859_076_000_000, "1:37:39.076"), (-2_644, "-2.6 µs"),
    ])
  func duration(nanoseconds: Int, text: String) {
    #expect(self.text(.duration(nanoseconds)) == text)
  }

  @Test(
    "a time is one of a clock from a minute on",
    arguments: [
      (0, "+0.000 s"), (1_214_999_999, "+1.214 s"), (59_999_999_999, "+59.999 s"),
      (60_000_000_000, "1:00.000"), (3_599_999_000_000, "59:59.999"),
      (5_859_076_000_000, "1:37:39.076"), (-1_500_000_000, "-1.500 s"),
      (.max, "2562047:47:16.854"), (.min, "-2562047:47:16.854"),
    ])
  func time(nanoseconds: Int, text: String) {
    #expect(self.text(.time(nanoseconds)) == text)
  }

  @Test(
    "a size has the unit that fits it",
    arguments: [
      (0, "0 B"), (999, "999 B"), (1_000, "1.0 kB"), (999_499, "999 kB"), (999_500, "1.0 MB"),
      (2_287_072, "2.3 MB"), (1_500_000_000, "1.5 GB"), (2_500_000_000_000, "2500 GB"),
    ])
  func size(bytes: Int, text: String) {
    #expect(self.text(.size(bytes)) == text)
  }

  @Test("a date has no fractions, and what is none stays as it is")
  func date() {
    #expect(text(.date("2026-11-21T05:56:49.123Z")) == "2026-11-21 05:56:49Z")
    #expect(text(.date("2026-11-21T05:56:49Z")) == "2026-11-21 05:56:49Z")
    #expect(text(.date("2026-11-21T05:56:49+01:00")) == "2026-11-21T05:56:49+01:00")
    #expect(text(.date("to\u{1B}day")) == "to\\u{1B}day")
  }

  @Test("raw is what was recorded, and in ASCII no unit has another letter")
  func raw() {
    let measures: [Measure] = [
      .duration(5_859_076_000_000), .time(1_500_000_000), .size(2_287_072),
      .date("2026-11-21T05:56:49.123Z"),
    ]
    #expect(
      measures.map { text($0, raw: true) } == [
        "5859076000000 ns", "+1500000000 ns", "2287072 B", "2026-11-21T05:56:49.123Z",
      ])
    #expect(text(.duration(2_644), ascii: true) == "2.6 us")
  }
}
