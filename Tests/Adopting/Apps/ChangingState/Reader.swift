// The app of docs/changing-your-state.md, as it is in version 2.0.
import Recorder
public import RecorderHost
import SessionFormat

/// An article.
public struct Article: Codable, Sendable {
  var title: String
  var isRead = false
  var note: String?
  var stars = 0
}

/// How the reader looks.
public enum ReaderTheme: String, Codable, Sendable {
  case light, dark
}

/// Whose reader it is.
public struct ReaderOwner: Codable, Sendable {
  var first = "Ada"
  var last = "Lovelace"
}

/// What the reader shows.
public struct ReaderState: Codable, Sendable {
  var articles: [Article] = []
  var theme = ReaderTheme.light
  var owner = ReaderOwner()
  var size = 12.0
}

/// What can be done.
public enum ReaderAction: Codable, Sendable {
  case add(title: String)
  case open(Int)
  case setTheme(ReaderTheme)
  case resize(Double)
  case retired(String)
}

/// The reducer.
public func readerReducer(_ state: inout ReaderState, _ action: ReaderAction) {
  switch action {
  case .add(let title): state.articles.append(Article(title: title))
  case .open(let place): state.articles[place].isRead = true
  case .setTheme(let theme): state.theme = theme
  case .resize(let size): state.size = size
  case .retired: break
  }
}

/// The host of version 2.0, which knows nothing of older sessions.
public var plainReaderHost: ReducerHost<ReaderState, ReaderAction> {
  ReducerHost(store: "reader", codec: .codable, reduce: readerReducer)
}

/// The host of version 2.0, which reads the sessions of version 1.4 too.
public var readerHost: ReducerHost<ReaderState, ReaderAction> {
  var host = plainReaderHost
  host.app = AppInfo(name: "Reader", version: "2.0")

  host.fill(.state, "/articles/*/stars", with: 0)

  host.migrate(.state, from: "1.4") { try $0.move("/colour", to: "/theme") }
  host.migrate(.action("setColour"), from: "1.4", as: "setTheme") {
    try $0.move("/setColour", to: "/setTheme")
  }
  host.migrate(.action("select"), from: "1.4", as: "open") {
    try $0.move("/select", to: "/open")
  }

  host.migrate(.state, from: "1.4") { state in
    try state.change("/owner") { owner in
      let names = (owner.string ?? "").split(separator: " ", maxSplits: 1).map(String.init)
      return ["first": .string(names.first ?? ""), "last": .string(names.last ?? "")]
    }
  }

  host.migrate(.action("beep"), from: "1.4", as: "retired") { action in
    action.json = ["retired": ["_0": "beep"]]
  }

  return host
}
