/** Adds to `counts`, term by term, how often one of its forms stands in a folded text. */
export type TermCounter = (text: string, counts: Float64Array) => void

interface Form {
  readonly text: string
  readonly term: number
  /** Whether a letter or digit right before or behind makes it part of another word. */
  readonly wholeStart: boolean
  readonly wholeEnd: boolean
}

const wordUnit = '[[\\p{L}\\p{N}\\p{M}]--[\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Hang}\\p{scx=Bopo}]]'
const startsAsWord = new RegExp(`^${wordUnit}`, 'v')
const endsAsWord = new RegExp(`${wordUnit}$`, 'v')

/** One pass over a text counts all terms (folded, each with its forms), however many: they are found by first unit. */
export function createTermCounter(terms: readonly (readonly string[])[]): TermCounter {
  const begins = new Uint8Array(0x10000)
  const byFirst = new Map<number, Form[]>()
  for (const [term, forms] of terms.entries()) {
    for (const text of forms) {
      const first = text.charCodeAt(0)
      const form = { text, term, wholeStart: startsAsWord.test(text), wholeEnd: endsAsWord.test(text) }
      const same = byFirst.get(first)
      if (same) same.push(form)
      else byFirst.set(first, [form])
      begins[first] = 1
    }
  }
  return (text, counts) => {
    for (let at = 0; at < text.length; at++) {
      const unit = text.charCodeAt(at)
      if (begins[unit] === 0) continue
      for (const form of byFirst.get(unit) ?? []) {
        if (text.startsWith(form.text, at) && standsAlone(text, at, form)) {
          counts[form.term] = (counts[form.term] ?? 0) + 1
        }
      }
    }
  }
}

function standsAlone(text: string, at: number, { text: form, wholeStart, wholeEnd }: Form): boolean {
  const end = at + form.length
  return (
    !(wholeStart && endsAsWord.test(text.slice(Math.max(0, at - 2), at))) &&
    !(wholeEnd && startsAsWord.test(text.slice(end, end + 2)))
  )
}
