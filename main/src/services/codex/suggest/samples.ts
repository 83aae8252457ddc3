const mostBefore = 60
const mostUnits = 160
const sentenceEnd = /[。！？!?\n]|\.(?=\s)/

/** The sentence around a name, on one line; of a long one the part around it. */
export function sampleOf(text: string, offset: number, length: number): string {
  const before = text.slice(Math.max(0, offset - mostBefore), offset)
  const parts = before.split(sentenceEnd)
  const start = offset - (parts.at(-1) ?? '').length
  const rest = text.slice(offset + length, start + mostUnits)
  const end = rest.search(sentenceEnd)
  const line = text.slice(start, offset + length + (end < 0 ? rest.length : end + 1)).toWellFormed()
  return line.replace(/\s+/g, ' ').replaceAll('\uFFFD', '').trim()
}
