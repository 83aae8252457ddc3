import type { Page } from '@playwright/test'

/** The editor of a page as it is now. */
export interface PageEditor {
  /** With `\n` between lines; a suggestion is no part of it. */
  readonly text: string
  /** Of the selection, in UTF-16 units of `text`. */
  readonly from: number
  readonly to: number
}

/** What CodeMirror leaves on its content element; `EditorView.findFromDOM` reads the same. */
interface ContentElement extends Element {
  readonly cmTile?: {
    readonly root: {
      readonly view: {
        readonly state: {
          readonly doc: { toString(): string }
          readonly selection: { readonly main: { readonly from: number; readonly to: number } }
        }
        dispatch(spec: object): void
        focus(): void
      }
    }
  }
}

/** Reads all of the text, also where it is out of view and not in the page's elements. */
export const readEditor = (page: Page): Promise<PageEditor> =>
  page.evaluate(() => {
    const content = document.querySelector('.cm-content') as ContentElement | null // CodeMirror's own
    const state = content?.cmTile?.root.view.state
    if (state === undefined) throw new Error('no editor')
    const { from, to } = state.selection.main
    return { text: state.doc.toString(), from, to }
  })

/** Puts the caret, or a selection, somewhere, as a press of the mouse does. */
export const selectInEditor = (page: Page, anchor: number, head = anchor): Promise<void> =>
  page.evaluate(
    (selection) => {
      const content = document.querySelector('.cm-content') as ContentElement | null // CodeMirror's own
      const view = content?.cmTile?.root.view
      view?.focus()
      view?.dispatch({ selection, scrollIntoView: true, userEvent: 'select.pointer' })
    },
    { anchor, head },
  )

/** Pastes text into what has the focus. */
export const paste = (page: Page, text: string): Promise<void> =>
  page.evaluate((pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', pasted)
    const target = document.activeElement
    target?.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)
