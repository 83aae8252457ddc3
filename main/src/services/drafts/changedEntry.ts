import { ErrorCode } from '../../contract/errorCodes.ts'
import { AppError } from '../../lib/appError.ts'
import type { CodexEntry } from '../codex/index.ts'
import { statedText } from './acceptedEntry.ts'
import type { FoldName } from './cast.ts'
import { endsOlder } from './changeFields.ts'

type Progression = CodexEntry['progressions'][number]

/** As the file of an entry has them. */
const mostInList = 500

/** A change of one field that begins with a chapter. */
export interface FieldChange {
  /** `h_…`. */
  readonly id: string
  /** In the words of the book. */
  readonly field: string
  readonly value: string
  /** `said`, `dreamt`: a claim, which ends nothing. */
  readonly certainty: 'narrated' | 'said' | 'dreamt'
  /** Word for word in the chapter. */
  readonly quote: string
  /** The chapter with which it begins. */
  readonly documentId: string
}

interface Changing {
  /** Of the book. */
  readonly language: 'zh' | 'en'
  readonly fold: FoldName
  /** Ids of the chapters in the order of the book. */
  readonly order: readonly string[]
  /** The place of a chapter, by whatever an entry calls it; undefined: there is none. */
  positionOf(chapter: string): number | undefined
}

/**
 * An entry with a change behind what it has. Of a field with one value the older one ends with the chapter before, and
 * the change itself before the next one that is there already; within one chapter the older one ends with it. Nothing is
 * removed. The same object when the entry has the change.
 * @throws AppError FILE_TOO_LARGE when it does not fit into one card.
 */
export function changedEntry(entry: CodexEntry, change: FieldChange, changing: Changing): CodexEntry {
  const { id, field, value, certainty, quote, documentId } = change
  const { language, fold, order, positionOf } = changing
  const isSame = (each: Progression) =>
    each.id === progressionId(id) ||
    (each.from === documentId &&
      fold(each.field ?? '') === fold(field) &&
      fold(each.value ?? '') === fold(value) &&
      (each.certainty ?? 'narrated') === certainty)
  if (entry.progressions.some(isSame)) return entry
  const position = positionOf(documentId) ?? order.length
  const isOfField = (each: Progression) =>
    certainty === 'narrated' &&
    endsOlder(field) &&
    (each.certainty ?? 'narrated') === 'narrated' &&
    each.field !== undefined &&
    fold(each.field) === fold(field)
  const placed = entry.progressions.map((each) => ({ each, start: positionOf(each.from) }))
  const later = placed
    .filter(({ each, start }) => start !== undefined && start > position && isOfField(each))
    .map(({ start }) => start ?? 0)
  const next = Math.min(...later)
  const to = Number.isFinite(next) ? order[next - 1] : undefined

  function closed({ each, start }: (typeof placed)[number]): Progression {
    if (start === undefined || start > position || !isOfField(each)) return each
    const end = each.to === undefined ? undefined : positionOf(each.to)
    const last = start === position ? position : position - 1
    // One that ends earlier has ended; an end that names no chapter is the author's to put right.
    const hasEnded = each.to !== undefined && (end === undefined || end <= last)
    const lastChapter = order[last]
    return hasEnded || lastChapter === undefined ? each : { ...each, to: lastChapter }
  }

  const added: Progression = {
    ...{ id: progressionId(id), from: documentId, text: statedText({ field, value, certainty }, language) },
    ...(to !== undefined && { to }),
    ...{ field, value },
    ...(certainty !== 'narrated' && { certainty }),
    evidence: [{ quote, chapter: documentId }],
    by: 'model',
  }
  const progressions = [...placed.map(closed), added]
  if (progressions.length > mostInList)
    throw new AppError(ErrorCode.FILE_TOO_LARGE, { why: 'entryFields', name: entry.name })
  return { ...entry, progressions }
}

const progressionId = (id: string) => `p_${id.slice(2)}`
