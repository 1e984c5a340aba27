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
      # The words as the shell will take them: bash itself cuts at signs, as in --format=json or @mark.
      local line=${COMP_LINE:0:COMP_POINT} words=() word= raw= quote= sign
      while [ -n "$line" ]; do
        sign=${line:0:1} line=${line:1}
        case $quote$sign in
        ' ' | $'\t')
          [ -n "$raw" ] && words+=("$word")
          word= raw=
          continue
          ;;
        \' | \") quote=$sign ;;
        "''" | '""') quote= ;;
        \\ | '"\') raw+=$sign sign=${line:0:1} line=${line:1} word+=$sign ;;
        *) word+=$sign ;;
        esac
        raw+=$sign
      done
      # An open quote is passed on with what stands in it.
      words+=("$quote$word")
      # What bash replaces.
      local kind found=() current=$2
      COMPREPLY=()
      while IFS= read -r line; do
        case $line in
        :*) kind=${line#:} ;;
        *) found+=("${line%%$'\t'*}") ;;
        esac
      done < <("${COMP_WORDS[0]/#\~/$HOME}" complete -- "${words[@]:1}" 2>/dev/null)
      for word in "${found[@]}"; do
        # Quotes what a shell would read otherwise, such as the brackets of a path.
        [ -z "$quote" ] && printf -v word %q "$word"
        [ -z "$quote" ] && word=${word#"${raw%"$current"}"}
        COMPREPLY+=("$word")
      done
      case $kind in
      open) compopt -o nospace 2>/dev/null ;;
      sessions | files) [ "${#found[@]}" = 0 ] && compopt -o filenames 2>/dev/null ;;
      esac
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
      set -l words (commandline -opc)
      set -l kind
      set -l found
      # An open quote is passed on with what stands in it.
      set -l typed (commandline -ct)
      string match -qr '^[\'"]' -- "$typed"; or set typed (string unescape -- "$typed")
      for line in ($words[1] complete -- $words[2..-1] "$typed" 2>/dev/null)
        switch $line
          case ':*'
            set kind (string sub -s 2 -- $line)
          case '*'
            set -a found $line
        end
      end
      string join \n -- $found
      switch $kind
        case open
          # fish ends an only one with a blank, also where a path goes on.
          test (count $found) -eq 1; and string replace -r '(\t|$)' '.$1' -- $found
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
