extension HostileUses {
  /// The lines of the prompt, each a row.
  static let lineTable = """
    . set
    . set prompt 'W'
    set prompt
    . set prompt auto
    . set pager 'W'
    set pager
    . set pager cat
    . set host 'inspect host W'
    set host
    . set host auto
    set W
    set width W
    alias W=when
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
    . ignore 1 2
    info breakpoints
    witness 3 W
    tbreak 'W' --anyway
    . catch crash
    continue
    continue 2
    reverse-continue
    disable 2
    enable 2
    disable
    enable
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
    report -o O/page-here.html
    report -o O/page-here.html
    export --to csv --path texts
    export --to W
    export --to swift-testing --state A --action B --action-type '*=C'
    . scan
    share -o O/shared.ndjson.gz
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
    . unpin
    hide W*
    . hide W* --anyway
    hide
    . hide --save --none
    . hide --none
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
    branches
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
    drop branch-1
    drop 'W'
    help W
    apropos W
    source O/script
    source O/none
    """

  /// Only refused here; the session ends with them.
  static let lastLines = """
    quit W
    . quit
    """
}
