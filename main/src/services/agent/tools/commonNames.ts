/** Names by what they mean: the second of a pair lists aliases for the first. */
const byName = (pairs: readonly (readonly [own: string, aliases: string])[]): ReadonlyMap<string, string> =>
  new Map(pairs.flatMap(([own, aliases]) => aliases.split(' ').map((name) => [name, own] as const)))

/** What other assistants call these tools, in small letters without marks between words. */
const toolNames = byName([
  ['Read', 'readfile viewfile view cat openfile'],
  ['Write', 'writefile createfile writetofile'],
  ['Edit', 'editfile strreplace replaceinfile'],
  ['LS', 'listdir listfiles listdirectory list'],
  ['Grep', 'searchfiles grepsearch'],
  ['Glob', 'findfiles filesearch'],
  ['Bash', 'runcommand executecommand shell'],
  ['TodoWrite', 'updatetodos'],
])

/** What other assistants call an argument. */
const argumentNames = byName([
  ['path', 'file_path filePath filepath file filename directory'],
  ['from', 'offset start_line startLine'],
  ['lines', 'limit num_lines'],
  ['old', 'old_string oldString old_str'],
  ['new', 'new_string newString new_str'],
  ['all', 'replace_all replaceAll'],
  ['content', 'text contents file_text'],
  ['command', 'cmd'],
  ['ignoreCase', 'ignore_case'],
  ['k', 'top_k'],
])

/** This app's name of a tool that has a common one; the name itself when it is unknown. */
export const ownToolName = (name: string): string =>
  toolNames.get(name.toLowerCase().replace(/[_-]/g, '')) ?? name

/**
 * Arguments under the names that a tool knows. A common name is taken for one of these only where the tool has no
 * argument of that name and the other is not given.
 */
export function ownArguments(given: unknown, known: ReadonlySet<string>): unknown {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return given
  const entries = Object.entries(given).map(([name, value]) => {
    const own = argumentNames.get(name)
    const isCommon = own !== undefined && !known.has(name) && known.has(own) && !Object.hasOwn(given, own)
    return [isCommon ? own : name, value] as const
  })
  // Two common names for one argument: which of them is meant is not known.
  return new Set(entries.map(([name]) => name)).size === entries.length ? Object.fromEntries(entries) : given
}
