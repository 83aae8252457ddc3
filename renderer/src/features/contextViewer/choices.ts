import { createStore, type StoreApi } from 'zustand/vanilla'
import type { AssembleRequest } from '#contract/context.ts'
import type { EditorStore } from '../editor/editorStore.ts'

/** What the writer wishes for the next request of the open chapter. */
interface ChoicesState {
  /** Ids of codex entries that stand in the prompt whatever happens, until they are let go. */
  readonly pinned: readonly string[]
  /** References of parts that stay out once. */
  readonly without: readonly string[]
}

export interface Choices {
  readonly store: StoreApi<ChoicesState>
  toggle(kind: keyof ChoicesState, reference: string): void
  clear(): void
  /** What a request says of it. */
  forRequest(): Pick<AssembleRequest, 'pinned' | 'without'>
  /** A request was sent: what was to stay out once has stayed out. */
  sent(): void
  dispose(): void
}

const nothing: ChoicesState = { pinned: [], without: [] }

/** Belongs to the open chapter; another one begins without any. */
export const createChoices = (editor: EditorStore): Choices => {
  const store = createStore<ChoicesState>(() => nothing)
  const stop = editor.subscribe(({ projectId, documentId }, before) => {
    if (projectId !== before.projectId || documentId !== before.documentId) store.setState(nothing)
  })
  return {
    store,
    toggle(kind, reference) {
      const selected = store.getState()[kind]
      const otherReferences = selected.filter((each) => each !== reference)
      store.setState({
        [kind]: otherReferences.length < selected.length ? otherReferences : [...selected, reference],
      })
    },
    clear: () => store.setState(nothing),
    forRequest() {
      const { pinned, without } = store.getState()
      return {
        ...(pinned.length === 0 ? {} : { pinned: [...pinned] }),
        ...(without.length === 0 ? {} : { without: [...without] }),
      }
    },
    sent: () => store.setState({ without: [] }),
    dispose: stop,
  }
}
