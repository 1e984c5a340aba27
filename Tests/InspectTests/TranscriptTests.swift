import Testing

@Suite("The runner of Transcripts/")
struct TranscriptTests {
  private static let text = """
    # Three words, and a fault

    ```file words
    one
    two
    ```

    ## They are printed

    ```console
    $ cat words
    one
    two
    $ printf 'three  %s\\n' "it's" | cat words - > all
    $ cat < all
    one
    two
    three  it's
    ```

    ## What is not there is told

    ```console
    $ LC_ALL=C cat none
    ! cat: none: No such file or directory
    [1]
    $ printf %s $HOSTS/inspect
    $HOSTS/inspect«no line end»
    $ pwd -P
    «SCRATCH»
    ```

    """

  private func differences(
    _ old: String = "", _ new: String = "", in title: String
  ) throws -> [TranscriptDifference] {
    let page = try TranscriptPage(Self.text.replacing(old, with: new))
    return try TranscriptRun.differences(page.items(ofCase: title))
  }

  private static let printed = "They are printed"
  private static let told = "What is not there is told"

  @Test("takes a page that shows what is printed")
  func same() throws {
    let page = try TranscriptPage(Self.text)
    #expect(page.title == "Three words, and a fault")
    #expect(page.cases.map(\.title) == [Self.printed, Self.told])
    for title in [Self.printed, Self.told] {
      let differences = try TranscriptRun.differences(page.items(ofCase: title))
      #expect(differences.map(\.text) == [])
    }
  }

  @Test(
    "fails where a line, a line of standard error or a status is wrong, missing or too much",
    arguments: [
      ("one\ntwo\n$", "one\n2\n$", printed, 13, "$ cat words\n- 2\n+ two"),
      ("one\ntwo\n$", "two\n$", printed, 12, "$ cat words\n+ one"),
      ("one\ntwo\n$", "one\ntwo\n\n$", printed, 14, "$ cat words\n- "),
      ("two\nthree", "2\nthree", printed, 17, "$ cat < all\n- 2\n+ two"),
      ("\n[1]", "", told, 26, "$ LC_ALL=C cat none\n+ [1]"),
      ("[1]", "[2]", told, 26, "$ LC_ALL=C cat none\n- [2]\n+ [1]"),
      (
        "\n! cat: none: No such file or directory", "", told, 25,
        "$ LC_ALL=C cat none\n+ ! cat: none: No such file or directory"
      ),
      ("! cat", "cat", told, 25, nil), ("[1]\n", "[1]\n[1]\n", told, 27, nil),
    ] as [(String, String, String, Int, String?)])
  func fails(old: String, new: String, title: String, line: Int, text: String?) throws {
    let differences = try differences(old, new, in: title)
    #expect(differences.map(\.line) == [line])
    if let text { #expect(differences.map(\.text) == [text]) }
  }

  @Test("writes into the page what is printed, and leaves the rest as it is")
  func update() throws {
    let wrong = Self.text.replacing("one\ntwo\n$", with: "$").replacing("three  it's", with: "3\n4")
    let page = try TranscriptPage(wrong)
    let differences = try TranscriptRun.differences(page.items(ofCase: Self.printed))
    #expect(page.text(replacing: differences) == Self.text)
  }

  @Test("exchanges what differs from run to run only where the page has the mark for it")
  func marks() throws {
    func differences(_ shown: String) throws -> [[String]] {
      let page = try TranscriptPage(
        "# A time\n## It is told\n```console\n$ echo took 12.5 ms, at 1234567890\n\(shown)\n```\n")
      return try TranscriptRun.differences(page.items(ofCase: "It is told")).map(\.printed)
    }
    #expect(try differences("took «TIME», at 1234567890") == [])
    #expect(try differences("took «TIME», at «NOW»") == [])
    #expect(try differences("took 12 ms, at «NOW»") == [["took 12.5 ms, at «NOW»"]])
    #expect(try differences("took 12 ms") == [["took 12.5 ms, at 1234567890"]])
  }

  @Test(
    "refuses a page that it would not run in full",
    arguments: [
      ("no title", 1, "the title is missing"),
      ("# T\n```console\n$ cat", 2, "a block that is not closed"),
      ("# T\n```console\ncat\n```", 3, "no command"),
      ("# T\n```sh\ncat\n```", 2, "neither console, ndjson NAME nor file NAME"),
      ("# T\n```ndjson\n{}\n```", 2, "neither console, ndjson NAME nor file NAME"),
      ("# T\n## A\n## A", 3, "a second case of that name"),
    ])
  func refuses(text: String, line: Int, reason: String) throws {
    #expect(throws: TranscriptPage.Fault(line: line, reason: reason)) { try TranscriptPage(text) }
  }
}
