import type { CodexEntry } from './entry.ts'
import { entryAsOf, type Standpoint } from './entryAsOf.ts'
import { firstParagraph, gist, sentencesWithin } from './excerpt.ts'

/** An entry at a glance, as of a chapter. */
export interface EntryCard {
  readonly type: CodexEntry['type']
  readonly name: string
  /** How things stand, in a word of the author's; '' when the last change has none. */
  readonly state: string
  /** What has happened last; '' when nothing has. */
  readonly latest: string
  /** How its text begins. */
  readonly line: string
  /** False: in this chapter nobody knows of it yet, or not the point-of-view character. */
  readonly known: boolean
}

const cardUnits = 120

export function entryCard(entry: CodexEntry, standpoint: Standpoint): EntryCard {
  const { progressions, isVisible: visible } = entryAsOf(entry, standpoint)
  const { name, body, type } = entry
  const last = progressions.at(-1)
  const beginning = firstParagraph(body.trim())
  return {
    type,
    name,
    state: last?.state ?? '',
    latest: gist(last?.text.trim() ?? '', cardUnits),
    line: beginning === '' ? '' : sentencesWithin(beginning, cardUnits),
    known: visible,
  }
}
