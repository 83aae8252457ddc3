/** False for words, also joined and numbered, and for one character again and again. */
export function isRandom(exact: string): boolean {
  return disorderOf(exact) > 0.1
}

/** The share of places where letters and digits, or small letters and capitals, follow each other. */
export function disorderOf(text: string): number {
  let changes = 0
  for (let at = 1; at < text.length; at++) {
    const [before, after] = [classOf(text, at - 1), classOf(text, at)]
    // A capital begins a word, also inside a name in camel case.
    const isWord = after === 3 && classOf(text, at + 1) === 2 && classOf(text, at + 2) === 2
    const isChange = before !== after && before !== 0 && after !== 0 && !(before === 3 && after === 2)
    if (isChange && !isWord) changes += 1
  }
  return changes / text.length
}

/** 1 for a digit, 2 for a small letter, 3 for a capital, else 0. */
function classOf(text: string, at: number): 0 | 1 | 2 | 3 {
  const code = text.charCodeAt(at)
  if (code >= 48 && code <= 57) return 1
  if (code >= 97 && code <= 122) return 2
  return code >= 65 && code <= 90 ? 3 : 0
}
