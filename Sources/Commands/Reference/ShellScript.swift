/// The shells whose lines the tool completes.
enum ShellScript: String, CaseIterable {
  case bash, zsh, fish

  /// What a shell runs once, so that it asks the tool at each Tab.
  var text: String {
    switch self {
    case .bash: Self.bashText
    case .zsh: Self.zshText
    case .fish: Self.fishText
    }
  }

  private static let bashText = #"""
    # Completion of inspect for bash, 3.2 or later; printed by `inspect completions bash`.
    _inspect() {
      local line kind current=${COMP_WORDS[COMP_CWORD]}
      local words=("${COMP_WORDS[@]:1:COMP_CWORD}")
      # Bash takes the sign of --format=json for a word of its own.
      [ "$current" = = ] && words+=("") && current=
      local last=$((${#words[@]} - 1)) typed
      # An open quote is passed on with what stands in it.
      case ${words[last]} in
      [\'\"]*) typed=${words[last]} ;;
      *) typed=${words[last]//[\\\"\']/} ;;
      esac
      words=("${words[@]//[\\\"\']/}")
      words[last]=$typed
      COMPREPLY=()
      while IFS= read -r line; do
        case $line in
        :*) kind=${line#:} ;;
        *) COMPREPLY+=("${line%%$'\t'*}") ;;
        esac
      done < <("${COMP_WORDS[0]/#\~/$HOME}" complete -- "${words[@]}" 2>/dev/null)
      # Quotes what a shell would read otherwise, such as the brackets of a path.
      [ "$COMP_CWORD" -gt 1 ] && compopt -o filenames 2>/dev/null
      [ "$kind" = open ] && compopt -o nospace 2>/dev/null
      while IFS= read -r line; do
        COMPREPLY+=("$line")
      done < <(
        case $kind in
        sessions) compgen -f -X '!*.ndjson*' -- "$current"; compgen -d -- "$current" ;;
        files) compgen -f -- "$current" ;;
        programs) compgen -c -- "$current" ;;
        esac)
    }
    complete -F _inspect inspect

    """#

  private static let zshText = #"""
    #compdef inspect
    # Completion of inspect for zsh; printed by `inspect completions zsh`.
    _inspect() {
      local line kind typed=${(Q)PREFIX}
      local -a found shown end
      # An open quote is passed on with what stands in it.
      [[ -n $compstate[quote] ]] && typed=$compstate[quote]$PREFIX
      for line in "${(@f)$("${~words[1]}" complete -- "${(@Q)words[2,CURRENT-1]}" "$typed" \
          2>/dev/null)}"; do
        case $line in
        :*) kind=${line#:} ;;
        *) found+=("${line%%$'\t'*}") shown+=("${line/$'\t'/  }") ;;
        esac
      done
      [[ $kind == open ]] && end=(-S '')
      (( $#found )) && compadd -l "${end[@]}" -d shown -a found
      case $kind in
      sessions) _files -g '*.ndjson*' ;;
      files) _files ;;
      programs) _command_names -e ;;
      esac
    }
    if [[ $funcstack[1] == _inspect ]]; then _inspect "$@"; else compdef _inspect inspect; fi

    """#

  private static let fishText = #"""
    # Completion of inspect for fish; printed by `inspect completions fish`.
    function __inspect_complete
      set -l words (commandline -opc) (commandline -ct)
      set -l kind
      for line in ($words[1] complete -- $words[2..-1] 2>/dev/null)
        switch $line
          case ':*'
            set kind (string sub -s 2 -- $line)
          case '*'
            echo $line
        end
      end
      switch $kind
        case sessions
          __fish_complete_suffix .ndjson
        case files
          __fish_complete_path (commandline -ct)
        case programs
          __fish_complete_command
      end
    end
    complete -c inspect -f -a '(__inspect_complete)'

    """#
}
