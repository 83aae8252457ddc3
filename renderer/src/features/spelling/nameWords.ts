/** The words that names of a codex consist of, in lower case: no form of them is misspelt. */
export const nameWords = (names: Iterable<string>): ReadonlySet<string> =>
  new Set(
    [...names].flatMap(
      (name) =>
        name
          .normalize('NFC')
          .replaceAll('’', "'")
          .toLowerCase()
          .match(/[\p{L}\p{M}]+(?:'[\p{L}\p{M}]+)*/gu) ?? [],
    ),
  )

/**
 * What is left of a word to be looked up: in a compound the parts that are no name, with a hyphen between them. Empty: it
 * is a name, in its plural or its possessive.
 */
export const withoutNames = (word: string, names: ReadonlySet<string>): string =>
  word
    .split('-')
    .filter((part) => !isName(part, names))
    .join('-')

const isName = (part: string, names: ReadonlySet<string>) => {
  const whole = part.toLowerCase().replace(/^'|'$/g, '')
  const plain = whole.replace(/'s$/, '')
  // A name may be a possessive itself: Zorg’s Point.
  return [whole, plain, plain.replace(/s$/, ''), plain.replace(/es$/, '')].some((form) => names.has(form))
}
