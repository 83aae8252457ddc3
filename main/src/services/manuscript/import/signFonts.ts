/** Fonts whose letters are pictures, by the names that files give them, and what of them has a character. */
const fonts = new Map<string, ReadonlyMap<number, string>>([
  [
    'symbol',
    // symbol.txt of Adobe: Greek letters in the places of Latin ones, most signs in their own.
    signsOf([
      [0x21, '!∀#∃%&∋()∗+,−./0123456789:;<=>?≅'],
      [0x41, 'ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ'],
      [0x61, 'αβχδεφγηιϕκλμνοπθρστυϖωξψζ'],
      [0x5b, '[∴]⊥_'],
      [0x7b, '{|}∼'],
      [0xa7, '♣♦♥♠↔←↑→↓°±″≥×'],
      [0xb7, '•÷≠≡≈…'],
    ]),
  ],
  [
    'wingdings',
    // What Word makes of :) and -->, bullets, stars and ticks.
    signsOf([
      [0x4a, '☺'],
      [0x4c, '☹'],
      [0x6c, '●'],
      [0x6e, '■□'],
      [0x71, '❑'],
      [0x75, '◆❖'],
      [0x9f, '•'],
      [0xa7, '▪◻'],
      [0xaa, '✦★'],
      [0xd8, '➢'],
      [0xdf, '←→↑↓'],
      [0xe8, '➔'],
      [0xfb, '✗✓☒☑'],
    ]),
  ],
  ['wingdings 2', new Map()],
  ['wingdings 3', new Map()],
  ['webdings', new Map()],
])

/** Runs of characters by the code of their first. */
function signsOf(runs: readonly (readonly [number, string])[]): ReadonlyMap<number, string> {
  return new Map(
    runs.flatMap(([from, signs]) => [...signs].map((sign, at): [number, string] => [from + at, sign])),
  )
}

/** Whether the letters of the font with this name are pictures. */
export const isSignFont = (font: string): boolean => fonts.has(font.toLowerCase())

/**
 * The character that a font of pictures shows for a code from 0 to 255, or for one from U+F000 on, where programs put
 * them; a blank for a blank, undefined for what has no character. Another code is no letter of such a font.
 */
export function signOf(font: string, code: number): string | undefined {
  const own = code & 0xff
  if (code > 0xff && code - own !== 0xf000) return String.fromCharCode(code)
  return own === 0x20 || own === 0xa0 ? ' ' : fonts.get(font.toLowerCase())?.get(own)
}
