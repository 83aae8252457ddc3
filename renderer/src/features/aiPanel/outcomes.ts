import type { Ipc } from '../../ipc/types.ts'
import type { EditorController } from '../editor/editorController.ts'
import { isWorking, type Outcome, type Run, type RunStore } from './runStore.ts'

export interface Outcomes {
  /** Tells main what the writer decided. */
  tell(run: Run, outcome: Outcome, text?: string): Promise<void>
  /** Tells that a text was taken, and follows what the writer makes of it. */
  tellTaken(run: Run, text: string): Promise<void>
  /**
   * A text is followed until the next run starts, the chapter is left or the page goes away: changed by then it
   * was taken with changes, with nothing left of it it was not taken after all. Told once; what the writer does
   * with it afterwards is nobody's business.
   */
  tellEdits(): void
  dispose(): void
}

export const createOutcomes = (
  ipc: Pick<Ipc, 'invoke'>,
  editor: Pick<EditorController, 'editedText' | 'onChange'>,
  runs: RunStore,
): Outcomes => {
  /** The run whose text was taken last. */
  let taken: string | null = null

  const tell = async (run: Run, outcome: Outcome, text?: string) => {
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
  const look = () => {
    const run = taken === null ? undefined : runs.find(taken)
    if (run === undefined) return
    const isGone = editor.editedText(run.key)?.trim() === ''
    const { kind } = run.decision
    if (isGone && kind === 'accepted') runs.patch(run.key, () => ({ decision: { kind: 'rejected' } }))
    if (!isGone && kind === 'rejected') runs.patch(run.key, () => ({ decision: { kind: 'accepted' } }))
  }
  const stop = editor.onChange(look)

  return {
    tell,
    dispose: stop,
    async tellTaken(run, text) {
      taken = run.key
      const told = tell(run, 'accepted', text)
      // It may have been undone while it was saved.
      look()
      await told
    },
    tellEdits() {
      const run = taken === null ? undefined : runs.find(taken)
      taken = null
      if (run === undefined) return
      const text = editor.editedText(run.key)
      if (text === null) return
      if (text.trim() === '') void tell(run, 'rejected')
      else void tell(run, 'edited', text)
    },
  }
}
