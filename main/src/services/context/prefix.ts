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
  const left = [...a]
  const right = [...b]
  for (let i = 0; i < Math.min(left.length, right.length); i += 1) {
    const difference = (left[i]?.codePointAt(0) ?? 0) - (right[i]?.codePointAt(0) ?? 0)
    if (difference !== 0) return difference
  }
  return left.length - right.length
}
