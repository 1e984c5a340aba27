/// The locale that the C library would take from an environment.
///
/// This does not call the C library: a program that never calls `setlocale(LC_ALL, "")` ignores
/// these variables, and asking while another thread sets them is a race.
enum CLocale {
  /// The categories of POSIX, in the order in which `setlocale` lists them.
  static let categories = [
    "LC_CTYPE", "LC_NUMERIC", "LC_TIME", "LC_COLLATE", "LC_MONETARY", "LC_MESSAGES",
  ]

  /// Its name, as `setlocale` returns it (POSIX, chapter 8.2): `LC_ALL` precedes the variable of a
  /// category, which precedes `LANG`; an empty variable counts as unset.
  ///
  /// One name if all categories have the same, else `LC_CTYPE=…;LC_NUMERIC=…;…`.
  static func named(by environment: [String: String]) -> String {
    func value(_ name: String) -> String? {
      environment[name].flatMap { $0.isEmpty ? nil : $0 }
    }
    let names = categories.map { value("LC_ALL") ?? value($0) ?? value("LANG") ?? "C" }
    if Set(names).count == 1, let name = names.first { return name }
    return zip(categories, names).map { "\($0)=\($1)" }.joined(separator: ";")
  }
}
