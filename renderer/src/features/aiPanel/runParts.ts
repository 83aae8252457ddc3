import type { EditorController } from '../editor/editorController.ts'
import { type DividedText, hasAccepted, hasOpen } from '../editor/partControls.ts'
import { isAccepted, openText } from '../editor/suggestionParts.ts'
import type { Outcomes } from './outcomes.ts'
import { isEdited, isUndecided, type Outcome, type Run, type RunStore } from './runStore.ts'

export interface RunPartsOptions {
  readonly editor: EditorController
  readonly runs: RunStore
  readonly outcomes: Pick<Outcomes, 'reopened' | 'reportAccepted'>
  /** The newest run of the chapter that is shown. */
  readonly active: () => Run | undefined
  /** Main learns of every undecided version of the request that it was not taken. */
  readonly rejectRest: (run: Run) => void
}

/** What has become of a suggestion of which every part is decided. */
export const outcomeOfParts = (divided: DividedText): Outcome => {
  if (!hasAccepted(divided)) return 'rejected'
  const { parts, text } = divided
  return parts.list.every(isAccepted) && text === parts.whole ? 'accepted' : 'edited'
}

/** What a run offers outside of the chapter: without the paragraphs that stand there already. */
export const textOutside = ({ text, divided }: Pick<Run, 'text' | 'divided'>): string =>
  divided === undefined ? text : openText(divided.parts)

export interface RunParts {
  /** Leaves what is open of a suggestion of which something is taken; false for any other. */
  leaveRest(run: Run): boolean
  dispose(): void
}

/** Follows the decisions about parts: a run is decided when all of them are, and open again when one is undone. */
export const createRunParts = ({ editor, runs, outcomes, active, rejectRest }: RunPartsOptions): RunParts => {
  const decide = async (run: Run, divided: DividedText) => {
    const whole = outcomeOfParts(divided)
    const outcome = whole === 'accepted' && isEdited(run) ? 'edited' : whole
    const anchor = editor.anchorOf(run.key)
    if (outcome === 'rejected') {
      runs.patch(run.key, () => ({ anchor, divided: undefined }))
      rejectRest(run)
      editor.focus()
      return
    }
    runs.patch(run.key, () => ({ divided, anchor, decision: { kind: outcome } }))
    rejectRest(run)
    editor.focus()
    await editor.flush()
    // It may have been undone while it was saved.
    if (runs.find(run.key)?.decision.kind === outcome)
      await outcomes.reportAccepted(run, divided.text, outcome)
  }

  const stop = editor.onParts((key) => {
    const run = active()
    const divided = editor.dividedText(key)
    if (run?.key !== key || divided === null) return
    if (!hasOpen(divided)) return void decide(run, divided)
    if (!isUndecided(run)) outcomes.reopened(key)
    runs.patch(key, (now) => ({ divided, ...(isUndecided(now) ? {} : { decision: { kind: 'undecided' } }) }))
  })

  return {
    leaveRest(run) {
      if (hasAccepted(editor.dividedText(run.key))) {
        editor.decideParts(false, 'rest')
        return true
      }
      const { divided } = run
      if (divided === undefined || !hasAccepted(divided)) return false
      // Its place is gone, and what was taken before stays taken.
      runs.patch(run.key, () => ({ decision: { kind: 'edited' } }))
      rejectRest(run)
      void outcomes.reportAccepted(run, divided.text, 'edited')
      return true
    },
    dispose: stop,
  }
}
