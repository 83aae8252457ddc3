/**
 * GPT-2's spelling of bytes as characters: printable Latin-1 stands for itself, the rest for U+0100 upwards.
 * https://github.com/openai/gpt-2/blob/master/src/encoder.py (bytes_to_unicode)
 */
export const byteAlphabet: readonly string[] = spellBytes()

function spellBytes(): string[] {
  const isPrintable = (byte: number) =>
    (byte >= 0x21 && byte <= 0x7e) || (byte >= 0xa1 && byte <= 0xac) || byte >= 0xae
  let next = 0x100
  return Array.from({ length: 256 }, (_, byte) => String.fromCharCode(isPrintable(byte) ? byte : next++))
}

const byteOf = new Map(byteAlphabet.map((character, byte) => [character, byte]))

/** The text that a token stands for; undefined when it is no whole characters or not spelled in the alphabet. */
export function textOfToken(token: string): string | undefined {
  const bytes = new Uint8Array(token.length)
  for (let i = 0; i < token.length; i++) {
    const byte = byteOf.get(token[i] as string) // in range
    if (byte === undefined) return undefined
    bytes[i] = byte
  }
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    // A token that holds half a character never is a whole piece.
    return undefined
  }
}
