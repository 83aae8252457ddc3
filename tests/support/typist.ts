import { undo } from '@codemirror/commands'
import { EditorState, type Extension, type Transaction, type TransactionSpec } from '@codemirror/state'
import { EditorView, keymap } from '@codemirror/view'
import { undoBySentence } from '../../renderer/src/features/editor/undoSteps.ts'
import {
  createSmartTyping,
  type SmartTyping,
  type SmartTypingOptions,
} from '../../renderer/src/features/smartTyping/smartTyping.ts'

export interface TypistOptions extends Partial<SmartTypingOptions> {
  /** The chapter; the caret is at `|`, else at its end. */
  readonly chapter?: string
  readonly typing?: SmartTyping
}

/** Types into a chapter as the view does: each key goes by the input handlers, and undo by the keymap. */
export const typist = ({ chapter = '', typing, ...options }: TypistOptions = {}) => {
  const smart = typing ?? createSmartTyping({ isOn: () => true, bookLanguage: () => 'zh', ...options })
  const caret = chapter.indexOf('|')
  const doc = chapter.replace('|', '')
  const extensions: Extension = [undoBySentence, smart.extension]
  let state = EditorState.create({
    ...{ doc, extensions },
    selection: { anchor: caret < 0 ? doc.length : caret },
  })
  const view = {
    composing: false,
    get state() {
      return state
    },
    dispatch: (step: TransactionSpec | Transaction) => {
      state = 'startState' in step ? step.state : state.update(step).state
    },
  } as unknown as EditorView // what handlers and commands use of one: there is no page here
  const enter = (text: string, userEvent: string) => {
    const { from, to } = state.selection.main
    const insert = () => state.update({ ...state.replaceSelection(text), userEvent, scrollIntoView: true })
    const handlers = state.facet(EditorView.inputHandler)
    if (!handlers.some((handle) => handle(view, from, to, text, insert))) view.dispatch(insert())
  }
  return {
    /** One key for each character. */
    type(text: string) {
      for (const character of text) enter(character, 'input.type')
    },
    /** The end of a composition, which the view hands on after it has ended. */
    compose: (text: string) => enter(text, 'input.type.compose'),
    paste: (text: string) => view.dispatch({ ...state.replaceSelection(text), userEvent: 'input.paste' }),
    select: (anchor: number, head = anchor) =>
      view.dispatch({ selection: { anchor, head }, userEvent: 'select' }),
    act: (spec: TransactionSpec) => view.dispatch(spec),
    /** Ctrl+Z; false when there is nothing to be undone. */
    undo(): boolean {
      const commands = state.facet(keymap).flat()
      const own = commands.find(({ key }) => key === 'Mod-z')
      return own?.run?.(view) || undo({ state, dispatch: view.dispatch })
    },
    text: () => state.doc.toString(),
    caret: () => state.selection.main.head,
    doc: () => state.doc,
  }
}
