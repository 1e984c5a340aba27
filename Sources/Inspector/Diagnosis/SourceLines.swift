import Foundation
import SessionFormat

/// Finds the lines of the app's own source from which calls came, by the toolchain's symbolizer.
struct SourceLines {
  /// One function at a place, as inlined functions are several there.
  struct Entry: Equatable {
    let function: String
    let file: String
    let line: Int
    let column: Int
  }

  private var known: [WitnessedCalls.Frame: [Entry]] = [:]

  #if os(macOS)
    private static let symbolizer = "atos"
  #else
    private static let symbolizer = "llvm-symbolizer"
  #endif

  /// Why no line is named, if there is no symbolizer; nil if there is one.
  static var untested: String? {
    ProgramFile.path(of: symbolizer) == nil
      ? "\(Diagnosis.sourceLines): \(symbolizer), which comes with Swift, is not in PATH" : nil
  }

  /// Which programs of calls have no lines, in words; nil if each has some.
  func untested(_ calls: [WitnessedCalls.Call]) -> String? {
    guard Self.untested == nil else { return calls.isEmpty ? nil : Self.untested }
    let programs = Set(
      calls.compactMap { call in call.frames.lazy.map(\.file).first { !Self.isOfSystem($0) } })
    let bare = programs.filter { file in
      known.allSatisfy { $0.key.file != file || $0.value.isEmpty }
    }
    guard !bare.isEmpty else { return nil }
    let names = bare.map { "`\(($0 as NSString).lastPathComponent)`" }.sorted()
    return "\(Diagnosis.sourceLines): \(CountText.list(names.lazy, upTo: 3)) has none "
      + "(stripped, built without -g, or an interpreter)"
  }

  /// Reads the lines of all frames of calls that are in programs with their lines.
  ///
  /// It takes one process a program, about 0.1 s each.
  init(_ calls: [WitnessedCalls.Call]) {
    let frames = Set(calls.flatMap(\.frames)).filter { !Self.isOfSystem($0.file) }
    for (file, frames) in Dictionary(grouping: frames, by: \.file) {
      let entries = Self.entries(in: file, at: frames.map { "0x" + $0.address })
      guard entries.count == frames.count else { continue }
      for (frame, entries) in zip(frames, entries) { known[frame] = entries }
    }
  }

  #if os(macOS)
    /// What is at some addresses of a program; empty if no symbolizer is installed.
    private static func entries(in file: String, at addresses: [String]) -> [[Entry]] {
      guard let program = ProgramFile.path(of: symbolizer),
        let text = Platform.output(
          of: [program, "-o", file, "-offset", "-fullPath"] + addresses, within: 20)
      else { return [] }
      return text.split(separator: "\n").map { Entry(atos: String($0)).map { [$0] } ?? [] }
    }
  #else
    /// What is at some addresses of a program; empty if no symbolizer is installed.
    private static func entries(in file: String, at addresses: [String]) -> [[Entry]] {
      let places = places(in: file, at: addresses)
      var all = places.map(entries)
      // The compiler gives what it adds itself, such as the iterator of a loop, the line 0: then the code
      // before it, in the same function, has the line.
      let unlined = places.indices.filter { all[$0].isEmpty && function(places[$0]) != nil }
      let before = unlined.flatMap { place in
        steps.map {
          "0x" + String((Int(addresses[place].dropFirst(2), radix: 16) ?? 0) - $0, radix: 16)
        }
      }
      let found = before.isEmpty ? [] : Self.places(in: file, at: before)
      guard found.count == before.count else { return all }
      for (number, place) in unlined.enumerated() {
        let near = found[(number * steps.count)..<((number + 1) * steps.count)]
        let lined = near.first {
          !entries($0).isEmpty && function($0) == function(places[place])
        }
        all[place] = lined.map(entries) ?? []
      }
      return all
    }

    /// How many bytes to go back.
    private static let steps = [4, 8, 12, 16, 24, 32, 48, 64, 96, 128]

    private static func places(in file: String, at addresses: [String]) -> [JSONValue] {
      let words = ["--output-style=JSON", "--inlines", "--obj=\(file)"]
      guard let program = ProgramFile.path(of: symbolizer),
        let text = Platform.output(of: [program] + words + addresses, within: 20),
        let places = (try? JSONValue(parsing: text))?.array
      else { return [] }
      return Array(places)
    }

    /// The function at a place whose file is known.
    private static func function(_ place: JSONValue) -> String? {
      guard let symbol = place["Symbol"]?.array?.first, symbol["FileName"]?.string?.isEmpty == false
      else { return nil }
      return symbol["FunctionName"]?.string
    }
  #endif

  /// Whether the recorder or its host called, before any code of the app.
  func isOfRecorder(_ call: WitnessedCalls.Call) -> Bool {
    let entries = call.frames.flatMap { known[$0] ?? [] }
    let first = entries.first { Self.isOfRecorder($0) || !Self.isOfLibrary($0) }
    return first.map(Self.isOfRecorder) ?? false
  }

  /// Whether the app asked through the recorder's `Inputs`.
  func isInput(_ call: WitnessedCalls.Call) -> Bool {
    call.frames.lazy.flatMap { known[$0] ?? [] }.prefix { Self.isOfLibrary($0) }
      .contains { $0.function.hasPrefix("$s8Recorder6Inputs") }
  }

  /// Whether the value of a variable was made there, when it was first used.
  func isInitializer(_ call: WitnessedCalls.Call) -> Bool {
    call.frames.first.flatMap { known[$0] }?.contains { $0.function.hasSuffix("_WZ") } ?? false
  }

  private static func isOfRecorder(_ entry: Entry) -> Bool {
    #if os(macOS)
      // Its symbolizer gives names as they are written, without their module.
      let folders = ["/Sources/Recorder/", "/Sources/RecorderHost/", "/Sources/SessionFormat/"]
      if folders.contains(where: entry.file.contains) { return true }
    #endif
    ["8Recorder", "12RecorderHost", "13SessionFormat"].contains {
      entry.function.hasPrefix("$s\($0)")
    }
  }

  /// The innermost line of the app from which a call came; nil if none is known.
  func line(of call: WitnessedCalls.Call) -> SourceLine? {
    let entries = call.frames.flatMap { known[$0] ?? [] }.filter { !Self.isOfLibrary($0) }
    // The lines of an interpreter or of a library in C, whose sources are elsewhere, are not the app's.
    guard
      let entry = entries.first(where: { Platform.isThere($0.file) })
        ?? entries.first(where: { $0.file.hasSuffix(".swift") })
    else { return nil }
    return SourceLine(
      file: entry.file, line: entry.line, column: entry.column, code: Self.code(entry))
  }

  private static func entries(_ place: JSONValue) -> [Entry] {
    (place["Symbol"]?.array ?? []).compactMap { symbol in
      guard let file = symbol["FileName"]?.string, let line = symbol["Line"]?.int,
        line > 0, !file.isEmpty, !file.hasPrefix("<")
      else { return nil }
      return Entry(
        function: symbol["FunctionName"]?.string ?? "", file: file, line: line,
        column: symbol["Column"]?.int ?? 0)
    }
  }

  /// Whether a file is a library of the system or of Swift.
  static func isOfSystem(_ file: String) -> Bool {
    let name = (file as NSString).lastPathComponent
    return ["/lib/", "/lib64/", "/usr/lib/", "/System/"].contains(where: file.hasPrefix)
      || ["libswift", "libFoundation", "lib_Foundation", "libdispatch", "libBlocksRuntime"]
        .contains(where: name.hasPrefix)
      || name.hasPrefix("libWitness")
  }

  /// Whether a function is of Swift's libraries or of the recorder, which go into a program.
  private static func isOfLibrary(_ entry: Entry) -> Bool {
    let modules = ["10Foundation", "20FoundationEssentials"]
    return isOfRecorder(entry) || modules.contains { entry.function.hasPrefix("$s\($0)") }
      || ["/swift/stdlib/", "/lib/swift/", "/swift-foundation/", "/swift-corelibs-"].contains(
        where: entry.file.contains)
  }

  /// The name that begins at a place of a file, and what it is called with: `Date()`.
  private static func code(_ entry: Entry) -> String? {
    guard entry.column > 0, let data = FileManager.default.contents(atPath: entry.file) else {
      return nil
    }
    let lines = data.split(separator: 10, maxSplits: entry.line, omittingEmptySubsequences: false)
    guard lines.count >= entry.line else { return nil }
    let rest = lines[entry.line - 1].dropFirst(entry.column - 1).prefix(80)
    let text = String(decoding: rest, as: UTF8.self)
    guard let found = text.prefixMatch(of: /\.?[A-Za-z_][\w.]*(\((?:[^()]|\([^()]*\))*\))?/) else {
      return nil
    }
    return String(found.output.0)
  }
}

extension SourceLines.Entry {
  /// Reads a line of `atos -fullPath`: `name (in program) (/folder/File.swift:27)`; nil if the line is not
  /// known.
  init?(atos line: String) {
    guard let match = line.wholeMatch(of: /(.*) \(in [^()]*\) \((.+):(\d+)\)/),
      let number = Int(match.output.3), number > 0
    else { return nil }
    self.init(
      function: String(match.output.1), file: String(match.output.2), line: number, column: 0)
  }
}
