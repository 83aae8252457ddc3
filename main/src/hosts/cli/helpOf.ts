/** What the help says of one command, read from the help itself. */
export interface CommandHelp {
  /** The first word. */
  readonly name: string
  /** Its lines of the help, as they are. */
  readonly lines: readonly string[]
  /** The options that it takes, with their dashes. */
  readonly options: readonly string[]
}

/** Paragraphs of the help: a heading, the commands, what all of them take. */
const partsOf = (help: string) => help.trimEnd().split('\n\n')

const sameOptions = /选项同上|same options/

/**
 * The commands of a help text in its order: a line with two blanks and a word in front begins one, and deeper lines
 * belong to it. "Same options" are those of the command before.
 */
export function commandsIn(help: string): readonly CommandHelp[] {
  const commands = new Map<string, string[]>()
  let current: string[] = []
  for (const line of partsOf(help)[1]?.split('\n') ?? []) {
    const name = /^ {2}([a-z]+)/.exec(line)?.[1]
    if (name !== undefined) {
      current = commands.get(name) ?? []
      commands.set(name, current)
    }
    current.push(line)
  }
  let before: readonly string[] = []
  return [...commands].map(([name, lines]) => {
    const own = lines.join('\n').match(/--[a-z-]+/g) ?? []
    const options = [...new Set([...(sameOptions.test(lines[0] ?? '') ? before : []), ...own])]
    before = options
    return { name, lines, options }
  })
}

/** The options that all commands take, and the exit codes. */
export const commonHelp = (help: string): string => partsOf(help)[2] ?? ''
