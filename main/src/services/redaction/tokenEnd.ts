/** What a key, a password or a token is made of, beside the few signs that also end a sentence. */
const tokenRest = /[A-Za-z0-9_+=~%]+|-(?=[A-Za-z0-9_])/y

/** The end of the token that goes on at `from` (UTF-16): half a secret is as bad as a whole one. Linear. */
export function tokenEnd(text: string, from: number): number {
  let at = from
  for (;;) {
    tokenRest.lastIndex = at
    const rest = tokenRest.exec(text)
    if (!rest) return at
    at += rest[0].length
  }
}
