import { Compartment, type StateEffect } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import { readingOnly } from './extensions.ts'

export interface TypingLock {
  /** Has its place among the extensions of every state. */
  readonly compartment: Compartment
  /** What a state that is shown anew is told. */
  readingNow(): StateEffect<unknown>
  setReadOnly(readOnly: boolean): void
  withTypingPaused<Result>(work: () => Promise<Result>): Promise<Result>
}

/** Whether the text can be typed in: not while it may only be read, nor while a work under way leaves or changes it. */
export const createTypingLock = (view: () => Pick<EditorView, 'dispatch'>): TypingLock => {
  const compartment = new Compartment()
  let isReadOnly = false
  let pauses = 0

  const readingNow = () => compartment.reconfigure(isReadOnly || pauses > 0 ? readingOnly : [])
  const show = () => view().dispatch({ effects: readingNow() })

  return {
    compartment,
    readingNow,
    setReadOnly(readOnly) {
      isReadOnly = readOnly
      show()
    },
    async withTypingPaused(work) {
      pauses += 1
      show()
      try {
        return await work()
      } finally {
        pauses -= 1
        show()
      }
    },
  }
}
