import type { Progression } from './entry.ts'
import { firstParagraph, gist, sentencesWithin, stateIn, wholeSentences } from './excerpt.ts'

export interface EntryText {
  readonly name: string
  readonly aliases: readonly string[]
  /** The entry's own text. */
  readonly body: string
  /** What has happened so far, in order. */
  readonly progressions: readonly Pick<Progression, 'text' | 'state'>[]
  /** Other entries it is tied to: `阿簪（养女）`. */
  readonly relations: readonly string[]
}

export interface EntryLevels {
  readonly full: string
  /** The name, with the state that the author gave; the title of every level. */
  readonly title: string
  /** Each shorter than the one before; a level that would not be is left out, the name never. */
  readonly shorter: { readonly short?: string; readonly line?: string; readonly name: string }
}

type Language = 'zh' | 'en'

/** The words around what an author wrote, in the language of the book. */
const labelsByLanguage = {
  zh: {
    called: '又名：',
    soFar: '至此：',
    relations: '关系：',
    comma: '、',
    named: (name: string, detail: string) => `${name}（${detail}）`,
  },
  en: {
    called: 'Also called: ',
    soFar: 'By now: ',
    relations: 'Relations: ',
    comma: ', ',
    named: (name: string, detail: string) => `${name} (${detail})`,
  },
} as const satisfies Record<Language, object>

/** An entry's tie to another, in the form of its relations: `阿簪（养女）`, `Ann (sister)`. */
export const relationText = (name: string, kind: string, language: Language) =>
  kind === '' ? name : labelsByLanguage[language].named(name, kind)

const shortUnits = 120
const lineUnits = 30
const stateUnits = 12

/**
 * The detail levels of an entry: full → 120 characters → 30 → name. Each describes the present: the newest change
 * comes first, so that whatever is cut off is older than the rest, and the name has the state.
 */
export function detailLevels(entry: EntryText, language: Language): EntryLevels {
  const { name, aliases, relations } = entry
  const body = entry.body.trim()
  const labels = labelsByLanguage[language]
  const latestFirst = entry.progressions
    .map(({ text }) => text.trim())
    .filter((text) => text !== '')
    .toReversed()
  const called = aliases.length > 0 ? `${labels.called}${aliases.join(labels.comma)}` : ''
  const full = [
    latestFirst.length > 0
      ? `${labels.soFar.trimEnd()}\n${latestFirst.map((text) => `- ${text}`).join('\n')}`
      : '',
    body,
    called,
    relations.length > 0 ? `${labels.relations}${relations.join(labels.comma)}` : '',
  ]
    .filter((part) => part !== '')
    .join('\n')
  const paragraph = firstParagraph(body)
  const short = shortForm(latestFirst, paragraph, labels.soFar)
  const line = gist(latestFirst[0] ?? paragraph, lineUnits)
  const latest = entry.progressions.findLast(({ text, state }) => state !== undefined || text.trim() !== '')
  const withState = (state = '') => (state === '' ? name : labels.named(name, state))
  const title = withState(latest?.state)
  const named = withState(latest && (latest.state ?? stateIn(latest.text, [name, ...aliases], stateUnits)))
  const text = full === '' ? named : full
  const isShort = short !== '' && short.length < text.length
  const isLine = line !== '' && line.length < (isShort ? short : text).length
  return {
    full: text,
    title,
    shorter: { ...(isShort ? { short } : {}), ...(isLine ? { line } : {}), name: named },
  }
}

/** What has happened, latest first, and what the entry is with the room that this leaves. */
function shortForm(latestFirst: readonly string[], paragraph: string, soFar: string): string {
  const [latest, ...earlier] = latestFirst
  if (latest === undefined) return sentencesWithin(paragraph, shortUnits)
  let short = soFar + gist(latest, shortUnits - soFar.length)
  for (const part of [...earlier, paragraph]) {
    const freeUnits = shortUnits - short.length - 1
    const more = wholeSentences(part, freeUnits)
    if (more === '') break
    short += `\n${more}`
  }
  return short
}
