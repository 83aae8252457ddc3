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
  let at = 0
  while (at < text.length && begins[text.charCodeAt(at)] === 0) at++
  if (at === text.length) return text
  const rest = Array.from(text.slice(at), (character) => simplifiedForms.get(character) ?? character)
  return text.slice(0, at) + rest.join('')
}
