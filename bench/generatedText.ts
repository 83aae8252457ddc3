/** Words drawn by Zipf's law from an invented lexicon, with a fixed seed. */
export function generated(units: number): string {
  let state = 20261121
  const random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
  const character = () => String.fromCharCode(0x4e00 + Math.floor(3000 * random() ** 2))
  const words = Array.from({ length: 20_000 }, () =>
    Array.from({ length: 1 + Math.floor(random() * 3) }, character).join(''),
  )
  const parts: string[] = []
  for (let length = 0; length < units; ) {
    const word = words[Math.floor(words.length ** random()) - 1] ?? '雾'
    const after = random()
    parts.push(word, after < 0.12 ? '，' : after < 0.17 ? '。' : after < 0.18 ? '。\n\u3000\u3000' : '')
    length += word.length + (after < 0.17 ? 1 : after < 0.18 ? 4 : 0)
  }
  return parts.join('')
}
