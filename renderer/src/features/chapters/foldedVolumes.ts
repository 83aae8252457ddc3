import { createStore } from 'zustand/vanilla'
import type { Journal } from '../journal/journal.ts'

/** The folded volumes of the open work, by their titles. */
export interface FoldedVolumes {
  readonly store: ReturnType<typeof createFoldedStore>
  enter(projectId: string): Promise<void>
  toggle(title: string): void
  /** A volume has another title, and stays as it was. */
  follow(from: string, to: string): void
}

const kind = 'folded'
const createFoldedStore = () => createStore(() => ({ titles: new Set() as ReadonlySet<string> }))

/** Remembered per work in the journal, since titles are the author's words. */
export const createFoldedVolumes = (journal: Journal): FoldedVolumes => {
  const store = createFoldedStore()
  let project = ''
  const save = (titles: ReadonlySet<string>) => {
    store.setState({ titles })
    void journal.save([kind, project], [...titles])
  }
  return {
    store,
    async enter(projectId) {
      project = projectId
      store.setState({ titles: new Set() })
      const entries = await journal.list([kind, projectId])
      const stored = entries.at(-1)?.value
      if (project !== projectId || !Array.isArray(stored)) return
      store.setState({ titles: new Set(stored.filter((title) => typeof title === 'string')) })
    },
    toggle(title) {
      const titles = new Set(store.getState().titles)
      if (!titles.delete(title)) titles.add(title)
      save(titles)
    },
    follow(from, to) {
      const titles = new Set(store.getState().titles)
      if (titles.delete(from)) save(titles.add(to))
    },
  }
}
