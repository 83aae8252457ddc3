import { type EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view'

/** Height of the footer that lies over the end of the text. */
const coveredPx = 42

const isInView = (view: EditorView): boolean => {
  const bar = view.dom.querySelector('.suggestion-bar')?.getBoundingClientRect()
  if (bar === undefined) return false
  const { top, bottom } = view.scrollDOM.getBoundingClientRect()
  return bar.top >= top && bar.bottom <= bottom - coveredPx
}

/** Tells whether the buttons under the suggestion can be seen, after every change of text, size or scrolling. */
export const watchBar = (tell: (inView: boolean) => void) =>
  ViewPlugin.fromClass(
    class {
      readonly view: EditorView
      constructor(view: EditorView) {
        this.view = view
        view.scrollDOM.addEventListener('scroll', this.measure, { passive: true })
      }
      readonly measure = () =>
        this.view.requestMeasure({ key: this, read: isInView, write: (inView) => tell(inView) })
      update(update: ViewUpdate) {
        if (update.geometryChanged || update.viewportChanged || update.transactions.length > 0) this.measure()
      }
      destroy() {
        this.view.scrollDOM.removeEventListener('scroll', this.measure)
      }
    },
  )
