import TestSupport

@testable import Commands
@testable import inspect

/// The uses of every command of the prompt, and of every verb.
enum HostileUses {
  /// The lines of the prompt, in an order in which each has something to show.
  static func lines(_ session: HostileSession) -> [HostileUse] {
    let own = table(lineTable, session, isLine: true)
    let names = own.reduce(into: [String]()) {
      if !$0.contains($1.command) { $0.append($1.command) }
    }
    // These take any words.
    let refused = names.filter { !["grep", "hide", "mark"].contains($0) }.flatMap { name in
      ["\(name) --W", "\(name) W W --W"].map { HostileUse(Substring($0), session, isLine: true) }
    }
    return own + refused + table(lastLines, session, isLine: true)
  }

  /// The verbs.
  static func verbs(_ session: HostileSession) -> [HostileUse] {
    table(verbTable, session, isLine: false)
      + hostManners.map { manner in
        HostileUse("verify S --no-causes --host H/\(manner)", session, isLine: false)
      }
  }

  private static let hostManners = HostileSession.manners

  /// Words that are refused: of every verb and every option that is declared.
  static func refused(_ session: HostileSession) -> [HostileUse] {
    let word = HostileSession.word
    let options = Tool.table.options.filter { $0.value != nil && $0.name != "--host" }.map {
      option in
      let rest =
        option.name.hasPrefix("--") ? ["print", session.file, "5", "last"] : [session.file]
      return HostileUse(command: "", words: [option.name, word] + rest)
    }
    let verbs = Tool.table.commands(.batch).flatMap { verb in
      let given = verb.takesSession ? [verb.name, session.file] : [verb.name]
      let valued = (verb.batch?.options ?? []).filter { $0.value != nil }
      return
        ([["--\(word)"], [word, word, "--\(word)"]] + valued.map { [$0.name, word, "--\(word)"] })
        .map { HostileUse(command: verb.name, words: given + $0) }
    }
    return options + verbs
      + [[word], ["--\(word)"], [session.file, word]].map { HostileUse(command: "", words: $0) }
  }

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

  private static func table(_ text: String, _ session: HostileSession, isLine: Bool) -> [HostileUse]
  {
    text.split(separator: "\n").map { HostileUse($0, session, isLine: isLine) }
  }

  private static let lineTable = """
    . set
    . set prompt 'W'
    set prompt
    . set prompt auto
    . set pager 'W'
    set pager
    . set pager cat
    set W
    set width W
    . alias W=when
    . alias zqa='print W'
    alias
    alias zqa
    zqa
    unalias W
    next
    next 2
    back
    undo
    redo
    goto @zQ
    goto 9
    when
    list
    list 200
    log
    log --type zQ*
    log --where $.state.n
    timeline
    timeline --rows 1
    print
    print last
    print $..* --paths
    print $..*
    print last --canonical
    print items --canonical
    print E --canonical
    print '$["W"]'
    print items | cat
    plot 'W'
    tree
    tree --depth 9
    tree texts
    action
    show
    show 3 last
    diff
    diff 0 5
    diff 0 5 --as tree
    diff 0 5 --as sides
    diff 0 5 --as patch
    info
    marks
    . watch last
    watch /W --anyway
    watch last if $.type == 'W' --anyway
    break 'W' --anyway
    . break zQ*
    break * if $.action.zQ == 'W' --anyway
    info breakpoints
    tbreak 'W' --anyway
    . catch crash
    continue
    continue 2
    reverse-continue
    disable 2
    enable 2
    . delete
    finish
    goto 9
    why last
    why last --chain
    why n
    why texts
    why /W
    history last
    history texts --limit 3
    blame
    blame texts
    grep zQ
    grep zQ --in mark
    grep zQ --in action
    grep zQ --in input
    find $.state.last
    find $.state.last == 'W'
    find $.type == 'W'
    find search($.type, 'W')
    find $.W
    first $.n > 3
    bisect $.n > 3
    stats
    display last
    display
    next
    . undisplay 1
    . pin /W
    pin
    . pin --none
    . hide W*
    hide
    list
    . hide --none
    . mark W
    marks
    goto @W
    goto 9
    replay
    replay -o -
    verify
    verify --steps
    verify --ignore $['W']
    minimize $.n > 1 --budget 2
    minimize $.n > 1 --budget 1 -o -
    minimize $.n > 1 --budget 1 -o O/pared.ndjson
    goto 3
    skip 2
    compare
    . branches
    unskip
    edit 2 W {"set":J,"n":7}
    insert 2 W {"set":J}
    move 2 3
    dispatch W {"set":J,"n":9}
    dispatch {W
    compare
    info
    list
    save O/branch.ndjson
    save O/branch.ndjson
    save O/none/saved.ndjson
    reload
    switch recording
    switch 'W'
    . drop branch-1
    drop 'W'
    help W
    apropos W
    source O/script
    source O/none
    """

  /// Only refused here; the session ends with them.
  private static let lastLines = """
    quit W
    . quit
    """

  private static let verbTable = """
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
    log D
    --salvage log D
    repair D -o O/mended.ndjson --force
    repair D -o - --recrc
    repair D -o - --host H/die
    expand S
    compact S
    expand D
    compact D
    expand S -o O/expanded.ndjson
    compact S -o O/compacted.ndjson
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
    verify S
    verify F
    verify D
    verify S --host /none/W
    verify S --junit O/none/x --host H/plain
    verify S --host H/drift
    verify S --host H/drift
    verify S --host H/drift --no-causes --github --junit -
    verify S --host H/drift --no-causes --tap -
    verify S --host H/drift --no-causes --summary -
    verify S --host H/drift --no-causes --junit O/junit.xml --tap O/tap.txt --summary O/summary.md
    verify S --host H/plain --no-causes --twice
    verify S --host H/drift --no-causes --steps --ignore $['W']
    replay S
    replay S --host H/plain
    replay S --host H/die
    replay S --host H/draw -o O/replayed.ndjson
    minimize S $.n>1 --host H/plain --budget 2
    minimize S $.n>1 --host H/plain --budget 1 -o -
    minimize S --crashes --host H/plain --budget 2 -o O/small.ndjson --test O/small.swift
    minimize S --diverges --host H/drift --budget 2
    """
}
