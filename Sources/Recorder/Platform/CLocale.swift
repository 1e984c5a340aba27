/// The locale that the C library would take from an environment.
///
/// Nothing is asked of the C library itself: a program that never calls `setlocale(LC_ALL, "")` goes
/// without these, and asking while another thread sets them is a race.
enum CLocale {
  /// The categories on which results depend: characters, numbers, times, the order of texts.
  private static let categories = ["LC_CTYPE", "LC_NUMERIC", "LC_TIME", "LC_COLLATE"]

  /// Its name, as `setlocale` tells it (POSIX, chapter 8.2): `LC_ALL` goes before the variable of a
  /// category, that before `LANG`, and an empty one counts as none.
  ///
  /// One name where all categories have the same, else `LC_CTYPE=…;LC_NUMERIC=…;…`.
  static func named(by environment: [String: String]) -> String {
    func value(_ name: String) -> String? {
      environment[name].flatMap { $0.isEmpty ? nil : $0 }
    }
    let names = categories.map { value("LC_ALL") ?? value($0) ?? value("LANG") ?? "C" }
    if Set(names).count == 1, let name = names.first { return name }
    return zip(categories, names).map { "\($0)=\($1)" }.joined(separator: ";")
  }
}
