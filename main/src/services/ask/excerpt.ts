const reach = 60
const sentenceEnd = /[。！？!?…\r\n]/u

/** The sentence around a place of a text, at most 60 units to each side; cut ends are marked. */
export function excerptAt(text: string, at: number): string {
  const before = text.slice(Math.max(0, at - reach), at)
  const after = text.slice(at, at + reach)
  const start = Math.max(
    ...[...before.matchAll(new RegExp(sentenceEnd, 'gu'))].map(({ index }) => index + 1),
    0,
  )
  const end = after.search(sentenceEnd)
  const isCutBefore = start === 0 && at > reach
  const isCutAfter = end < 0 && at + reach < text.length
  const sentence = before.slice(start) + (end < 0 ? after : after.slice(0, end + 1))
  const whole = sentence
    .toWellFormed()
    .replace(/^\uFFFD|\uFFFD$/gu, '')
    .trim()
  return `${isCutBefore ? '…' : ''}${whole}${isCutAfter ? '…' : ''}`
}
