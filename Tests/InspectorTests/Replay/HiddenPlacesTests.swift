import SessionFormat
import Testing

@testable import Inspector
@testable import InspectorSupport

@Suite("Hidden places in dictionaries whose keys are no strings")
struct HiddenPlacesTests {
  private func places(_ patterns: String...) -> HiddenPlaces {
    var header = SessionHeader(id: "i", started: "s", store: "s")
    header.redactions = patterns
    return HiddenPlaces(header)
  }

  @Test("the value behind a key is masked, is a stand-in, and makes no difference")
  func keys() throws {
    var hidden = places("$..password", "$.f.pin")
    let old = try JSONValue(parsing: #"{"f":["password","abc","mail","m"],"g":[["password","x"]]}"#)
    let new = try JSONValue(parsing: #"{"f":["password","abd","mail","m"],"g":[["password","y"]]}"#)
    #expect(
      hidden.masked(old).description
        == #"{"f":["password",null,"mail","m"],"g":[["password",null]]}"#)
    let areEqual = hidden.areEqual(old, new)
    #expect(areEqual)
    #expect(hidden.differences(from: old, to: new) == [])
    #expect(hidden.firstStandIn(in: old)?.description == "/f/1")
    let covered = [["f", "1"], ["f", "3"], ["g", "0", "1", "deep"], ["g", "0", "0"]].map {
      hidden.covers(JSONPointer(tokens: $0), in: old, new)
    }
    #expect(covered == [true, false, true, false])
    let pins = try JSONValue(parsing: #"{"f":[["mail","m"],["pin",1]]}"#)
    #expect(hidden.firstStandIn(in: pins)?.description == "/f/1/1")
  }

  @Test("a key that came is a difference, the secret behind it is none")
  func newKey() throws {
    var hidden = places("$..password")
    let old = try JSONValue(parsing: #"{"f":["mail","m"]}"#)
    let new = try JSONValue(parsing: #"{"f":["mail","m","password","x"]}"#)
    #expect(hidden.differences(from: old, to: new).map(\.path.description) == ["/f/2"])
    #expect(hidden.differences(from: new, to: old).map(\.path.description) == ["/f/2"])
  }

  @Test("a named list hides what its patterns hide, beside the patterns of the app")
  func namedList() throws {
    let value = try JSONValue(
      parsing: #"{"a":{"password":"x"},"user":{"email":"m"},"set_api_key":{"_0":"y"},"b":1}"#)
    var named = places("defaults@1", "$.user.email", "defaults@1")
    #expect(
      named.masked(value).description
        == #"{"a":{"password":null},"user":{"email":null},"set_api_key":null,"b":1}"#)
    let written = RedactionList.defaults.patterns.map(\.description)
    var header = SessionHeader(id: "i", started: "s", store: "s")
    header.redactions = written + ["$.user.email"]
    var long = HiddenPlaces(header)
    #expect(long.masked(value) == named.masked(value))
  }

  @Test("of a list that is not known everything is hidden")
  func unknownList() throws {
    var hidden = places("$.a", "defaults@2")
    let value = try JSONValue(parsing: #"{"a":1,"b":2}"#)
    #expect(hidden.masked(value) == .null)
    #expect(hidden.differences(from: value, to: 1) == [])
  }
}
