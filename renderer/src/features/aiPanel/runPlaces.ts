import type { EditorController } from '../editor/editorController.ts'
import type { FindingMark } from '../editor/findingMarks.ts'
import { placeNow } from './runJournal.ts'
import { isUndecided, isWorking, type Run, type RunStore } from './runStore.ts'

export interface RunPlacesOptions {
  readonly editor: EditorController
  readonly runs: RunStore
  /** The newest run of the chapter that is shown. */
  readonly active: () => Run | undefined
  /** Where the text of a run may break a rule. */
  readonly marksOf: (run: Run) => readonly FindingMark[]
  /** Events may come in hundreds a second; the text is redrawn once per frame. */
  readonly nextFrame: (draw: () => void) => void
}

export interface RunPlaces {
  /** Shows what the active run has written, where it belongs. */
  drawSoon(): void
  /** Sees whether the place of the active run is still there. */
  check(): void
  /** While a run is written again, its old text may stand there until the new one comes. */
  retainDuring(key: string, work: () => Promise<void>): Promise<void>
  dispose(): void
}

const composingDelayMs = 120

/** Keeps the suggestion in the text and the run it belongs to together, also in a chapter that was loaded anew. */
export const createRunPlaces = ({
  editor,
  runs,
  active,
  marksOf,
  nextFrame,
}: RunPlacesOptions): RunPlaces => {
  let isFrameRequested = false
  /** The run whose place in the text the next one takes over. */
  let rewriting: string | null = null
  /** Runs whose text this page has shown in the chapter as it is loaded now. */
  const placed = new Set<string>()

  const draw = () => {
    const run = active()
    if (run === undefined || !isUndecided(run) || run.place !== 'text') return
    if (!isWorking(run) && run.text === '') editor.dropSuggestion()
    else editor.showSuggestion(run.key, run.text, isWorking(run), marksOf(run))
  }
  const drawSoon = () => {
    if (isFrameRequested) return
    isFrameRequested = true
    nextFrame(() => {
      isFrameRequested = false
      // An input method loses its text when decorations change beside it.
      if (editor.isComposing()) setTimeout(drawSoon, composingDelayMs)
      else draw()
    })
  }

  const placeAgain = ({ key, anchor, text, divided }: Run): boolean =>
    !placed.has(key) && text !== '' && anchor !== null && editor.suggestAgain(key, anchor, text, divided)

  const check = () => {
    const run = active()
    const shown = editor.suggestionKey()
    // A chapter opened again may still show what was decided or replaced meanwhile.
    if (shown !== null && shown !== rewriting && (shown !== run?.key || !isUndecided(run))) {
      editor.dropSuggestion()
    }
    if (run?.place !== 'text' || !isUndecided(run) || editor.store.getState().phase !== 'ready') return
    if (editor.suggestionKey() === run.key || placeAgain(run)) {
      placed.add(run.key)
      drawSoon()
    } else if (run.state.phase !== 'failed') runs.patch(run.key, () => ({ place: 'gone' }))
  }

  const stopListening = [
    editor.onChange(() => queueMicrotask(check)),
    editor.onOpen(() => placed.clear()),
    editor.onLeave(() => {
      const run = active()
      if (run !== undefined && editor.anchorOf(run.key) !== null)
        runs.patch(run.key, (now) => placeNow(editor, now))
    }),
  ]

  return {
    drawSoon,
    check,
    async retainDuring(key, work) {
      rewriting = key
      await work()
      rewriting = null
    },
    dispose() {
      for (const stop of stopListening) stop()
    },
  }
}
