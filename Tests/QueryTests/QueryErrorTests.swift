import Query
import SessionFormat
import Testing

@Suite("A query that can't be read says where and what to write")
struct QueryErrorTests {
  @Test(
    "faults of a path",
    arguments: [
      ("", "column 1: a path begins with $, for example $.state.total"),
      ("state.total", "column 1: a path begins with $, for example $.state.total"),
      ("@.a", "column 1: a path begins with $, for example $.state.total"),
      (" $", "column 1: a path has no blanks before or after it"),
      ("$.a ", "column 4: a path has no blanks before or after it"),
      ("$.a b", "column 5: only .name, ..name or [selector] may follow in a path"),
      ("$.a == 1", "column 5: only .name, ..name or [selector] may follow in a path"),
      ("$a", "column 2: only .name, ..name or [selector] may follow in a path"),
      ("$.é.length()", "column 11: only .name, ..name or [selector] may follow in a path"),
      ("$.", "column 3: a name or * must follow the dot, for example $.state"),
      ("$..", "column 4: a name or * must follow the dot, for example $.state"),
      ("$. a", "column 3: a name or * must follow the dot, for example $.state"),
      ("$.'a'", "column 3: a name or * must follow the dot, for example $.state"),
      ("$.items.0", "column 9: an index is written in brackets, for example $.items[0]"),
      ("$.foo-bar", "column 3: this name needs brackets and quotes: ['foo-bar']"),
      ("$..-x.y", "column 4: this name needs brackets and quotes: ['-x']"),
      ("$.2nd", "column 3: this name needs brackets and quotes: ['2nd']"),
      ("$[name]", "column 3: this name needs brackets and quotes: ['name']"),
      ("$[\u{202E}]", "column 3: this name needs brackets and quotes: ['name']"),
      (
        "$[\(String(repeating: "x", count: 99))]",
        "column 3: this name needs brackets and quotes: ['\(String(repeating: "x", count: 40))']"
      ),
      (
        "$[]",
        "column 3: the brackets need a name in quotes, an index, a slice, * or a ?condition"
      ),
      (
        "$[0,]",
        "column 5: the brackets need a name in quotes, an index, a slice, * or a ?condition"
      ),
      (
        "$[@.a]",
        "column 3: the brackets need a name in quotes, an index, a slice, * or a ?condition"
      ),
      ("$[0", "column 4: a comma or ] must follow a selector"),
      ("$['a' 'b']", "column 7: a comma or ] must follow a selector"),
      ("$[1:2:3:4]", "column 8: a comma or ] must follow a selector"),
      ("$[?@.a", "column 7: a comma or ] must follow a selector"),
      ("$[01]", "column 3: an integer is needed here, without + and without leading zeros"),
      ("$[1:+2]", "column 5: an integer is needed here, without + and without leading zeros"),
      ("$[-0]", "column 3: an integer is needed here, without + and without leading zeros"),
      (
        "$[9007199254740992]",
        "column 3: an integer must be between -9007199254740991 and 9007199254740991"
      ),
      (
        "$[::-99999999999999999999]",
        "column 5: an integer must be between -9007199254740991 and 9007199254740991"
      ),
      ("$['a]", "column 3: the text that begins here has no closing quote"),
      ("$[\"a'", "column 3: the text that begins here has no closing quote"),
      (
        #"$['a\x']"#,
        #"column 5: a backslash goes before b, f, n, r, t, /, \, the quote in use, or u and four hex digits"#
      ),
      (
        #"$["\'"]"#,
        #"column 4: a backslash goes before b, f, n, r, t, /, \, the quote in use, or u and four hex digits"#
      ),
      (
        #"$['\u12g4']"#,
        #"column 4: a backslash goes before b, f, n, r, t, /, \, the quote in use, or u and four hex digits"#
      ),
      (
        #"$['\uD800x']"#,
        "column 4: half of a surrogate pair: write both halves, or the character itself"
      ),
      (
        #"$['a\uDC00']"#,
        "column 5: half of a surrogate pair: write both halves, or the character itself"
      ),
      ("$['a\n']", #"column 5: a control character is written as an escape, for example \n"#),
    ])
  func paths(_ text: String, _ description: String) throws {
    let error = try #require(throws: QueryError.self) { try JSONPath(text) }
    #expect(error.description == description)
  }

  @Test(
    "faults of a condition",
    arguments: [
      ("", "column 1: a condition is needed here, for example $.state.total < 0"),
      ("   ", "column 4: a condition is needed here, for example $.state.total < 0"),
      ("$.n == 1 &&", "column 12: a condition is needed here, for example $.state.total < 0"),
      ("|| $.n", "column 1: a condition is needed here, for example $.state.total < 0"),
      ("()", "column 2: a condition is needed here, for example $.state.total < 0"),
      ("!!$.n", "column 2: a condition is needed here, for example $.state.total < 0"),
      ("== 1", "column 1: a condition is needed here, for example $.state.total < 0"),
      (
        "$.n ==", "column 7: a comparison needs a value on its right, for example $.state.total < 0"
      ),
      (
        "$.n < && 1",
        "column 7: a comparison needs a value on its right, for example $.state.total < 0"
      ),
      ("$.type == enqueue", "column 11: text needs quotes: \"enqueue\""),
      (
        "$.type == \u{7F}",
        "column 11: a comparison needs a value on its right, for example $.state.total < 0"
      ),
      ("match($.type, enqueue)", "column 15: text needs quotes: \"enqueue\""),
      ("state.total < 0", "column 1: a path begins with $: $.state"),
      ("$.n == state.total", "column 8: a path begins with $: $.state"),
      ("type == 'x'", "column 1: a path begins with $: $.type"),
      (".n == 1", "column 1: a path begins with $, for example $.state.total"),
      ("1 < [0]", "column 5: a path begins with $, for example $.state.total"),
      ("$.n == True", "column 8: write true in lower case"),
      ("NULL == $.n", "column 1: write null in lower case"),
      ("$.n = 5", "column 5: write == to compare"),
      ("'a' = $.type", "column 5: write == to compare"),
      ("$.n === 5", "column 7: write == to compare"),
      ("$.n !== 5", "column 7: write == to compare"),
      ("$.n <> 5", "column 5: write != to compare"),
      (
        "$.type =~ 'x'",
        "column 8: write search($.type, \"pattern\") to match a pattern"
      ),
      ("$.a & $.b", "column 5: write && for and"),
      ("$.a and $.b", "column 5: write && for and"),
      ("$[?@.a & @.b]", "column 8: write && for and"),
      ("$.a | $.b", "column 5: write || for or"),
      ("($.a OR $.b)", "column 6: write || for or"),
      ("not $.a", "column 1: write ! for not"),
      ("$.n + 1 == 2", "column 5: only an operator may follow here: == != < <= > >= && ||"),
      ("$.n == 1)", "column 9: only an operator may follow here: == != < <= > >= && ||"),
      ("$.n == 1 $.t", "column 10: only an operator may follow here: == != < <= > >= && ||"),
      ("($.n == 1", "column 10: a closing ) is missing here"),
      ("($.n == 1]", "column 10: a closing ) is missing here"),
      ("5", "column 1: a literal alone is not a condition: compare it, for example $.n == 5"),
      (
        "$.type == 'a' || 'b'",
        "column 18: a literal alone is not a condition: compare it, for example $.n == 5"
      ),
      (
        "$.items[*] == 1",
        "column 1: a comparison takes a path of names and single indexes; for other paths use count() or value()"
      ),
      (
        "1 == $..x",
        "column 6: a comparison takes a path of names and single indexes; for other paths use count() or value()"
      ),
      ("($.a) == true", "column 7: this is a condition already: leave out the comparison"),
      (
        "match($.a, 'x') == true",
        "column 1: this is a condition already: leave out the comparison"
      ),
      (
        "true == search($.a, 'x')",
        "column 9: this is a condition already: leave out the comparison"
      ),
      ("!$.n == 5", "column 2: a comparison after ! needs parentheses, for example !($.n == 5)"),
      ("1 < $.n < 5", "column 9: comparisons do not chain: join two of them with &&"),
      ("$.n == 01", "column 8: a number is written as in JSON, for example -1.5 or 2e3"),
      ("$.n == .5", "column 8: a path begins with $, for example $.state.total"),
      ("$.n == +5", "column 8: a number is written as in JSON, for example -1.5 or 2e3"),
      ("$.n == 5px", "column 8: a number is written as in JSON, for example -1.5 or 2e3"),
      (
        "size($.a) > 1",
        "column 1: no function size: there are length, count, value, match and search"
      ),
      ("count ($.a) > 1", "column 6: leave no blank between a function's name and ("),
      ("length() > 1", "column 1: length() takes 1 argument"),
      ("match($.a)", "column 1: match() takes 2 arguments"),
      ("search($.a, 'b', 'c')", "column 1: search() takes 2 arguments"),
      ("length(", "column 8: an argument is needed here: a path, a literal or a function"),
      ("match($.a,)", "column 11: an argument is needed here: a path, a literal or a function"),
      ("length($.a $.b) > 1", "column 12: a comma or ) must follow an argument"),
      ("length($.a == 1) > 1", "column 12: a comma or ) must follow an argument"),
      (
        "length($.*) > 1",
        "column 8: length() takes a literal, a path of names and single indexes, or a function's value"
      ),
      (
        "match('a', match('a', 'a'))",
        "column 12: match() takes a literal, a path of names and single indexes, or a function's value"
      ),
      ("count('a') > 1", "column 7: count() takes a path, for example count($.state.items[*])"),
      (
        "value(length($)) > 1",
        "column 7: value() takes a path, for example value($.state.items[*])"
      ),
      (
        "length($.a)",
        "column 1: length() gives a value: compare it, for example length($.state.items) > 0"
      ),
      (
        "$.n && !count($.a)",
        "column 9: count() gives a value: compare it, for example count($.state.items) > 0"
      ),
      (
        "match($.a, '(x{1000}){1000}')",
        "column 12: a pattern takes at most 10000 states and 64 levels: repeat less in it"
      ),
    ])
  func conditions(_ text: String, _ description: String) throws {
    let error = try #require(throws: QueryError.self) { try Condition(overAny: text) }
    #expect(error.description == description)
  }

  @Test("the message is the description without the column, and a limit has no column")
  func parts() throws {
    let error = try #require(throws: QueryError.self) { try Condition(overAny: "$.n = 5") }
    #expect(error.kind == .foreignOperator(write: "== to compare"))
    #expect(error.column == 5)
    #expect(error.message == "write == to compare")
    let limit = try #require(throws: QueryError.self) {
      try Condition(overAny: "$..x").holds(in: [1, 2, 3], limit: 2)
    }
    #expect(limit.kind == .limitExceeded(limit: 2))
    #expect(limit.column == nil)
    #expect(limit.description == limit.message)
  }

  @Test("whatever is cut out of a query or put into it, it is read or refused within its length")
  func mutations() throws {
    let queries = [
      #"$..['a', "b\u00e9", -1, 1:2:-1, *][?@.a == -1.5e3 && !(search(@.b, '[a-z]') || $['c'])]"#,
      "length($.a) >= count(@..*) || value($[?@ != null]) < true && !match($.x, $.y)",
    ]
    for query in queries.map({ Array($0.unicodeScalars) }) {
      for place in query.indices {
        let rest = query[(place + 1)...]
        try check(query[..<place] + [])
        try check(query[..<place] + rest)
        for scalar in "$@.[]?()'\"\\!=&,:*-0u \n\u{0}é\u{202E}".unicodeScalars {
          try check(query[..<place] + [scalar] + rest)
          try check(query[..<place] + [scalar] + query[place...])
        }
      }
    }
  }

  private func check(_ scalars: ArraySlice<Unicode.Scalar>) throws {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    let text = String(view)
    func isSound(_ error: QueryError) -> Bool {
      guard let column = error.column else { return false }
      return 1...(scalars.count + 1) ~= column
        && !error.description.unicodeScalars.contains(where: UnsafeText.contains)
    }
    do {
      _ = try JSONPath(text).nodes(in: [["a": 1]], limit: 1000)
    } catch {
      #expect(isSound(error), "\(text)")
    }
    do {
      _ = try Condition(overAny: text).holds(in: ["a": ["b": "c"]], limit: 1000)
    } catch {
      #expect(isSound(error), "\(text)")
    }
  }
}
