/** Writes `text[from, to)` as UTF-8, lone surrogates as U+FFFD; returns the number of bytes (≤ 3 per unit). */
export function writeUtf8(text: string, from: number, to: number, target: Uint8Array): number {
  let at = 0
  for (let i = from; i < to; i++) {
    let code = text.charCodeAt(i)
    if (code < 0x80) {
      target[at++] = code
      continue
    }
    if (code < 0x800) {
      target[at++] = 0xc0 | (code >>> 6)
      target[at++] = 0x80 | (code & 63)
      continue
    }
    if (code >= 0xd800 && code < 0xe000) {
      const next = i + 1 < to ? text.charCodeAt(i + 1) : 0
      if (code < 0xdc00 && next >= 0xdc00 && next < 0xe000) {
        code = 0x10000 + ((code & 0x3ff) << 10) + (next & 0x3ff)
        i++
        target[at++] = 0xf0 | (code >>> 18)
        target[at++] = 0x80 | ((code >>> 12) & 63)
        target[at++] = 0x80 | ((code >>> 6) & 63)
        target[at++] = 0x80 | (code & 63)
        continue
      }
      code = 0xfffd
    }
    target[at++] = 0xe0 | (code >>> 12)
    target[at++] = 0x80 | ((code >>> 6) & 63)
    target[at++] = 0x80 | (code & 63)
  }
  return at
}
