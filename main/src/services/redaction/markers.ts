import type { Redacted, Replacement } from './types.ts'

/** Every character a model may read as the end of a line. */
const lineBreak = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/g

/**
 * Puts one `\` before each line that is one of the prompt's section markers, so that no source can forge a
 * section. Nothing else changes; replacements are insertions (`from === to`). `isMarkerLine` gets the line
 * without its break. Linear.
 */
export function escapeMarkers(text: string, isMarkerLine: (line: string) => boolean): Redacted {
  const replacements: Replacement[] = []
  const parts: string[] = []
  let copied = 0
  const visit = (from: number, to: number) => {
    if (!isMarkerLine(text.slice(from, to))) return
    parts.push(text.slice(copied, from), '\\')
    copied = from
    replacements.push({ from, to: from, length: 1 })
  }
  let start = 0
  for (const match of text.matchAll(lineBreak)) {
    visit(start, match.index)
    start = match.index + match[0].length
  }
  visit(start, text.length)
  if (replacements.length === 0) return { text, replacements, evidence: [] }
  parts.push(text.slice(copied))
  return {
    text: parts.join(''),
    replacements,
    evidence: [{ patternId: 'section-marker', matchCount: replacements.length }],
  }
}
