import { aliasNames, type CodexEntry } from './entry.ts'
import { findMentions } from './mentions.ts'
import { createNameEnds } from './nameEnds.ts'
import { buildNameIndex, type NamedEntry, type NameIndex } from './nameIndex.ts'
import { unknownNames } from './unknownNames.ts'

/** An occurrence of the letters of a name, in UTF-16 units. */
interface NamePlace {
  readonly from: number
  readonly to: number
}

interface UncertainPlace extends NamePlace {
  /** The name with what makes it uncertain. */
  readonly phrase: string
  /** `codex`: a longer name of an entry. `usage`: the book uses it like a longer one. `variant`: written otherwise. */
  readonly reason: 'codex' | 'usage' | 'variant'
}

/** Where a name is a whole name, and where it may be a part of something else. */
export type WholeName = (text: string) => {
  readonly matches: readonly NamePlace[]
  readonly uncertain: readonly UncertainPlace[]
}

const own = '\0own'
const used = '\0used'

/**
 * Finds a name as a whole one: by mention detection, the longest name at each place, over the codex, the name itself
 * and the longer names that speak in `texts`; then by what stands behind it. `index` is the codex's, taught by the book.
 */
export async function createWholeName(
  name: string,
  codex: { readonly entries: readonly { readonly entry: CodexEntry }[]; readonly index: NameIndex },
  texts: readonly string[],
): Promise<WholeName> {
  // Everywhere and nowhere: nobody is called so.
  if (name === '') return () => ({ matches: [], uncertain: [] })
  const entries = codex.entries.map(({ entry }) => entry)
  const isInCodex = entries.some((entry) => entry.name === name || aliasNames(entry).includes(name))
  const unknown = (await unknownNames(codex.index, texts)).map(({ text }) => text)
  const longer = unknown.filter((text) => text !== name && text.includes(name))
  const names = [...entries.flatMap((entry) => [entry.name, ...aliasNames(entry)]), ...unknown]
  const otherNames = new Set(names.filter((it) => !it.includes(name) && !name.includes(it)))
  const endsAt = await createNameEnds({
    name,
    otherNames: buildNameIndex(
      [...otherNames].map((it) => pseudo(it, it)),
      codex.index.fold,
    ),
    texts,
  })
  const index = {
    ...buildNameIndex(
      [
        ...entries,
        ...(isInCodex ? [] : [pseudo(own, name)]),
        ...longer.map((text) => pseudo(`${used}${text}`, text)),
      ],
      codex.index.fold,
    ),
    ...(codex.index.uses && { uses: codex.index.uses }),
  }
  const folded = index.fold(name).text

  return (text) => {
    const mentions = findMentions(text, index)
    const matches: NamePlace[] = []
    const uncertain: UncertainPlace[] = []
    const visited = new Set<number>()
    let next = 0
    for (let from = text.indexOf(name); from >= 0; from = text.indexOf(name, from + name.length)) {
      const to = from + name.length
      while ((mentions[next]?.to ?? Number.POSITIVE_INFINITY) <= from) next += 1
      const mention = mentions[next]
      visited.add(from)
      const isMention = mention !== undefined && mention.from === from && mention.to === to
      if (isMention && endsAt(text, to)) matches.push({ from, to })
      else if (isMention) uncertain.push({ from, to, phrase: longerPhrase(text, from, to), reason: 'usage' })
      else if (mention && mention.from <= from && mention.to >= to) {
        const reason = mention.entry.id.startsWith(used) ? 'usage' : 'codex'
        uncertain.push({ from, to, phrase: text.slice(mention.from, mention.to), reason })
      } else uncertain.push({ from, to, phrase: around(text, from, to), reason: 'usage' })
    }
    for (const { from, to, key } of mentions) {
      if (visited.has(from) || index.fold(key).text !== folded || text.slice(from, to) === name) continue
      uncertain.push({ from, to, phrase: text.slice(from, to), reason: 'variant' })
      visited.add(from)
    }
    return { matches, uncertain: uncertain.sort((a, b) => a.from - b.from) }
  }
}

function pseudo(id: string, name: string): NamedEntry {
  return { id, name, aliases: [], exclude: [], caseSensitive: false }
}

const wordUnits = 40

/** With the character that makes a longer name of it, or the Latin word behind a hyphen. */
const longerPhrase = (text: string, from: number, to: number): string =>
  text.slice(from, to) +
  (/^(?:\p{Script=Han}|\P{L}[\p{L}\p{M}]+)/u.exec(text.slice(to, to + wordUnits))?.[0] ?? '')

/** The rest of a word in Latin letters, else one character more, on both sides, as far as the line goes. */
function around(text: string, from: number, to: number): string {
  const before = /(?:[\p{Script=Latin}\p{N}]+|\S)$/u.exec(text.slice(Math.max(0, from - wordUnits), from))
  const behind = /^(?:[\p{Script=Latin}\p{N}]+|\S)/u.exec(text.slice(to, to + wordUnits))
  return ((before?.[0] ?? '') + text.slice(from, to) + (behind?.[0] ?? '')).toWellFormed()
}
