import type { Extension, StateEffect } from '@codemirror/state'
import { type EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view'

export interface VisibleScanOptions {
  /**
   * Looks through whole lines, which begin at `from`, and resolves with what marks them; null: they stay as they are.
   * What it found is dropped when the text has changed meanwhile.
   */
  readonly scan: (text: string, from: number, view: EditorView) => Promise<StateEffect<unknown> | null>
  /** What else than a change of text or view makes the marks stale. */
  readonly isStale?: (update: ViewUpdate) => boolean
}

/** Pause after typing or scrolling before the text is looked through. */
const restMs = 300

/** Whole lines that can be seen, as one stretch. */
const stretch = ({ state, visibleRanges }: EditorView) => {
  const [first, last] = [visibleRanges[0], visibleRanges.at(-1)]
  if (first === undefined || last === undefined) return null
  return { from: state.doc.lineAt(first.from).from, to: state.doc.lineAt(last.to).to }
}

/** Looks through the text that can be seen when nothing has moved for a moment; typing never waits for it. */
export const visibleScan = ({ scan, isStale = () => false }: VisibleScanOptions): Extension =>
  ViewPlugin.fromClass(
    class {
      timer: ReturnType<typeof setTimeout> | undefined
      readonly view: EditorView
      constructor(view: EditorView) {
        this.view = view
        this.schedule()
      }
      update(update: ViewUpdate) {
        if (update.docChanged || update.viewportChanged || isStale(update)) this.schedule()
      }
      schedule() {
        clearTimeout(this.timer)
        this.timer = setTimeout(() => void this.run(), restMs)
      }
      async run() {
        const { view } = this
        // An input method loses its text when decorations change beside it.
        if (view.composing) return this.schedule()
        const visited = stretch(view)
        if (visited === null) return
        const { doc } = view.state
        const effect = await scan(doc.sliceString(visited.from, visited.to), visited.from, view)
        if (effect === null || view.state.doc !== doc || view.composing) return
        view.dispatch({ effects: effect })
      }
      destroy() {
        clearTimeout(this.timer)
      }
    },
  )
