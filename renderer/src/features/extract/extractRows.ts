import { type CodexType, codexTypes } from '../codex/codexModel.ts'
import { type ExtractItem, type ExtractKind, extractAs } from './extract.ts'
import { maxTitleUnits } from './storeItems.ts'

/** An item as the author sees it before it is stored. */
export interface ExtractRow {
  /** Unique in its list. */
  readonly id: string
  readonly ticked: boolean
  /** Title of the chapter, name of the card, title of the thread; empty for a beat. */
  readonly title: string
  readonly text: string
  /** Of a chapter, a beat a line. */
  readonly beats: string
  /** Of a card. */
  readonly type: CodexType
  /** The codex has a card with this name. */
  readonly isPresent: boolean
}

const typeWords: readonly (readonly [CodexType, RegExp])[] = [
  ['location', /地点|场所|location|place/iu],
  ['faction', /势力|门派|组织|faction|guild/iu],
  ['item', /物品|道具|器物|item|artifact/iu],
]

/** What an answer lists, to be ticked and changed; a card whose name the codex has is not ticked. */
export const extractRows = (
  answer: string,
  kind: ExtractKind,
  names: ReadonlySet<string>,
): readonly ExtractRow[] => {
  const type =
    typeWords.find(([, words]) => words.test(answer.split('\n', 3).join('\n')))?.[0] ?? codexTypes[0]
  return extractAs(answer, kind).map((item, at) => {
    const isPresent = kind === 'cards' && names.has(item.title)
    return { id: String(at), ticked: !isPresent, ...fields(item, kind), type, isPresent }
  })
}

function fields(item: ExtractItem, kind: ExtractKind): Pick<ExtractRow, 'title' | 'text' | 'beats'> {
  const { title, text, beats } = item
  if (kind !== 'threads') return { title: title.slice(0, maxTitleUnits), text, beats: oneALine(beats) }
  // A thread is its title: what was said of it comes with it.
  const colon = /\p{Script=Han}/u.test(title) ? '：' : ': '
  const whole = [title, text.replaceAll('\n', ' ')].filter((part) => part !== '').join(colon)
  return { title: whole.slice(0, maxTitleUnits), text: '', beats: '' }
}

/** A beat of several lines is one line here. */
const oneALine = (beats: readonly string[]) => beats.map((beat) => beat.replaceAll('\n', ' ')).join('\n')

/** Whether there is anything to be stored of a row. */
export const isStorable = ({ ticked, title, text }: ExtractRow, kind: ExtractKind): boolean =>
  ticked && (kind === 'beats' ? text : title).trim() !== ''

/** The lines of a field as beats. */
export const beatsOf = ({ beats }: Pick<ExtractRow, 'beats'>): readonly string[] =>
  beats
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
