import { createStore, type StoreApi } from 'zustand/vanilla'
import type { ChannelOutput } from '#contract/index.ts'
import type { ErrorPayload } from '../../../../main/src/contract/result.ts'
import type { Ipc } from '../../ipc/types.ts'
import type { EditorStore } from '../editor/editorStore.ts'
import { localDay, untilTomorrow } from './localDay.ts'

export interface DailyWordsModel {
  /** Null until it is known. */
  readonly store: StoreApi<{ readonly today: ChannelOutput<'words:today:get'> | null }>
  /** Asks again, for another work or day. */
  look(): Promise<void>
  /** In 字 or words; 0 for none. What kept it from being stored, else null. */
  setGoal(goal: number): Promise<ErrorPayload | null>
  dispose(): void
}

export interface DailyWordsOptions {
  readonly ipc: Ipc
  readonly editor: EditorStore
  readonly projectId: () => string | null
  readonly now?: () => Date
}

/** A timer may come a moment early. */
const marginMs = 500

/** Words written today in the work that is open, after each save and when a new day begins. */
export const createDailyWordsModel = (options: DailyWordsOptions): DailyWordsModel => {
  const { ipc, editor, projectId, now = () => new Date() } = options
  const store = createStore<{ today: ChannelOutput<'words:today:get'> | null }>(() => ({ today: null }))
  let timer: ReturnType<typeof setTimeout> | undefined

  const look = async () => {
    clearTimeout(timer)
    const asked = projectId()
    if (asked === null) return store.setState({ today: null })
    timer = setTimeout(() => void look(), untilTomorrow(now()) + marginMs)
    const answer = await ipc.invoke('words:today:get', { projectId: asked, day: localDay(now()) })
    if (answer.ok && projectId() === asked) store.setState({ today: answer.data })
  }

  const stop = editor.subscribe(({ save }, { save: before }) => {
    if (save.kind === 'saved' && save.at !== null && save !== before) void look()
  })

  return {
    store,
    look,
    async setGoal(goal) {
      const asked = projectId()
      if (asked === null) return null
      const answer = await ipc.invoke('words:goal:update', { projectId: asked, goal })
      await look()
      return answer.ok ? null : answer.error
    },
    dispose() {
      clearTimeout(timer)
      stop()
    },
  }
}
