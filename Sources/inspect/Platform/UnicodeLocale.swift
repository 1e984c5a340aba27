import Foundation

/// The locale in which lines are edited: one whose characters are UTF-8.
///
/// All text of the tool is UTF-8, whatever the locale says. In a locale such as `C`, the line editor
/// would take each byte for a letter, and delete a third of one. It looks at the environment each
/// time, so the variable is set only meanwhile, and no program inherits it.
enum UnicodeLocale {
  private static let variable = "LC_ALL"

  static func during<Result>(_ edit: () -> Result) -> Result {
    guard !isUnicode({ getenv($0).map { String(cString: $0) } }) else { return edit() }
    let before = getenv(variable).map { String(cString: $0) }
    setenv(variable, "C.UTF-8", 1)
    defer {
      if let before { setenv(variable, before, 1) } else { unsetenv(variable) }
    }
    return edit()
  }

  /// Whether the locale of an environment has UTF-8 for its characters.
  static func isUnicode(_ variable: (String) -> String?) -> Bool {
    let names = ["LC_ALL", "LC_CTYPE", "LANG"]
    let locale = names.lazy.compactMap(variable).first { !$0.isEmpty } ?? ""
    return locale.lowercased().replacing("-", with: "").contains("utf8")
  }
}
