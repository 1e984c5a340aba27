import Testing

@testable import Inspector

/// Which variables of a program can keep what is no part of the state.
struct OwnVariablesTests {
  private static let symbols = """
    0000000000002000 0000000000000008 b $s3App5cache33_AE1EACAEC6642656744D719918344058LLAA6ShadowCvp
    0000000000001000 0000000000000001 d $s3App8SettingsC6isBetaSbvpZ
    0000000000001010 0000000000000008 b $s3App8SettingsC5limitSivpZ
    0000000000001020 0000000000000008 b $s3App4dateSivp
    0000000000001028 0000000000000010 b $s3App4name33_AE1EACAEC6642656744D719918344058LLSSvp
    00000000000010a8 0000000000000008 b $s3App4name33_AE1EACAEC6642656744D719918344058LL_Wz
    0000000000001030 0000000000000008 b $s15Synchronization5MutexVvp
    0000000000001040 0000000000000010 b $s3App7counter15Synchronization5MutexVySiGvp
    0000000000001050 0000000000000008 b $s12RecorderHost4HostC5countSivpZ
    0000000000000100 0000000000000020 t $s3App8SettingsC5limitSivsZ
    0000000000000200 0000000000000020 r $s3App6ShadowCMn
    0000000000001060 0000000000000004 b plain
    0000000000003000 0000000000000008 b $s3App5lastly5SSvp_garbage
    """

  @Test func thoseOfTheProgramsOwnModulesInOrder() throws {
    let variables = try #require(OwnVariables(symbols: Self.symbols))
    #expect(
      variables.all.map {
        "\($0.address) \($0.size) \($0.name) \($0.canChange)\($0.isSure ? "" : "?")"
      } == [
        "4096 1 Settings.isBeta false", "4112 8 Settings.limit true", "4128 8 date true?",
        "4136 16 name false?", "4160 16 counter true", "8192 8 cache true",
      ])
    #expect(!variables.isCut)
  }

  @Test("an object in an optional, in a list or of a protocol was a constant of the program")
  func objectsInOtherTypes() throws {
    let symbols = """
      0000000000001ea4 000000000000003c r $s4Cart4DiskCMn
      0000000000001e34 000000000000003c r $s4Cart5CacheCMn
      0000000000001e78 0000000000000024 r $s4Cart5StoreMp
      00000000000042a0 0000000000000010 b $s4Cart5PlaceO3anyAA5Store_pvpZ
      00000000000042b8 0000000000000008 b $s4Cart5PlaceO4heldAA6HolderVvpZ
      00000000000042b0 0000000000000008 b $s4Cart5PlaceO4listSayAA5CacheCGvpZ
      00000000000042c0 0000000000000010 b $s4Cart5PlaceO4nameSSvpZ
      0000000000004298 0000000000000008 b $s4Cart5PlaceO5maybeAA5CacheCSgvpZ
      """
    let variables = try #require(OwnVariables(symbols: symbols))
    #expect(
      variables.all.map { "\($0.name) \($0.canChange)" } == [
        "Place.maybe true", "Place.any true", "Place.list true", "Place.held false",
        "Place.name false",
      ])
  }

  @Test func aProgramWithoutSymbolsHasNone() {
    #expect(OwnVariables(symbols: "") == nil)
    #expect(OwnVariables(symbols: "no symbols\n")?.all.isEmpty == true)
  }

  @Test(
    "a variable of C was not seen by its name, by its thread, or beside the input in one struct")
  func variablesOfC() throws {
    let symbols = """
      0000000000004010 0000000000000014 b app
      0000000000004030 0000000000000001 b completed.0
      0000000000004032 0000000000000002 B completed
      0000000000004040 0000000000000008 B _config
      0000000000004048 0000000000000004 b _ZL5cache
      000000000000404c 0000000000000004 b _ZZ4mainE4kept.1
      0000000000004050 0000000000000008 b _ZGVZ4lostE1n
      0000000000004058 0000000000000008 B stdin@GLIBC_2.2.5
      0000000000003fe8 0000000000000008 d _GLOBAL_OFFSET_TABLE_
      0000000000001000 0000000000000010 T main
      0000000000004060 0000000000010008 b input

      """
    let variables = try #require(OwnVariables(symbols: symbols))
    #expect(
      variables.all.map(\.name)
        == ["app", "app", "app", "completed", "_config", "cache", "kept"]
        + Array(repeating: "input", count: 17))
    #expect(variables.all.prefix(4).map(\.size) == [8, 8, 4, 2])
    #expect(variables.all.last?.size == 8)
    #expect(!variables.hasThreadLocals && !variables.isCut)
    let more = try #require(
      OwnVariables(symbols: symbols + "0000000000000010 0000000000000008 b own\n"))
    #expect(more.all.count == variables.all.count && more.hasThreadLocals)
  }

  @Test func aConstantCountsOnlyIfTheStepWritesIt() throws {
    let variables = try #require(OwnVariables(symbols: Self.symbols))
    let seen = { (text: String) in
      KeptVariables(
        WitnessedCalls(text, hasMarks: true, isCut: false) { _ in 1 }, of: variables)
    }
    let read = "0\u{1F}1\u{1F}variable\u{1F}0\u{1F}\n1\u{1F}1\u{1F}variable\u{1F}5\u{1F}\n"
    #expect(seen(read).names == ["cache"])
    #expect(
      seen(read + "2\u{1F}1\u{1F}written\u{1F}0\u{1F}\n").names == ["Settings.isBeta", "cache"])
    #expect(seen("0\u{1F}1\u{1F}variable\u{1F}9\u{1F}\n").names.isEmpty)
  }

  @Test func theDebugInformationSaysWhichGlobalIsAConstant() {
    func entry(_ type: String, _ symbol: String) -> String {
      """
      0x000000ca: DW_TAG_variable
                    DW_AT_name\t("name")
                    DW_AT_type\t(0x0000045c "\(type)")
                    DW_AT_linkage_name\t("\(symbol)")
      """
    }
    let text =
      "a.out:\tfile format\n\n" + entry("const Swift::String", "$s3AppSSvp") + "\n\n"
      + entry("Swift::String", "$s4AppsSSvp") + "\n\n"
    #expect(ConstantVariables.isConstant(symbol: "$s3AppSSvp", text) == true)
    #expect(ConstantVariables.isConstant(symbol: "$s4AppsSSvp", text) == false)
    #expect(ConstantVariables.isConstant(symbol: "$s5OtherSSvp", text) == nil)
    #expect(ConstantVariables.isConstant(symbol: "$s3AppSSvp", "") == nil)
  }
}
