import Foundation
import Recorder

extension Zoo {
  private static let west = ["TZ": "Etc/GMT+12"]
  private static let greenwich = ["TZ": "UTC"]
  private static let plain = ["LC_ALL": "C", "LANG": "C"]
  private static let wide = ["LC_ALL": "C.UTF-8", "LANG": "C.UTF-8"]

  /// Reducers that depend on the time zone, the language, the environment or a file.
  static let surroundings: [Specimen] = [
    .fault("zone-offset", "time-zone", calm: 2) { pen, _ in
      pen.count = TimeZone.current.secondsFromGMT()
    }.in(recorded: west, replayed: greenwich),
    .fault("zone-format", "time-zone", calm: 3) { pen, amount in
      let format = DateFormatter()
      format.locale = Locale(identifier: "en_US_POSIX")
      format.dateFormat = "yyyy-MM-dd HH:mm"
      pen.text = format.string(from: Date(timeIntervalSince1970: Double(amount) * 86_400))
    }.in(recorded: west, replayed: greenwich),
    .fault("zone-calendar", "time-zone", calm: 1) { pen, amount in
      let date = Date(timeIntervalSince1970: Double(amount))
      pen.count = Calendar.current.component(.hour, from: date)
    }.in(recorded: west, replayed: greenwich),
    .fault("zone-of-now", "time-zone", calm: 2) { pen, _ in
      let format = DateFormatter()
      format.locale = Locale(identifier: "en_US_POSIX")
      format.dateFormat = "HH:mm"
      pen.text = format.string(from: Inputs.date())
    }.in(recorded: west, replayed: greenwich),
    .fault("character-set", "locale", calm: 2) { pen, _ in
      setlocale(LC_ALL, "")
      pen.text = String(cString: nl_langinfo(Int32(CODESET)))
    }.in(recorded: plain, replayed: wide),
    .fault("wide-letters", "locale", calm: 1) { pen, _ in
      setlocale(LC_ALL, "")
      pen.count = Int(truncatingIfNeeded: mbstowcs(nil, "\u{E9}", 0))
    }.in(recorded: plain, replayed: wide),
    .fault("language", "locale", calm: 4) { pen, _ in
      pen.text = ProcessInfo.processInfo.environment["LANG"] ?? "none"
    }.in(recorded: plain, replayed: wide),
    .fault("environment", "unrecorded-input", calm: 3) { pen, _ in
      pen.text = ProcessInfo.processInfo.environment["ZOO_GREETING"] ?? "nothing"
    }.in(recorded: ["ZOO_GREETING": "hello"], replayed: [:]),
    .fault("flag", "unrecorded-input", calm: 2) { pen, amount in
      pen.count += ProcessInfo.processInfo.environment["ZOO_TWICE"] == nil ? amount : 2 * amount
    }.in(recorded: [:], replayed: ["ZOO_TWICE": "1"]),
    .fault("file", "unrecorded-input", calm: 1) { pen, _ in
      let path = ProcessInfo.processInfo.environment["ZOO_FILE"] ?? "/etc/hostname"
      pen.text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? "no file"
    }.in(recorded: ["ZOO_FILE": "/etc/passwd"], replayed: ["ZOO_FILE": "/etc/shells"]),
    initialState, roundedState,
  ]

  /// An initial state with a part that is not encoded.
  private struct Account: Codable, Sendable {
    var balance = 0
    var bonus = 5
    enum CodingKeys: String, CodingKey { case balance }

    init() {}
    init(from decoder: any Decoder) throws {
      balance = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .balance)
      bonus = 0
    }
  }

  /// A state whose coding rounds: the file has a weight that the app never had.
  private struct Parcel: Codable, Sendable {
    var weight = 2.6
    var price = 0.0

    private enum CodingKeys: CodingKey {
      case weight
      case price
    }

    init() {}

    init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: CodingKeys.self)
      weight = try values.decode(Double.self, forKey: .weight)
      price = try values.decode(Double.self, forKey: .price)
    }

    func encode(to encoder: any Encoder) throws {
      var values = encoder.container(keyedBy: CodingKeys.self)
      try values.encode(weight.rounded(), forKey: .weight)
      try values.encode(price, forKey: .price)
    }
  }

  private static let roundedState = Specimen.of(
    "rounded-state", "lossy-coding", step: 3, Parcel()
  ) { parcel, visit in
    switch visit {
    case .calm(let amount): parcel.price += Double(amount)
    case .wild(let amount): parcel.price += Double(amount) * parcel.weight
    }
  }

  private static let initialState = Specimen.of(
    "initial-state", "lossy-coding", step: 3, Account()
  ) { account, visit in
    switch visit {
    case .calm(let amount): account.balance += amount
    case .wild(let amount): account.balance += amount + account.bonus
    }
  }
}
