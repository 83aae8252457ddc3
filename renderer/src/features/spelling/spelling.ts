import type { Extension } from '@codemirror/state'
import { type EditorView, ViewPlugin } from '@codemirror/view'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { checkAgain, type MisspeltWord, misspellings } from './misspellings.ts'
import { nameWords } from './nameWords.ts'
import { createWordLookup, type DictionaryWorker } from './wordLookup.ts'

/** The spelling of the open chapter. */
export interface Spelling {
  readonly extension: Extension
  /** The word whose menu is open. */
  readonly store: StoreApi<{ readonly asked: MisspeltWord | null }>
  /** Checks with these words as good ones; null: nothing is checked. */
  check(words: readonly string[] | null): void
  /** What may have been meant, the likeliest first. */
  suggest(word: string): Promise<readonly string[]>
  close(): void
  dispose(): void
}

/** The worker is started when an English book is shown for the first time. */
export const createSpelling = (startWorker: () => DictionaryWorker): Spelling => {
  const store = createStore<{ readonly asked: MisspeltWord | null }>(() => ({ asked: null }))
  const lookup = createWordLookup(startWorker)
  const views = new Set<EditorView>()
  let names: ReadonlySet<string> | null = null
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
        onMenu: (asked) => store.setState({ asked }),
      }),
    ],
    store,
    check(words) {
      names = words && nameWords(words)
      for (const view of views) view.dispatch({ effects: checkAgain.of(null) })
    },
    suggest: lookup.suggest,
    close: () => store.setState({ asked: null }),
    dispose: lookup.dispose,
  }
}
