export interface Completion {
  /** Where the `@` stands, UTF-16. */
  readonly from: number
  readonly names: readonly string[]
}

const shown = 8
const maxQueryUnits = 20

/**
 * The names that what stands between an `@` and the caret may become; null when nothing is being called. Right after
 * a Latin letter or digit an `@` is part of an address. Names that begin with it come first, else in their order.
 */
export const completionAt = (text: string, caret: number, names: readonly string[]): Completion | null => {
  const typed = text.slice(Math.max(0, caret - maxQueryUnits - 1), caret)
  const at = typed.lastIndexOf('@')
  const query = typed.slice(at + 1)
  if (at < 0 || /[\s，。！？、；：“”"]/u.test(query)) return null
  const from = caret - query.length - 1
  if (/[A-Za-z0-9]/.test(text.charAt(from - 1))) return null
  const lowerQuery = query.toLowerCase()
  const matches = names.filter((name) => name.toLowerCase().includes(lowerQuery))
  const begins = (name: string) => name.toLowerCase().startsWith(lowerQuery)
  const inOrder = [...matches.filter(begins), ...matches.filter((name) => !begins(name))].slice(0, shown)
  return inOrder.length === 0 ? null : { from, names: inOrder }
}

/** The text with the name in place of what was typed, and where the caret is then. */
export const complete = (text: string, caret: number, { from }: Completion, name: string) => {
  const called = `@${name} `
  const rest = text.slice(caret).replace(/^ /, '')
  return { text: text.slice(0, from) + called + rest, caret: from + called.length }
}
