import Foundation

Interruption.install()
let environment = ProcessInfo.processInfo.environment
let terminal = Terminal.ofThisProcess()
var source: any LineSource =
  terminal.isInteractive
  ? ReadlineLines(history: HistoryFile(environment: environment)) { line, cursor in
    let words = [
      "next", "print", "/items/0/message", "/items/10/x", "/items/2/x", "items[0].message",
      "bad\u{9B}", "naïve", "naïf",
    ]
    let head = String(decoding: line.utf8.prefix(cursor), as: UTF8.self)
    let word = head.split(separator: " ", omittingEmptySubsequences: false).last ?? ""
    if word == "many" {
      return Completion(start: cursor - 4, candidates: (0..<300).map { "many\($0)" })
    }
    return Completion(
      start: cursor - word.utf8.count, candidates: words.filter { $0.hasPrefix(word) })
  } : PlainLines()
loop: while true {
  let event = source.next(
    prompt: "\u{1B}[1mtoast 42/310\u{1B}[0m \(Terminal.width(environment: environment))> ")
  print(event)
  switch event {
  case .line("spin"):
    var n = 0
    while !Interruption.wasRequested { n &+= 1 }
    print("stopped")
  case .end: break loop
  default: break
  }
}
