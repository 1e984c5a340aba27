import Foundation
import Inspector
import Query

/// Conditions over 20,000 steps, each of which changes one of 20,000 items.
let conditionBenchmarks = [
  find("an-item", "$.state.items[?@.done && @.id == 19999]"),
  find("count", "count($.state.items[?@.done]) == 20000"),
  find("item-of-step", "$.state.items[?@.id == $.n && @.text == 'none']"),
  find("descendants", "$.state..[?@.text == 'none']"),
  find("whole-states", "$.state == $.before"),
]

private func find(_ name: String, _ condition: String) -> Benchmark {
  Benchmark(
    name: "query/find-20000x20000/\(name)", rival: "count of line feeds by memchr",
    unit: .milliseconds, rounds: 3
  ) {
    let scratch = try Scratch()
    let file = scratch.path("items.ndjson")
    try items(20_000).write(toFile: file, atomically: false, encoding: .utf8)
    let condition = try Condition(condition)
    let ours = {
      try withExtendedLifetime(scratch) {
        try StepSearch(Timeline(try Session(path: file)), where: condition).matches().count
      }
    }
    return (ours, { try lineFeeds(file) })
  }
}

/// A session of so many items, each of which is done once, out of order.
private func items(_ count: Int) -> String {
  var lines = [
    #"{"kind":"session","format":"hindsight-session","version":1,"id":"items","#
      + #""started":"2026-01-02T03:04:05Z","store":"list"}"#
  ]
  let items = (0..<count).map { #"{"id":\#($0),"text":"item \#($0)","done":false}"# }
  lines.append(#"{"kind":"state","n":0,"state":{"items":[\#(items.joined(separator: ","))]}}"#)
  for n in 1...count {
    let place = n * 7919 % count
    lines.append(
      #"{"kind":"action","n":\#(n),"t":\#(n * 1_000_000),"type":"toggle","action":{"id":\#(place)}}"#
    )
    lines.append(
      #"{"kind":"state","n":\#(n),"patch":[{"op":"replace","path":"/items/\#(place)/done","value":true}]}"#
    )
  }
  lines.append(#"{"kind":"end","n":\#(count),"t":\#(count * 1_000_000)}"#)
  return lines.joined(separator: "\n") + "\n"
}
