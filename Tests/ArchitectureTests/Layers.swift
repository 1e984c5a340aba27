/// The folders of the sources from low to high, as a page lists them.
struct Layers {
  /// The place of each folder; those of one row have one place.
  private var places: [String: Int] = [:]

  /// Reads the table whose first column names folders, between backticks: `Inspector/Diff`.
  init(table: String) {
    for (row, line) in table.split(separator: "\n").enumerated() where line.hasPrefix("| `") {
      let cell = line.dropFirst().prefix { $0 != "|" }
      for (part, folder) in cell.split(separator: "`", omittingEmptySubsequences: false)
        .enumerated()
      where part % 2 == 1 { places[String(folder)] = row }
    }
  }

  /// The folders of a module, its own among them.
  func folders(of module: String) -> Set<String> {
    Set(places.keys.filter { $0 == module || $0.hasPrefix(module + "/") })
  }

  /// Whether a folder may use another one: itself, and those below it.
  func allows(_ folder: String, _ used: String) -> Bool {
    guard folder != used else { return true }
    guard let place = places[folder], let other = places[used] else { return false }
    return other < place
  }

  /// The uses that go up, or to a folder beside.
  func violations(in files: [SourceFile]) -> [String] {
    var homes: [String: Set<String>] = [:]
    for file in files { for name in file.declared { homes[name, default: []].insert(file.folder) } }
    return files.flatMap { file in
      file.uses.compactMap { name, line in
        guard let homes = homes[name], !homes.contains(where: { allows(file.folder, $0) }) else {
          return nil
        }
        let home = homes.sorted().joined(separator: " and ")
        return "\(file.path):\(line): \(name) of \(home), which is not below \(file.folder)"
      }
    }
  }
}
