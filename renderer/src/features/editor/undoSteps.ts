import { history } from '@codemirror/commands'
import { type EditorState, type Extension, StateField, type Transaction } from '@codemirror/state'

/** After such a pause what is typed next is a step of its own. */
const pauseMs = 20_000
/** The end of a sentence with its closing marks, or a space behind one in scripts that have them. */
const sentenceEnd = /(?:[。！？…；!?;][”’」』）)"']*|[.!?]["')\]]*[ \u00a0])$/u
/** What is still of the sentence that has ended: a closing mark, another end mark. */
const goesOn = /[。！？…；!?;”’」』）)"'\]]/
const maxScannedUnits = 8

type Edit = 'insert' | 'delete'

const editOf = ({ changes }: Transaction): Edit => {
  let edit: Edit = 'delete'
  changes.iterChanges((_fromBefore, _toBefore, _from, _to, inserted) => {
    if (inserted.length > 0) edit = 'insert'
  })
  return edit
}

/** What was done last: taking words out again is not the same step as writing them. */
const lastEdit = StateField.define<Edit | null>({
  create: () => null,
  update: (before, transaction) => (transaction.docChanged ? editOf(transaction) : before),
})

/** Whether a sentence, or a line, begins at a position. */
const beginsSentence = (state: EditorState, at: number): boolean => {
  const { from } = state.doc.lineAt(at)
  return at === from || sentenceEnd.test(state.sliceDoc(Math.max(from, at - maxScannedUnits), at))
}

const joins = (transaction: Transaction, isAdjacent: boolean): boolean => {
  const { startState } = transaction
  const edit = editOf(transaction)
  if (!isAdjacent || startState.field(lastEdit) !== edit) return false
  if (edit === 'delete') return true
  let begins = false
  transaction.changes.iterChanges((from, to, _from, _toAfter, inserted) => {
    // What takes the place of keys just typed, as a dash that of hyphens, is of their sentence.
    begins ||= from === to && !goesOn.test(inserted.sliceString(0, 1)) && beginsSentence(startState, from)
  })
  return !begins
}

/** Undo takes back a sentence, however fast or slowly it was written. */
export const undoBySentence: Extension = [lastEdit, history({ newGroupDelay: pauseMs, joinToEvent: joins })]
