/** Fingerprints of a prompt, with the hash function as a parameter. */
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
