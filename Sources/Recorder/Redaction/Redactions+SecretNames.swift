import SessionFormat

extension Redactions {
  /// The common spellings of member names that usually hold a secret.
  ///
  /// The format knows exact names only, so each is listed as `api_key`, `api-key`, `apiKey`,
  /// `ApiKey`, `APIKey`, `apikey`, `Api-Key` and `API_KEY`; a single word as `token`, `Token`,
  /// `TOKEN`. Names of actions are listed in the spellings of code: `setApiKey`, `setAPIKey`,
  /// `set_api_key`. The whole list is in `docs/redaction.md`; a header gives its name and version,
  /// `defaults@1`.
  public static let secretNames: [String] = RedactionList.defaults.memberNames
}
