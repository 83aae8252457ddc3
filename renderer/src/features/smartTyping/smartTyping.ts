import { type Extension, Prec, StateEffect, StateField, type Text, Transaction } from '@codemirror/state'
import { type Command, EditorView, keymap } from '@codemirror/view'
import { isLiteralPlace } from './literalPlaces.ts'
import { isMarkKey, typedMark } from './typedMarks.ts'
import { createMarkCounter, habitsOf, hasMarks, type MarkCounts } from './typingHabits.ts'

export interface SmartTypingOptions {
  readonly isOn: () => boolean
  /** Of the open work; decides where a chapter does not. */
  readonly bookLanguage: () => 'zh' | 'en' | undefined
}

export interface SmartTyping {
  readonly extension: Extension
  /** A chapter of a work that is left: what the next one has none of is written as here. */
  remember(projectId: string, chapter: Text): void
  /** The work whose chapter is open now. */
  enter(projectId: string): void
}

/** A mark that a key has just written in the place of others. */
interface Replacement {
  readonly from: number
  readonly to: number
  /** What the keys say. */
  readonly typed: string
  /** When; milliseconds. */
  readonly at: number
}

const setReplacement = StateEffect.define<Omit<Replacement, 'at'>>()

/** The replacement that nothing has followed yet. */
const lastReplacement = StateField.define<Replacement | null>({
  create: () => null,
  update(before, transaction) {
    for (const effect of transaction.effects)
      if (effect.is(setReplacement))
        return { ...effect.value, at: transaction.annotation(Transaction.time) ?? 0 }
    return transaction.docChanged || transaction.selection !== undefined ? null : before
  },
})

/** One key as it is typed; with `keys`, what the writer can have back. */
const typed = (from: number, to: number, insert: string, keys?: string) => ({
  changes: { from, to, insert },
  selection: { anchor: from + insert.length },
  userEvent: 'input.type',
  scrollIntoView: true,
  ...(keys !== undefined && { effects: setReplacement.of({ from, to: from + insert.length, typed: keys }) }),
})

/** Undo at once: the keys as they were typed. It belongs to the step of the key, so undo does not bring the mark again. */
const leaveAsTyped: Command = (view) => {
  const last = view.state.field(lastReplacement)
  if (last === null || view.state.readOnly) return false
  view.dispatch({ ...typed(last.from, last.to, last.typed), annotations: Transaction.time.of(last.at) })
  return true
}

/** Quotes, dashes and ellipses as the open chapter writes them, while they are typed by keyboard. */
export const createSmartTyping = ({ isOn, bookLanguage }: SmartTypingOptions): SmartTyping => {
  const counter = createMarkCounter()
  const usual = new Map<string, MarkCounts>()
  let open = ''

  const onInput = (
    view: EditorView,
    from: number,
    to: number,
    text: string,
    insert: () => Transaction,
  ): boolean => {
    const { doc, selection, readOnly } = view.state
    if (!isOn() || readOnly || view.composing || selection.ranges.length > 1) return false
    if (from !== selection.main.from || to !== selection.main.to) return false
    const line = doc.lineAt(from)
    const before = line.text.slice(0, from - line.from)
    if (!isMarkKey(text, before)) return false
    // The end of a composition arrives after the view has left it.
    if (insert().isUserEvent('input.type.compose')) return false
    const last = view.state.field(lastReplacement)
    if (text === '-' && last?.typed === '--' && last.to === from && from === to) {
      view.dispatch(typed(last.from, to, '---'))
      return true
    }
    if (isLiteralPlace(doc, from) || counter.isFenced(doc, line.from)) return false
    const habits = habitsOf(counter.of(doc), usual.get(open) ?? null, bookLanguage())
    const mark = typedMark(text, before, habits)
    if (mark === null) return false
    const start = from - mark.replaced
    view.dispatch(typed(start, to, mark.insert, doc.sliceString(start, from) + text))
    return true
  }

  return {
    extension: [
      lastReplacement,
      EditorView.inputHandler.of(onInput),
      Prec.high([
        keymap.of([{ key: 'Mod-z', run: leaveAsTyped }]),
        // From a menu.
        EditorView.domEventHandlers({
          beforeinput: (event, view) => event.inputType === 'historyUndo' && leaveAsTyped(view),
        }),
      ]),
    ],
    remember(projectId, chapter) {
      const counts = counter.of(chapter)
      if (hasMarks(counts)) usual.set(projectId, counts)
    },
    enter(projectId) {
      open = projectId
    },
  }
}
