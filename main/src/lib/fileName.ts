const fullWidth: Readonly<Record<string, string>> = {
  ':': '：',
  '?': '？',
  '"': '”',
  '<': '《',
  '>': '》',
  '|': '｜',
  '*': '＊',
  '/': '／',
  '\\': '＼',
}

/** A title as the stem of a file name on every system: what Windows forbids becomes its full-width twin. */
export function fileNameStem(title: string): string {
  return title
    .toWellFormed()
    .replaceAll(/[:?"<>|*/\\]/g, (character) => fullWidth[character] ?? ' ')
    .replaceAll(/\((\d+)\)$/g, '（$1）')
    .replaceAll(/(?:[\s\p{Cc}\uFFFD]|(?!\u200D)\p{Cf})+/gu, ' ')
    .trim()
}

/** The beginning of a text of at most `maxBytes` bytes of UTF-8, cut between graphemes. */
export function cutToBytes(text: string, maxBytes: number): string {
  let cut = ''
  let bytes = 0
  for (const { segment } of new Intl.Segmenter('zh', { granularity: 'grapheme' }).segment(text)) {
    bytes += Buffer.byteLength(segment)
    if (bytes > maxBytes) break
    cut += segment
  }
  return cut
}

/** Copies, half-written files and bookkeeping that lie beside a writer's files and must not be read for them. */
export function isLeftover(name: string): boolean {
  return (
    /^(?:\.|~\$|#)/.test(name) ||
    /~$|\.(?:swp|swo|swx|tmp|icloud|orig|rej|bak|crdownload|partial)$/i.test(name) ||
    /\.sync-conflict-|冲突副本|conflicted copy|\((?:case )?conflict/i.test(name) ||
    /\(\d{1,3}\)(?:\.[^.]*)?$/.test(name)
  )
}

/** Code-point order: the same on every system, and not that of UTF-16 units, which puts U+FF08 after emoji. */
export function compareCodePoints(a: string, b: string): number {
  const first = [...a]
  const second = [...b]
  for (let at = 0; at < Math.min(first.length, second.length); at++) {
    const difference = (first[at]?.codePointAt(0) ?? 0) - (second[at]?.codePointAt(0) ?? 0)
    if (difference !== 0) return difference
  }
  return first.length - second.length
}
