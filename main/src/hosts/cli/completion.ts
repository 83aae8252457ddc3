import { wrongUse } from '../wrongUse.ts'
import { type CommandHelp, commandsIn } from './helpOf.ts'

/** Options that every command takes. */
const common = ['--json', '--schema', '--lang', '--data', '--help']

const cases = (commands: readonly CommandHelp[], line: (words: string) => string) =>
  commands.map(({ name, options }) => `    ${name}) ${line([...options, ...common].join(' '))} ;;`).join('\n')

const bash = (commands: readonly CommandHelp[]) => `_creonow() {
  local words=
  if [ "$COMP_CWORD" -eq 1 ]; then words="${commands.map(({ name }) => name).join(' ')}"; else
  case "\${COMP_WORDS[1]}" in
${cases(commands, (words) => `words="${words}"`)}
  esac; fi
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _creonow creonow
`

const zsh = (commands: readonly CommandHelp[]) => `#compdef creonow
_creonow() {
  if (( CURRENT == 2 )); then compadd -- ${commands.map(({ name }) => name).join(' ')}; return; fi
  case $words[2] in
${cases(commands, (words) => `compadd -- ${words}`)}
  esac
  _files
}
compdef _creonow creonow
`

const fish = (commands: readonly CommandHelp[]) =>
  [
    ...commands.map(({ name }) => `complete -c creonow -n __fish_use_subcommand -f -a ${name}`),
    ...common.map((option) => `complete -c creonow -l ${option.slice(2)}`),
    ...commands.flatMap(({ name, options }) =>
      options.map(
        (option) => `complete -c creonow -n '__fish_seen_subcommand_from ${name}' -l ${option.slice(2)}`,
      ),
    ),
    '',
  ].join('\n')

const shells: Readonly<Record<string, (commands: readonly CommandHelp[]) => string>> = { bash, zsh, fish }

/** The script that completes commands and options in a shell: bash, zsh or fish. INVALID_ARGUMENT for another. */
export function completion(shell: string | undefined, help: string): string {
  const script = shell !== undefined && Object.hasOwn(shells, shell) ? shells[shell] : undefined
  if (!script) throw wrongUse('completion 后面写 bash、zsh 或 fish。', 'completion takes bash, zsh or fish.')
  return script(commandsIn(help))
}
