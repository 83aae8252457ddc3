import { Compartment, type StateEffect } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import type { Ipc } from '../../ipc/types.ts'
import { readingOnly } from './extensions.ts'

export interface TypingLock {
  /** Has its place among the extensions of every state. */
  readonly compartment: Compartment
  /** What a state that is shown anew is told. */
  readingNow(): StateEffect<unknown>
  setReadOnly(readOnly: boolean): void
  withTypingPaused<Result>(work: () => Promise<Result>): Promise<Result>
  dispose(): void
}

/**
 * Whether the text can be typed in: not while it may only be read, nor while a work under way leaves or changes it.
 * Without a connection nothing is under way, for however long: what is typed then is in the chapter that is shown.
 */
export const createTypingLock = (
  view: () => Pick<EditorView, 'dispatch'>,
  connection: Ipc['connection'],
): TypingLock => {
  const compartment = new Compartment()
  let isReadOnly = false
  let pauses = 0

  const isPaused = () => pauses > 0 && connection.get() === 'online'
  const readingNow = () => compartment.reconfigure(isReadOnly || isPaused() ? readingOnly : [])
  const show = () => view().dispatch({ effects: readingNow() })

  const unsubscribe = connection.subscribe(() => {
    if (pauses > 0) show()
  })

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
    dispose: unsubscribe,
  }
}
