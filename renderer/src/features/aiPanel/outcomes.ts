import type { Ipc } from '../../ipc/types.ts'
import type { EditorController } from '../editor/editorController.ts'
import { isWorking, type Outcome, type Run, type RunStore } from './runStore.ts'

export interface Outcomes {
  /** Tells main what the writer decided. */
  report(run: Run, outcome: Outcome, text?: string): Promise<void>
  /** Tells that a text was taken, and follows what the writer makes of it. */
  reportAccepted(run: Run, text: string, outcome?: 'accepted' | 'edited'): Promise<void>
  /** An undo has opened the decision about a run again: it is not followed any more. */
  reopened(key: string): void
  /**
   * A text is followed until the next run starts, the chapter is left or the page goes away: changed by then it
   * was taken with changes, with nothing left of it it was not taken after all. Told once; what the writer does
   * with it afterwards is nobody's business.
   */
  reportEdits(): void
  dispose(): void
}

export const createOutcomes = (
  ipc: Pick<Ipc, 'invoke'>,
  editor: Pick<EditorController, 'editedText' | 'onChange'>,
  runs: RunStore,
): Outcomes => {
  /** The run whose text was taken last. */
  let acceptedKey: string | null = null
  /** How it was taken. */
  let acceptedAs: 'accepted' | 'edited' = 'accepted'

  const report = async (run: Run, outcome: Outcome, text?: string) => {
    // A discarded run has ended for the page, whatever still arrives for it.
    runs.patch(run.key, (now) => ({
      decision: { kind: outcome },
      ...(outcome === 'rejected' && isWorking(now) ? { state: { phase: 'cancelled' } } : {}),
    }))
    if (run.runId === null) return
    const { projectId, runId } = run
    await ipc.invoke(
      'ai:outcome',
      text === undefined ? { projectId, runId, outcome } : { projectId, runId, outcome, text },
    )
  }

  /** The panel says at once that an undo took the text out of the manuscript, or that a redo put it back. */
  const checkRemoved = () => {
    const run = acceptedKey === null ? undefined : runs.find(acceptedKey)
    if (run === undefined) return
    const isRemoved = editor.editedText(run.key)?.trim() === ''
    const { kind } = run.decision
    if (isRemoved && kind === acceptedAs) runs.patch(run.key, () => ({ decision: { kind: 'rejected' } }))
    if (!isRemoved && kind === 'rejected') runs.patch(run.key, () => ({ decision: { kind: acceptedAs } }))
  }
  const stop = editor.onChange(checkRemoved)

  return {
    report,
    dispose: stop,
    reopened(key) {
      if (acceptedKey === key) acceptedKey = null
    },
    async reportAccepted(run, text, outcome = 'accepted') {
      acceptedKey = run.key
      acceptedAs = outcome
      const reported = report(run, outcome, text)
      // It may have been undone while it was saved.
      checkRemoved()
      await reported
    },
    reportEdits() {
      const run = acceptedKey === null ? undefined : runs.find(acceptedKey)
      acceptedKey = null
      if (run === undefined) return
      const text = editor.editedText(run.key)
      if (text === null) return
      if (text.trim() === '') void report(run, 'rejected')
      else void report(run, 'edited', text)
    },
  }
}
