import { type EditorState, StateEffect, StateField } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view'

/** A place in a run's text that may break a rule. Offsets in UTF-16 units; `title` says which rule. */
export interface FindingMark {
  readonly from: number
  readonly to: number
  /** What stands there; finds the place again in a text that was changed before it was taken. */
  readonly quote: string
  readonly title: string
}

type Marked = Pick<FindingMark, 'from' | 'to' | 'title'>

/** The marks where they are in a text, in order and apart; what stands on one place is said together. */
export const placedMarks = (text: string, marks: readonly FindingMark[]): readonly Marked[] => {
  const marked = marks.flatMap(({ from, to, quote, title }): Marked[] => {
    if (quote === '') return []
    if (text.slice(from, to) === quote) return [{ from, to, title }]
    const at = text.indexOf(quote)
    return at < 0 ? [] : [{ from: at, to: at + quote.length, title }]
  })
  const apart: Marked[] = []
  for (const mark of marked.toSorted((a, b) => a.from - b.from)) {
    const last = apart.at(-1)
    if (last === undefined || last.to <= mark.from) apart.push(mark)
    else {
      const title = last.title.split('\n').includes(mark.title) ? last.title : `${last.title}\n${mark.title}`
      apart[apart.length - 1] = { from: last.from, to: Math.max(last.to, mark.to), title }
    }
  }
  return apart
}

/** Marks what was taken into the manuscript; positions of the new document. */
const setJudged = StateEffect.define<readonly Marked[]>()
/** Marks what was taken of a suggestion that is marked already. */
const addJudged = StateEffect.define<readonly Marked[]>()

/** Findings in the text that was taken last, until the writer works on the sentence. */
export const judgedField = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, transaction) {
    const { changes } = transaction
    const left = transaction.docChanged
      ? marks.update({ filter: (from, to) => changes.touchesRange(from, to) === false }).map(changes)
      : marks
    const judged = transaction.effects.find((effect) => effect.is(setJudged))
    if (judged !== undefined) return Decoration.set(judged.value.map(decorated))
    const added = transaction.effects.flatMap((effect) => (effect.is(addJudged) ? effect.value : []))
    return added.length === 0 ? left : left.update({ add: added.map(decorated), sort: true })
  },
  provide: (field) => EditorView.decorations.from(field),
})

const decorated = ({ from, to, title }: Marked) =>
  Decoration.mark({ class: 'cm-judged', attributes: { title } }).range(from, to)

/** The marks of a text that goes into the document at a position, whose line breaks count one each there. */
export const judgedAt = (state: EditorState, at: number, text: string, marks: readonly FindingMark[]) => {
  const position = (offset: number) => at + state.toText(text.slice(0, offset)).length
  return setJudged.of(
    placedMarks(text, marks).map(({ from, to, title }) => ({
      from: position(from),
      to: position(to),
      title,
    })),
  )
}

/** The marks of parts that now stand in the document. */
export const partsJudged = (
  parts: readonly { readonly from: number; readonly marks: readonly FindingMark[] }[],
) =>
  addJudged.of(
    parts.flatMap((part) =>
      part.marks.map(({ from, to, title }) => ({ from: part.from + from, to: part.from + to, title })),
    ),
  )
