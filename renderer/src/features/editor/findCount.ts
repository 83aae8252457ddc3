import { getSearchQuery, type SearchQuery } from '@codemirror/search'
import type { EditorState, Text } from '@codemirror/state'
import { type EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view'

/** More are not counted one by one. */
const mostMatches = 10_000
/** Typing in the text goes before counting. */
const restMs = 150

/** Looked through in one task of the page: to the end of the line there, or until so many were found. */
const atOnce = { units: 40_000, matches: 1000 }
/** What may match over a line end has to be looked for in the whole text. */
const overLines = /\n|\\[nrsWD]|\[\^/

type Matches = readonly (readonly [from: number, to: number])[]

/** Where the matches of a query begin and end, in order: each time those found so far, the last time all. */
export function* matchesOf(doc: Text, query: SearchQuery): Generator<Matches, void> {
  const matches: [number, number][] = []
  for (let from = 0; from <= doc.length && matches.length <= mostMatches; ) {
    const to = overLines.test(query.search)
      ? doc.length
      : doc.lineAt(Math.min(from + atOnce.units, doc.length)).to
    const cursor = query.getCursor(doc, from, to)
    for (let next = cursor.next(); !next.done && matches.length <= mostMatches; next = cursor.next()) {
      matches.push([next.value.from, next.value.to])
      if (matches.length % atOnce.matches === 0) yield matches
    }
    yield matches
    from = to + 1
  }
}

/** “3 / 17” with the selection on the third match, the number of matches elsewhere; '' with nothing to look for. */
export const findWords = (state: EditorState, query: SearchQuery, matches: Matches): string => {
  if (query.search === '') return ''
  if (!query.valid) return state.phrase('not an expression')
  if (matches.length === 0) return state.phrase('nothing found')
  const total = matches.length > mostMatches ? `${mostMatches}+` : String(matches.length)
  const { from, to } = state.selection.main
  const at = matches.findIndex((match) => match[0] === from && match[1] === to)
  return at < 0 ? state.phrase('found $', total) : state.phrase('$1 of $2', at + 1, total)
}

/** How many there are, in the panel that the search extension draws. */
export const findCount = ViewPlugin.fromClass(
  class {
    matches: Matches = []
    /** What is being looked for, some of it in each task. */
    search: ReturnType<typeof matchesOf> | null = null
    counted: { readonly doc: Text; readonly query: SearchQuery } | null = null
    timer: ReturnType<typeof setTimeout> | undefined
    readonly view: EditorView
    constructor(view: EditorView) {
      this.view = view
    }
    update({ state, docChanged }: ViewUpdate) {
      clearTimeout(this.timer)
      const isSame = this.counted?.doc === state.doc && this.counted.query.eq(getSearchQuery(state))
      // The panel may be drawn after this plugin has had its turn.
      this.timer = setTimeout(() => this.show(), docChanged && !isSame ? restMs : 0)
    }
    show() {
      const field = this.view.dom.querySelector<HTMLInputElement>('.cm-search [name="search"]')
      if (field === null) return
      let counter = field.parentElement?.querySelector('.cm-search-count')
      if (!counter) {
        counter = document.createElement('output')
        counter.className = 'cm-search-count'
        field.after(counter)
        // The panel itself waits for a key to come up, which words chosen with the mouse or pasted do not have.
        const take = (event: Event) => {
          if (!(event instanceof InputEvent && event.isComposing)) field.dispatchEvent(new Event('change'))
        }
        field.addEventListener('input', take)
        field.addEventListener('compositionend', take)
        // What came before anybody listened.
        if (field.value !== getSearchQuery(this.view.state).search) field.dispatchEvent(new Event('change'))
      }
      const { state } = this.view
      const query = getSearchQuery(state)
      if (this.counted?.doc !== state.doc || !this.counted.query.eq(query)) {
        this.counted = { doc: state.doc, query }
        this.matches = []
        this.search = query.valid ? matchesOf(state.doc, query) : null
      }
      const step = this.search?.next()
      if (step?.done) this.search = null
      else if (step !== undefined) {
        this.matches = step.value
        this.timer = setTimeout(() => this.show())
        return
      }
      const label = findWords(state, query, this.matches)
      if (counter.textContent !== label) counter.textContent = label
      counter.classList.toggle('cm-search-none', query.search !== '' && this.matches.length === 0)
    }
    destroy() {
      clearTimeout(this.timer)
    }
  },
)
