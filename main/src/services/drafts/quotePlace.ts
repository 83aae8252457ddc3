/** Where quotes stand in one text. */
export interface QuotePlaces {
  /** The text's own words for a quote, and their UTF-16 offset; undefined: it is not there, or not in one place only. */
  find(quote: string): OwnQuote | undefined
}

/** A quote as its chapter has it. */
export interface OwnQuote {
  /** In the chapter's own characters. */
  readonly quote: string
  /** UTF-16 offset in the chapter. */
  readonly from: number
}

/** Characters without spaces; less proves nothing of anybody. */
const leastCharacters = 4

/**
 * Finds quotes in a text: word for word, or with other spaces and other widths of characters where that leaves one
 * place only.
 */
export function createQuotePlaces(text: string): QuotePlaces {
  let plain: Plain | undefined
  return {
    find(given) {
      const quote = given.trim()
      if (plainOf(quote).text.length < leastCharacters) return undefined
      const exact = text.indexOf(quote)
      if (exact >= 0) return { quote, from: exact }
      plain ??= plainOf(text)
      const { text: words } = plainOf(quote)
      const at = plain.text.indexOf(words)
      if (at < 0 || plain.text.indexOf(words, at + 1) >= 0) return undefined
      const from = plain.starts[at] ?? 0
      const to = plain.ends[at + words.length - 1] ?? from
      return { quote: text.slice(from, to), from }
    },
  }
}

/** A text without spaces and in one width, with the place of each unit in the original. */
interface Plain {
  readonly text: string
  readonly starts: readonly number[]
  readonly ends: readonly number[]
}

function plainOf(text: string): Plain {
  const starts: number[] = []
  const ends: number[] = []
  let plain = ''
  let at = 0
  for (const character of text) {
    const narrow = /\s/u.test(character) ? '' : character.normalize('NFKC').replace(/\s/gu, '')
    plain += narrow
    for (let unit = 0; unit < narrow.length; unit += 1) {
      starts.push(at)
      ends.push(at + character.length)
    }
    at += character.length
  }
  return { text: plain, starts, ends }
}
