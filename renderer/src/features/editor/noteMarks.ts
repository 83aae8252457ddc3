import { type EditorState, type Extension, StateEffect, StateField } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view'

/** Words of the open chapter that have a note; offsets in UTF-16 units. */
export interface NoteMark {
  readonly from: number
  readonly to: number
  /** What the author noted. */
  readonly text: string
}

/** Replaces all marks; positions of the editor's text. */
export const setNoteMarks = StateEffect.define<readonly NoteMark[]>()

const marked = (state: EditorState, marks: readonly NoteMark[]): DecorationSet =>
  Decoration.set(
    marks.flatMap(({ from, to, text }) => {
      const end = Math.min(to, state.doc.length)
      if (from >= end) return []
      return Decoration.mark({ class: 'cm-note', attributes: { title: text } }).range(from, end)
    }),
    true,
  )

/** Where notes are, also while the text around them is written. */
export const noteField = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, { effects, changes, state }) {
    const placed = effects.findLast((effect) => effect.is(setNoteMarks))
    return placed === undefined ? marks.map(changes) : marked(state, placed.value)
  },
  provide: (field) => EditorView.decorations.from(field),
})

const line = Decoration.line({ class: 'cm-note-line' })

/** A mark in the margin of every paragraph in which a note begins. */
const margins = EditorView.decorations.compute([noteField, 'doc'], (state) => {
  const starts = new Set<number>()
  for (let at = state.field(noteField).iter(); at.value !== null; at.next())
    starts.add(state.doc.lineAt(at.from).from)
  return Decoration.set(
    [...starts].map((start) => line.range(start)),
    true,
  )
})

/** Notes in the margin, as marks; they are never part of the text. */
export const noteMarks: Extension = [noteField, margins]
