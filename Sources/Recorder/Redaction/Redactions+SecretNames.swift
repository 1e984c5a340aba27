import SessionFormat

extension Redactions {
  /// The names of members that usually hold a secret, in the spellings that are common.
  ///
  /// The format knows exact names only, so each is there as `api_key`, `api-key`, `apiKey`,
  /// `ApiKey`, `APIKey`, `apikey`, `Api-Key` and `API_KEY`; one word as `token`, `Token`, `TOKEN`. Names
  /// of actions are there in the spellings of code: `setApiKey`, `setAPIKey`, `set_api_key`. The
  /// whole list stands in `docs/redaction.md`; a header says its name and version, `defaults@1`.
  public static let secretNames: [String] = RedactionList.defaults.memberNames
}
