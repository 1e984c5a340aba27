import Foundation

// What Foundation brings: mutable objects, boxed values, and objects that hold half a system.

private final class Subject: NSObject {
  var count = 0
  var names: NSMutableArray = ["a"]
  override var description: String { fatalError("described too early") }
  override func isEqual(_ object: Any?) -> Bool { fatalError("compared too early") }
  override var hash: Int { fatalError("hashed too early") }
}

private struct Objects: Ticking {
  var tick = 0
  var array: NSMutableArray = [1, "two", NSNull()]
  var table: NSMutableDictionary = ["a": 1]
  var text = NSMutableString(string: "text")
  var number: NSNumber = 1.5
  var any: Any = NSNull()
}

private struct Boxes: Ticking {
  var tick = 0
  var boxed: AnyObject = (1, "a") as AnyObject
  var error: any Error = NSError(domain: "d", code: 1, userInfo: ["self": NSNull()])
  var subject = Subject()
  var date = NSDate(timeIntervalSince1970: 1)
  var data = NSMutableData(length: 100)
  var text = NSAttributedString(string: "styled")
}

private struct Systems: Ticking {
  var tick = 0
  var queue = DispatchQueue(label: "queue")
  var main = RunLoop.main
  var thread = Thread.current
  var formatter = DateFormatter()
  var expression = try? NSRegularExpression(pattern: "a+(b|c)*")
  var locale = Locale.current
  var calendar = Calendar.current
  var zone = TimeZone.current
  var encoder = JSONEncoder()
  var cache = NSCache<NSString, NSNumber>()
  var files = FileManager.default
  var progress = Progress(totalUnitCount: 10)
  var styled = AttributedString("styled")
  var lock = NSLock()
  var handle = FileHandle.standardError
  var process = ProcessInfo.processInfo
}

/// Encodes what is in mutable objects, which change in place.
private struct Notes: Encodable, Ticking {
  var tick = 0
  let text = NSMutableString(string: "a")
  let list = NSMutableArray()
  let data = NSMutableData()

  enum CodingKeys: CodingKey { case tick, text, list, data }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(tick, forKey: .tick)
    try container.encode("\(text)", forKey: .text)
    try container.encode(list.compactMap { ($0 as? NSNumber)?.intValue }, forKey: .list)
    try container.encode(Data(referencing: data), forKey: .data)
  }
}

private struct Values: Codable, Ticking {
  var tick = 0
  var index = IndexSet([1, 2])
  var calendar = DateComponents(year: 2_020, month: 2)
  var locale = Locale(identifier: "de_CH")
  var zone = TimeZone(identifier: "UTC")
  var range = 0..<3
  var size = CGSize(width: 1, height: 2)
  var personName = PersonNameComponents()
  var measure = Measurement(value: 1, unit: UnitLength.meters)
}

extension HostileStates {
  static let bridging: [Specimen] = [
    .reflected("bridging-mutable-objects") {
      Objects()
    } _: {
      $0.tick = $1.step
      $0.array.add($1.amount)
      $0.table["\($1.step % 7)"] = $0.array.count
      $0.text.append("+")
      $0.number = NSNumber(value: Double($1.amount) / 4)
      $0.any = $1.step % 2 == 0 ? NSNumber(value: true) : NSString(string: "s")
    },
    .reflected("bridging-array-in-itself") {
      let objects = Objects()
      objects.array.add(objects.array)
      objects.table["me"] = objects.table
      return objects
    } _: {
      $0.tick = $1.step
      $0.array.add($0.table)
      if $0.array.count > 50 { $0.array.removeAllObjects() }
    },
    .reflected("bridging-boxed-values") {
      Boxes()
    } _: {
      $0.tick = $1.step
      $0.boxed = $1.step % 2 == 0 ? [$1.step] as AnyObject : ["a": $1.step] as AnyObject
      $0.subject.count += 1
      $0.data?.append(Data([1, 2, 3]))
    },
    .reflected("bridging-half-a-system", .none) {
      Systems()
    } _: {
      $0.tick = $1.step
      $0.progress.completedUnitCount += 1
      $0.cache.setObject(1, forKey: "a")
    },
    .codable("bridging-mutable-encoded") {
      Notes()
    } _: {
      $0.tick = $1.step / 2
      $0.text.append("\($1.step % 10)")
      if $1.step % 3 == 0 { $0.list.add($1.amount) }
      if $1.step % 5 == 0 { $0.data.append(Data([UInt8($1.step)])) }
    },
    .codable("bridging-codable-values") {
      Values()
    } _: {
      $0.tick = $1.step
      $0.index.insert($1.amount)
      $0.calendar.day = $1.step
      $0.range = $1.step..<($1.step + $1.amount)
      $0.size.width += 0.5
      $0.personName.givenName = "name \($1.amount)"
      $0.measure.value += 0.25
      $0.zone = $1.step % 2 == 0 ? nil : TimeZone(secondsFromGMT: 3_600)
    },
    .action("bridging-action") { move -> AnyObject in
      move.step % 2 == 0 ? NSMutableArray(array: [move.step]) : Subject()
    },
  ]
}
