import { ErrorCode } from '../../contract/errorCodes.ts'
import { AppError } from '../../lib/appError.ts'
import type { CodexEntry } from '../codex/index.ts'
import type { DraftFact, PresentCard } from './cardDraft.ts'
import type { FoldName } from './cast.ts'

type Progression = CodexEntry['progressions'][number]

/** As the file of an entry has them. */
const mostInList = 500

const wordings = {
  zh: {
    states: (field: string, value: string) => `${field}：${value}`,
    said: '（有人这样说）',
    dreamt: '（梦里或想象中）',
  },
  en: {
    states: (field: string, value: string) => `${field}: ${value}`,
    said: ' (somebody says so)',
    dreamt: ' (in a dream or fancy)',
  },
} as const

/** How an accepted fact is written. */
interface Writing {
  /** Of the book. */
  readonly language: 'zh' | 'en'
  readonly fold: FoldName
}

/**
 * An entry with accepted facts behind what it has: other names, and changes that start with the chapter of their first
 * sentence, so that no earlier chapter learns of them. The same object when it has them already.
 * @throws AppError FILE_TOO_LARGE when they do not fit into one card.
 */
export function acceptedEntry(
  entry: CodexEntry,
  facts: readonly DraftFact[],
  { language, fold }: Writing,
): CodexEntry {
  const present = new Set(presentCard(entry).values.map(({ field, value }) => keyOf(field, value, fold)))
  const missing = facts.filter(({ field = '', value }) => {
    const key = keyOf(field, value, fold)
    if (present.has(key)) return false
    present.add(key)
    return true
  })
  if (missing.length === 0) return entry
  const names = missing.flatMap((fact) => (fact.field === undefined ? [fact.value] : []))
  const changes = missing.flatMap((fact) => progressionOf(fact, language))
  const next = {
    ...entry,
    aliases: [...entry.aliases, ...names],
    progressions: [...entry.progressions, ...changes],
  }
  if (next.aliases.length > mostInList || next.progressions.length > mostInList)
    throw new AppError(ErrorCode.FILE_TOO_LARGE, { why: 'entryFields', name: entry.name })
  return next
}

/** How a card says it; a claim is marked as one. */
export function statedText(
  {
    field,
    value,
    certainty,
  }: { readonly field: string; readonly value: string } & Pick<DraftFact, 'certainty'>,
  language: 'zh' | 'en',
): string {
  const wording = wordings[language]
  return `${wording.states(field, value)}${certainty === 'narrated' ? '' : wording[certainty]}`
}

function progressionOf(fact: DraftFact, language: 'zh' | 'en'): Progression[] {
  const { id, field, value, certainty, evidence } = fact
  const from = evidence[0]?.documentId
  if (field === undefined || from === undefined) return []
  return [
    {
      ...{
        id: `p_${id.slice(2)}`,
        from,
        text: statedText({ field, value, certainty }, language),
        field,
        value,
      },
      ...(certainty !== 'narrated' && { certainty }),
      evidence: evidence.map(({ quote, documentId }) => ({ quote, chapter: documentId })),
      by: 'model',
    },
  ]
}

const keyOf = (field: string, value: string, fold: FoldName) => JSON.stringify([fold(field), fold(value)])

const stated = /^[-*]?\s*([^\s：:，。,.][^：:，。,.\n]{0,19})[：:]\s*(\S.{0,199})$/gmu

/**
 * What a card states: its names (of the field `''`), the fields of its changes, and lines of its description of the form
 * `field: value`.
 */
export function presentCard({ name, aliases, progressions, body }: CodexEntry): PresentCard {
  const lines = [...body.matchAll(stated)].map(([, field = '', value = '']) => ({
    field,
    value: value.trim(),
  }))
  return {
    values: [
      ...[name, ...aliases.map((alias) => (typeof alias === 'string' ? alias : alias.name))].map((value) => ({
        field: '',
        value,
      })),
      ...progressions.flatMap(({ field, value }) =>
        field === undefined || value === undefined ? [] : [{ field, value }],
      ),
      ...lines,
    ],
  }
}
