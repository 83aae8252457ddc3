import { type Extension, Prec, StateEffect } from '@codemirror/state'
import { EditorView, keymap, ViewPlugin, type ViewUpdate } from '@codemirror/view'
import type { TextBox, ViewBox } from '../atTheText/boxPlace.ts'
import { openSuggestion } from './suggestion.ts'

/** What stands at the selection, and where that is. */
export interface AtSelection {
  /** `bar`: buttons; `line`: a field for an instruction, also at a caret. */
  readonly kind: 'bar' | 'line'
  /** It was called by a key or a command, so it takes the focus. */
  readonly byKey: boolean
  readonly text: TextBox
  readonly view: ViewBox
}

export interface SelectionWatchOptions {
  /** Null: nothing stands there. */
  readonly report: (at: AtSelection | null) => void
  /** Whether the bar appears by itself. */
  readonly isBarOn: () => boolean
}

type Kind = AtSelection['kind']

/** For how long a selection has to stay before the bar appears. */
const restMs = 350
/** Height of the footer that lies over the end of the text. */
const footerPx = 42

const showAt = StateEffect.define<Kind | null>()

/** Shows something at the selection, which comes into view with room below it; null: nothing. */
export const showAtSelection = (view: EditorView, kind: Kind | null) => {
  const intoView = EditorView.scrollIntoView(view.state.selection.main.to, { y: 'nearest' })
  view.dispatch({ effects: kind === null ? showAt.of(null) : [showAt.of(kind), intoView] })
}

/** A line that is not drawn has the place that its height and those before it give. */
const edgesAt = (view: EditorView, position: number, side: 1 | -1) => {
  const drawn = view.coordsAtPos(position, side)
  if (drawn !== null) return drawn
  const { top, bottom } = view.lineBlockAt(position)
  return { top: view.documentTop + top, bottom: view.documentTop + bottom, left: 0 }
}

const measured = (view: EditorView): Pick<AtSelection, 'text' | 'view'> => {
  const { from, to } = view.state.selection.main
  // A line selected with its break ends in front of the next one.
  const end = to > from && view.state.doc.lineAt(to).from === to ? to - 1 : to
  const first = edgesAt(view, from, 1)
  const last = edgesAt(view, end, end > from ? -1 : 1)
  const { top, bottom } = view.scrollDOM.getBoundingClientRect()
  const { left, right } = view.contentDOM.getBoundingClientRect()
  return {
    text: { top: first.top, bottom: Math.max(first.bottom, last.bottom), left: Math.max(left, first.left) },
    view: { top, bottom: bottom - footerPx, left, right },
  }
}

const isInside = (element: Element | null) => element?.closest('[data-at-selection]') !== null

/**
 * Watches for a selection that the writer made and that rests, and reports where it is, also while the text is scrolled.
 * Nothing appears while an input method composes, and no bar while a suggestion is open; Escape in the text hides it.
 */
export const selectionWatch = ({ report, isBarOn }: SelectionWatchOptions): Extension => {
  const plugin = ViewPlugin.fromClass(
    class {
      readonly view: EditorView
      kind: Kind | null = null
      byKey = false
      isPressed = false
      timer: ReturnType<typeof setTimeout> | undefined
      constructor(view: EditorView) {
        this.view = view
        view.scrollDOM.addEventListener('scroll', this.measure, { passive: true })
        view.contentDOM.addEventListener('pointerdown', this.press)
        window.addEventListener('pointerup', this.release)
      }
      readonly press = () => {
        this.isPressed = true
      }
      readonly release = () => {
        if (!this.isPressed) return
        this.isPressed = false
        this.rest()
      }
      readonly measure = () => {
        if (this.kind === null) return
        this.view.requestMeasure({
          key: this,
          read: measured,
          write: (place) => {
            if (this.kind !== null) report({ kind: this.kind, byKey: this.byKey, ...place })
          },
        })
      }
      rest() {
        clearTimeout(this.timer)
        this.timer = setTimeout(() => {
          if (this.kind === null && isBarOn() && !this.isPressed && this.view.hasFocus)
            this.show('bar', false)
        }, restMs)
      }
      show(kind: Kind, byKey: boolean) {
        const { state, composing } = this.view
        const hasBar = !state.selection.main.empty && openSuggestion(state) === null
        if (composing || (kind === 'bar' && !hasBar)) return
        this.kind = kind
        this.byKey = byKey
        this.measure()
      }
      hide(): boolean {
        clearTimeout(this.timer)
        if (this.kind === null) return false
        this.kind = null
        report(null)
        return true
      }
      update(update: ViewUpdate) {
        const { docChanged, selectionSet, state, transactions, geometryChanged, focusChanged } = update
        if (docChanged || selectionSet || (this.kind === 'bar' && openSuggestion(state) !== null)) this.hide()
        const isMade = transactions.some(
          (step) => step.isUserEvent('select') && !step.isUserEvent('select.search'),
        )
        if (isMade && !state.selection.main.empty) this.rest()
        const request = transactions.flatMap(({ effects }) => effects).findLast((effect) => effect.is(showAt))
        if (request?.value === null) this.hide()
        else if (request !== undefined) this.show(request.value, true)
        else if (
          this.kind === 'bar' &&
          focusChanged &&
          !this.view.hasFocus &&
          !isInside(document.activeElement)
        )
          this.hide()
        else if (geometryChanged) this.measure()
      }
      destroy() {
        this.hide()
        this.view.scrollDOM.removeEventListener('scroll', this.measure)
        this.view.contentDOM.removeEventListener('pointerdown', this.press)
        window.removeEventListener('pointerup', this.release)
      }
    },
  )
  const hide = (view: EditorView) => view.plugin(plugin)?.hide() ?? false
  return [plugin, Prec.high(keymap.of([{ key: 'Escape', run: hide }]))]
}
