import traditionalPairs from 'opencc-js/dict/TSCharacters'

/** Simplified characters by their Traditional forms, from OpenCC's table of characters. */
export const simplifiedForms: ReadonlyMap<string, string> = new Map(
  traditionalPairs.split('|').map((pair): [string, string] => {
    const [traditional = '', simplified = ''] = pair.split(' ')
    return [traditional, simplified]
  }),
)

/** First units of the characters that have a Simplified form. */
const begins = new Uint8Array(0x10000)
for (const traditional of simplifiedForms.keys()) begins[traditional.charCodeAt(0)] = 1

/** A text in Simplified characters, one for one: to compare by, never to show. Surrogate pairs stay whole. */
export function toSimplified(text: string): string {
  let folded = ''
  let copied = 0
  for (let at = 0; at < text.length; at++) {
    if (begins[text.charCodeAt(at)] === 0) continue
    const character = String.fromCodePoint(text.codePointAt(at) ?? 0)
    const simplified = simplifiedForms.get(character)
    if (simplified === undefined) continue
    folded += text.slice(copied, at) + simplified
    copied = at + character.length
    at = copied - 1
  }
  return copied === 0 ? text : folded + text.slice(copied)
}
