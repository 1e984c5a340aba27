extension HostileUses {
  /// The verbs, each a row.
  static let verbTable = """
    timeline S
    print S 5 E
    print S 5 last
    --raw print S 5 E
    print S 5 $..* --paths
    print S 5 last --canonical
    print S 5 items --canonical
    plot S W
    diff S 0 5
    diff S 0 5 --as tree
    diff S 0 5 --as sides
    diff S 0 5 --as patch
    diff S C
    log S
    --raw --theme light log S
    show S 5
    --raw show S 5
    follow C
    --salvage follow D
    why S last
    why S last 5 --chain
    history S last
    blame S E 5
    grep S zQ
    find S $.state.last
    first S $.state.last
    bisect S $.n>3
    bisect S --good H/plain --bad H/drift
    stats S
    check S
    check D
    sessions S
    sessions D
    log D
    --salvage log D
    repair D -o O/mended.ndjson --force
    repair D -o - --recrc
    repair D -o - --host H/die
    expand S
    compact S
    expand D
    compact D
    expand S -o O/expanded.ndjson --force
    compact S -o O/compacted.ndjson --force
    report S -o O/page.html
    report S -o O/page.html
    export S --to devtools -o O/state.json
    export S --to W
    export S --to devtools
    export S --to perfetto --path texts
    export S --to csv --path texts
    report S -o -
    export S --to perfetto --path texts -o O/trace.json
    export S --to csv --path W -o O/table.csv
    export S --to devtools --as W
    export S --to swift-testing --state A --action B
    export S --to swift-testing --state A --action B --action-type *=C
    export S --to xctest --state A --action B --action-type *=C -o O/Tests.swift
    export S --to xctest --state W
    export S --to xctest --state A --action B --action-type W=C --reduce W
    export S --to xctest --state A --action B --module W
    import O/state.json -o O/imported.ndjson
    import O/state.json -o O/imported.ndjson
    import S -o O/none/x
    import /none/W -o O/x
    import O/state.json --store W -o O/named.ndjson
    report D -o O/damaged.html
    . scan S
    scan D
    redact S -o -
    redact S -o O/redacted.ndjson --path $..texts
    share S -o O/shared-verb.ndjson.gz
    share S -o O/shared-last.ndjson.gz --last 2
    help W
    apropos W
    record W
    record toast -o O/recorded.ndjson
    record toast --scenario W
    record toast --in-process -o O/none/x
    record toast --in-process --scenario W
    host W
    completions W
    reference W
    . complete -- why S E
    . complete -- log S --type E
    . complete -- print S E
    . complete -- print S 5 texts.
    . complete -- W E
    . complete -- log W --W
    triage S
    triage F
    triage D S
    verify S
    verify F
    verify D
    verify S --host /none/W
    witness S --host H/plain
    witness S 2 --host /none/W
    verify S --junit O/none/x --host H/plain
    verify S --host H/drift
    verify S --host H/drift
    verify S --host H/drift --no-causes --github --junit -
    verify S --host H/drift --no-causes --tap -
    verify S --host H/drift --no-causes --summary -
    verify S --host H/drift --no-causes --junit O/junit.xml --tap O/tap.txt --summary O/summary.md
    verify S --host H/drift --no-causes --html O/page.html
    verify S --host H/drift --no-causes --html /none/W
    verify S --host H/plain --no-causes --twice
    verify S --host H/drift --no-causes --times 2
    verify S --host H/drift --no-causes --steps --ignore $['W']
    replay S
    replay S --host H/plain
    replay S --host H/die
    replay S --host H/draw -o O/replayed.ndjson
    minimize S $.n>1 --host H/plain --budget 2
    minimize S $.n>1 --host H/plain --budget 1 -o -
    minimize S $.n>1 --host H/plain --budget 1 --state A --action B --package O/package
    minimize S $.n>1 --host H/plain --budget 1 --state A --action B --package O/W --sources W
    minimize S --crashes --host H/plain --budget 2 -o O/small.ndjson --test O/small.swift
    minimize S --diverges --host H/drift --budget 2
    """

  /// A line of a shell that runs the tool: itself, or with words and variables of its own.
  static func shellLine(_ option: String, _ line: String) -> String {
    line.contains("$TOOL") ? line : "\"$TOOL\" \(option) \(line) </dev/null"
  }

  /// Lines of a shell; W, S, D and O are variables, B a folder whose files have all bytes as names.
  static let surroundings = [
    #"log "$(printf 'zQ\377\233zQ\033[2J')""#, #"verify "$B""#, #"verify "$B"/*"#, #"check "$B""#,
    #""$(printf 'zQ\377\233zQ\033[2J')""#, #"print "$S" 5 "$(printf 'zQ\377\233')""#,
    #"complete -- verify "$B"/"#, #"complete -- why "$(printf 'zQ\377\233')" ''"#,
    #"INSPECT_CONFIG="$W" "$TOOL" log "$S""#, #"INSPECT_CONFIG="$O"config "$TOOL" verify "$S""#,
    #"XDG_CONFIG_HOME="$O"home "$TOOL" verify "$S""#, #"XDG_CONFIG_HOME="$W" "$TOOL" show "$S" 5"#,
    #"COLUMNS="$W" TERM="$W" LANG="$W" NO_COLOR="$W" "$TOOL" show "$S" 5"#,
    #"LC_ALL=C "$TOOL" log "$S""#, #"COLUMNS=20 "$TOOL" log "$S""#,
    #"COLUMNS=60 "$TOOL" show "$S" 5"#,
    #"INSPECT_PAGER=cat "$TOOL" log "$S""#,
    #"GITHUB_STEP_SUMMARY="$O"summary "$TOOL" verify "$S" --github"#,
    #"GITHUB_ACTIONS="$W" "$TOOL" verify "$S" --github --format json"#,
    #"printf 'print %s\nwhen\n' "$W" | "$TOOL" "$S""#, #""$TOOL" --keep-going -x "$O"script "$S""#,
    #""$TOOL" log - <"$D""#, #""$TOOL" --salvage log - <"$D""#, #""$TOOL" host toast <"$S""#,
    #"gzip -c "$D" >"$O"packed.gz; "$TOOL" check "$O"packed.gz"#,
    #"cp "$S" "$O"copy.ndjson; "$TOOL" verify --accept --host "$H" "$O"copy.ndjson"#,
  ]
}
