import type { Extension } from '@codemirror/state'
import { type EditorView, ViewPlugin } from '@codemirror/view'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { checkAgain, type MisspellingOptions, type MisspeltWord, misspellings } from './misspellings.ts'
import { nameWords } from './nameWords.ts'
import { createWordLookup, type DictionaryWorker } from './wordLookup.ts'

/** The spelling of the open chapter. */
export interface Spelling {
  readonly extension: Extension
  /** The word whose menu is open. */
  readonly store: StoreApi<{ readonly asked: MisspeltWord | null }>
  /** Checks with these words as good ones; null: no spelling is checked. */
  check(words: readonly string[] | null): void
  /** Looks again where words of lists stand; false: there are no lists. */
  checkLists(hasLists: boolean): void
  /** What may have been meant, the likeliest first. */
  suggest(word: string): Promise<readonly string[]>
  close(): void
  dispose(): void
}

/** The worker is started when an English book is shown for the first time. */
export const createSpelling = (
  startWorker: () => DictionaryWorker,
  findListed: MisspellingOptions['findListed'],
): Spelling => {
  const store = createStore<{ readonly asked: MisspeltWord | null }>(() => ({ asked: null }))
  const lookup = createWordLookup(startWorker)
  const views = new Set<EditorView>()
  let names: ReadonlySet<string> | null = null
  let hasLists = false
  const again = () => {
    for (const view of views) view.dispatch({ effects: checkAgain.of(null) })
  }
  const watchViews = ViewPlugin.define((view) => {
    views.add(view)
    return { destroy: () => void views.delete(view) }
  })
  return {
    extension: [
      watchViews,
      misspellings({
        names: () => names,
        findMisspelt: lookup.misspelt,
        findListed: async (text) => (hasLists ? findListed(text) : []),
        onMenu: (asked) => store.setState({ asked }),
      }),
    ],
    store,
    check(words) {
      names = words && nameWords(words)
      again()
    },
    checkLists(present) {
      hasLists = present
      again()
    },
    suggest: lookup.suggest,
    close: () => store.setState({ asked: null }),
    dispose: lookup.dispose,
  }
}
