export interface EntryText {
  readonly name: string
  readonly aliases: readonly string[]
  /** What the entry says, by itself. */
  readonly body: string
  /** What has happened so far, in order. */
  readonly progressions: readonly string[]
  /** Other entries it is tied to: `阿簪（养女）`. */
  readonly relations: readonly string[]
}

export interface EntryLevels {
  readonly full: string
  /** Each shorter than the one before; a level that would not be is left out, the name never. */
  readonly shorter: { readonly short?: string; readonly line?: string; readonly name: string }
}

type Language = 'zh' | 'en'

/** The words around what an author wrote, in the language of the book. */
const words = {
  zh: {
    called: '又名：',
    soFar: '至此：',
    relations: '关系：',
    comma: '、',
    colon: '：',
    named: (name: string, others: string) => `${name}（${others}）`,
  },
  en: {
    called: 'Also called: ',
    soFar: 'By now:',
    relations: 'Relations: ',
    comma: ', ',
    colon: ': ',
    named: (name: string, others: string) => `${name} (${others})`,
  },
} as const satisfies Record<Language, object>

/** An entry's tie to another, as its relations say it: `阿簪（养女）`, `Ann (sister)`. */
export const relationText = (name: string, kind: string, language: Language) =>
  kind === '' ? name : words[language].named(name, kind)

const shortUnits = 120
const lineUnits = 60

/** The four detail levels of an entry: full → first paragraph → one line → name. */
export function detailLevels(entry: EntryText, language: Language): EntryLevels {
  const { name, aliases, progressions, relations } = entry
  const body = entry.body.trim()
  const say = words[language]
  const called = aliases.length > 0 ? `${say.called}${aliases.join(say.comma)}` : ''
  const so = progressions.map((text) => text.trim()).filter((text) => text !== '')
  const full = [
    body,
    called,
    so.length > 0 ? `${say.soFar}\n${so.map((text) => `- ${text}`).join('\n')}` : '',
    relations.length > 0 ? `${say.relations}${relations.join(say.comma)}` : '',
  ]
    .filter((part) => part !== '')
    .join('\n')
  const text = full === '' ? name : full
  const paragraph = firstParagraph(body) ?? so[0] ?? ''
  const short = [sentencesWithin(paragraph, shortUnits), called].filter((part) => part !== '').join('\n')
  const named = aliases.length > 0 ? say.named(name, aliases.join(say.comma)) : name
  const sentence = sentencesWithin(firstSentence(paragraph), lineUnits)
  const line = sentence === '' ? named : `${named}${say.colon}${sentence}`
  const isShort = short !== '' && short.length < text.length
  const isLine = line.length < (isShort ? short : text).length && line.length > name.length
  return { full: text, shorter: { ...(isShort ? { short } : {}), ...(isLine ? { line } : {}), name } }
}

function firstParagraph(text: string): string | undefined {
  return text
    .split(/\r\n|\n|\r/)
    .map((line) => line.replace(/^\s*(?:#+|[-*>])\s+/, '').trim())
    .find((line) => line !== '')
}

const sentenceEnd = /[。！？…!?][”’」』）)"']*|\.(?=\s|$)["')]*/g

function firstSentence(text: string): string {
  for (const match of text.matchAll(sentenceEnd)) return text.slice(0, match.index + match[0].length)
  return text
}

/** As many whole sentences as fit; a first one that is too long is cut between characters, with an ellipsis. */
function sentencesWithin(text: string, units: number): string {
  if (text.length <= units) return text
  let end = 0
  for (const match of text.matchAll(sentenceEnd)) {
    const to = match.index + match[0].length
    if (to > units) break
    end = to
  }
  if (end > 0) return text.slice(0, end)
  let cut = ''
  for (const { segment } of new Intl.Segmenter('zh', { granularity: 'grapheme' }).segment(
    text.slice(0, units * 2),
  )) {
    if (cut.length + segment.length > units - 1) break
    cut += segment
  }
  return `${cut}…`
}
