import type { Text } from '@codemirror/state'

/** Longest front matter looked for, in lines. */
const mostFrontMatterLines = 200
const rule = /^---\s*$/
const frontMatterLine = /^(?:[ \t]*|#.*|-\s.*|[ \t]+\S.*|[^\s:]+[ \t]*:.*)$/
/** What a second line looks like while its key is being written. */
const firstKey = /^[\w-]*(?:[ \t]*:.*)?$/

/** Whether a line opens or closes a block of code. */
export const isFence = (line: string): boolean => /^ {0,3}(?:```|~~~)/.test(line)

/** The end of the chapter's front matter: a place behind its closing line, else 0. */
export const frontMatterEnd = (doc: Text): number => {
  if (!rule.test(doc.line(1).text)) return 0
  const last = Math.min(doc.lines, mostFrontMatterLines)
  for (let number = 2; number <= last; number++) {
    const { text, to } = doc.line(number)
    if (rule.test(text) || /^\.\.\.\s*$/.test(text)) return to
    // A rule at the beginning of a chapter is no front matter.
    if (!frontMatterLine.test(text)) return 0
  }
  return 0
}

/** Whether a position is in front matter, also while its end is not written yet. */
const isInFrontMatter = (doc: Text, at: number): boolean => {
  if (!rule.test(doc.line(1).text)) return false
  const end = frontMatterEnd(doc)
  if (end > 0) return at <= end
  const { number } = doc.lineAt(at)
  if (number < 2 || number > mostFrontMatterLines || !firstKey.test(doc.line(2).text)) return false
  for (let line = 2; line < number; line++) if (!frontMatterLine.test(doc.line(line).text)) return false
  return true
}

/** Whether a line's end lies in a code span, whose closing mark need not be there yet. */
const isInCodeSpan = (before: string): boolean => {
  let open = 0
  for (const [run] of before.matchAll(/`+/g)) {
    if (open === 0) open = run.length
    else if (open === run.length) open = 0
  }
  return open > 0
}

/** The characters without spaces of a bare address that a text ends with. */
const lastToken = (before: string): string => {
  let from = before.length
  while (from > 0 && /[\x21-\x7e]/.test(before.charAt(from - 1))) from--
  return before.slice(from)
}

/** Whether a place of a line is in a link, an address, a tag or a comment. */
const isInLink = (before: string, after: string): boolean => {
  const target = before.lastIndexOf('](')
  if (target >= 0 && !before.includes(')', target)) return true
  const bracket = before.lastIndexOf('[')
  if (bracket > before.lastIndexOf(']') && /^[^\][]*\][([]/.test(after)) return true
  if (before.lastIndexOf('[[') > before.lastIndexOf(']]')) return true
  const tag = before.lastIndexOf('<')
  if (tag > before.lastIndexOf('>') && /^<[A-Za-z!/]/.test(before.slice(tag, tag + 2))) return true
  if (/^ {0,3}\[[^\]]+\]:/.test(before)) return true
  return /:\/\/|^www\./.test(lastToken(before))
}

/** Whether what is typed there means itself, letter for letter: code, front matter, a link. Fences are counted elsewhere. */
export const isLiteralPlace = (doc: Text, at: number): boolean => {
  const { from, text } = doc.lineAt(at)
  const before = text.slice(0, at - from)
  return (
    isFence(text) ||
    isInCodeSpan(before) ||
    isInLink(before, text.slice(at - from)) ||
    isInFrontMatter(doc, at)
  )
}
