/** The readings of a character, without tones and with `v` for `ü`; none for what is written as it is. */
export type Readings = (character: string) => readonly string[]

/** The readings of all Chinese characters. A table of 350 kB, so it is loaded when letters are typed. */
export const loadReadings = async (): Promise<Readings> => {
  const { default: table } = await import('pinyin-pro/dist/esm/data/dict1.mjs')
  const cache = new Map<string, readonly string[]>()
  return (character) => {
    const before = cache.get(character)
    if (before !== undefined) return before
    const readings = withoutTones(table.get(character) ?? '')
      .split(' ')
      .filter((reading) => reading !== '')
    const each = [...new Set(readings)]
    cache.set(character, each)
    return each
  }
}

const withoutTones = (reading: string): string =>
  reading.normalize('NFD').replaceAll('u\u0308', 'v').replace(/\p{M}/gu, '')

/** Whether letters can be pinyin: two or more, an apostrophe between syllables left out. */
export const isPinyin = (letters: string): boolean => /^[a-z][a-z']*[a-z]$/.test(letters)

/** What may stand for a syllable inside of what is typed; of the last one any beginning may. */
const shortForms = (reading: string): readonly string[] => {
  const initial = /^[zcs]h/.test(reading) ? [reading.slice(0, 2)] : []
  return [reading, ...initial, reading.charAt(0)]
}

/**
 * Where letters are the pinyin of a part of a label, in characters from its beginning: syllables and initials in any
 * mixture, the last one unfinished or not. Null: nowhere.
 */
export const pinyinPlace = (label: string, letters: string, readings: Readings): number | null => {
  const typed = letters.replaceAll("'", '')
  const characters = [...label]
  const [initial = ''] = typed
  const goesOn = (at: number, done: number): boolean => {
    if (done === typed.length) return true
    const character = characters[at]
    if (character === undefined) return false
    const syllables = readings(character)
    const rest = typed.slice(done)
    if (syllables.some((syllable) => syllable.startsWith(rest))) return true
    if (syllables.length === 0)
      return /[\p{L}\p{N}]/u.test(character)
        ? rest.startsWith(character) && goesOn(at + 1, done + character.length)
        : goesOn(at + 1, done)
    const forms = new Set(syllables.flatMap(shortForms))
    return [...forms].some((form) => rest.startsWith(form) && goesOn(at + 1, done + form.length))
  }
  // Most characters begin with another letter, and a book may have thousands of titles.
  const place = characters.findIndex(
    (character, at) => readings(character).some((syllable) => syllable.startsWith(initial)) && goesOn(at, 0),
  )
  return place < 0 ? null : place
}
