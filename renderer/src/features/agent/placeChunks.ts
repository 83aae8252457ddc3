import { diffArrays } from 'diff'
import type { ProsePiece } from '../history/proseDiff.ts'
import type { ApprovalPlace, ApprovalSection } from './approvalSelection.ts'

/** UTF-16 units beyond which words are not compared: both sides are shown whole. */
const maxCompared = 20_000
/** Words added or removed beyond which a place counts as written anew. */
const maxEdits = 400

/** What is removed and written at a place, with the words that stay; all of both sides. */
export function chunksOf(
  { removed, added }: ApprovalPlace,
  segmenter: Intl.Segmenter,
): readonly ProsePiece[] {
  const wholly = (
    [
      ['removed', removed],
      ['added', added],
    ] as const
  ).flatMap(([state, text]) => (text === '' ? [] : [{ state, text }]))
  if (wholly.length < 2 || removed.length + added.length > maxCompared) return wholly
  const words = (text: string) => Array.from(segmenter.segment(text), ({ segment }) => segment)
  const changes = diffArrays(words(removed), words(added), { maxEditLength: maxEdits })
  return (
    changes?.map(({ added: isAdded, removed: isRemoved, value }) => ({
      state: isAdded ? 'added' : isRemoved ? 'removed' : 'same',
      text: value.join(''),
    })) ?? wholly
  )
}

/** A place as far as it is drawn. */
export interface ShownPlace {
  readonly place: ApprovalPlace
  readonly chunks: readonly ProsePiece[]
}

/** The first places of some sections, of about so many units; `isComplete`: all of them. */
export function firstPlaces<T extends Pick<ApprovalSection, 'places'>>(
  sections: readonly T[],
  chunksAt: (place: ApprovalPlace) => readonly ProsePiece[],
  maxUnits: number,
): { readonly shown: readonly (readonly [T, readonly ShownPlace[]])[]; readonly isComplete: boolean } {
  let units = 0
  const shown: (readonly [T, readonly ShownPlace[]])[] = []
  for (const section of sections) {
    if (units >= maxUnits) return { shown, isComplete: false }
    const places: ShownPlace[] = []
    shown.push([section, places])
    for (const place of section.places) {
      const chunks: ProsePiece[] = []
      for (const { state, text } of chunksAt(place)) {
        if (units >= maxUnits) break
        const part = text.slice(0, endOfPart(text, maxUnits - units))
        chunks.push({ state, text: part })
        units += part.length
        if (part.length < text.length) {
          places.push({ place, chunks })
          return { shown, isComplete: false }
        }
      }
      if (chunks.length < chunksAt(place).length) {
        if (chunks.length > 0) places.push({ place, chunks })
        return { shown, isComplete: false }
      }
      places.push({ place, chunks })
      units += unitsOfRow
    }
  }
  return { shown, isComplete: true }
}

/** What a row costs beside its words: a page of many short places is as long to draw as one of few long ones. */
const unitsOfRow = 200

/** A cut that is inside neither an escape nor a pair of surrogates. */
function endOfPart(text: string, maxUnits: number): number {
  if (maxUnits >= text.length) return text.length
  const opened = text.lastIndexOf('⟦', maxUnits - 1)
  if (opened >= 0 && text.indexOf('⟧', opened) >= maxUnits) return text.indexOf('⟧', opened) + 1
  return /[\uD800-\uDBFF]/.test(text.charAt(maxUnits - 1)) ? maxUnits + 1 : maxUnits
}

/** A part of a codex entry: a field's name, or text. */
export type EntryPart =
  | { readonly kind: 'field'; readonly field: EntryField }
  | { readonly kind: 'text'; readonly text: string }

/** Fields of an entry as its file names them, with the key of their word. */
export const entryFields = {
  name: 'codex.fields.name',
  aliases: 'codex.fields.aliases',
  type: 'codex.type',
  tags: 'codex.fields.tags',
  aiContextLevel: 'codex.level',
  knownBy: 'codex.fields.knownBy',
  relations: 'codex.fields.relations',
  constraints: 'codex.fields.constraints',
  progressions: 'codex.fields.progressions',
  from: 'codex.from',
  to: 'codex.to',
  text: 'codex.happened',
  state: 'codex.state',
  exclude: 'codex.fields.exclude',
  caseSensitive: 'codex.fields.caseSensitive',
} as const
type EntryField = keyof typeof entryFields

const isEntryField = (name: string): name is EntryField => Object.hasOwn(entryFields, name)

/** Lines of an entry with the names of its fields apart; `isLineStart`: the text begins a line. */
export function entryParts(text: string, isLineStart: boolean): readonly EntryPart[] {
  const parts: EntryPart[] = []
  let plain = ''
  for (const [index, line] of text.split(/(?<=\n)/).entries()) {
    const [, indent = '', name = '', rest = ''] =
      /^((?: *(?:- )?)*)([A-Za-z]+):(?: (?=.)|(?=\n|$))(.*)$/s.exec(line) ?? []
    if ((index > 0 || isLineStart) && isEntryField(name)) {
      if (plain + indent !== '') parts.push({ kind: 'text', text: plain + indent })
      parts.push({ kind: 'field', field: name })
      plain = rest
    } else plain += line
  }
  return plain === '' ? parts : [...parts, { kind: 'text', text: plain }]
}
