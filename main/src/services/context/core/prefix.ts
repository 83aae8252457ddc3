/** Fingerprints of a prompt (D3), with the hash function passed in. */
export interface Fingerprints {
  /** sha256hex(utf8(systemPrompt)) */
  readonly stablePrefixHash: string
  /** sha256hex(utf8(prompt)) */
  readonly promptHash: string
}

export function fingerprint(
  systemPrompt: string,
  userContent: string,
  sha256Hex: (text: string) => string,
): Fingerprints {
  return { stablePrefixHash: sha256Hex(systemPrompt), promptHash: sha256Hex(systemPrompt + userContent) }
}

/** Code-point order of UTF-16 text: the same on every machine, unlike a locale's. */
export function compareCodePoints(a: string, b: string): number {
  if (a === b) return 0
  const shared = Math.min(a.length, b.length)
  let at = 0
  while (at < shared && a.charCodeAt(at) === b.charCodeAt(at)) at += 1
  if (at === shared) return a.length - b.length
  return order(a.charCodeAt(at)) - order(b.charCodeAt(at))
}

/** Half of a surrogate pair stands for a code point above all that fit one unit. */
const order = (unit: number) => ((unit & 0xf800) === 0xd800 ? unit + 0x10000 : unit)
