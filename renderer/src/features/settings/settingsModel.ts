import { createStore } from 'zustand/vanilla'
import type { AppSettings } from '#contract/settings.ts'
import type { Envelope, ErrorPayload } from '../../../../main/src/contract/result.ts'
import type { Queries } from '../../ipc/queries.ts'

interface SettingsState {
  /** The model chosen in the panel for this window; null is the default one. */
  readonly chosenModelId: string | null
  /** Of the last change, from whichever part of the window it came. */
  readonly error: ErrorPayload | null
}

export interface SettingsModel {
  readonly store: ReturnType<typeof createSettingsStore>
  /** False when it was refused. */
  update(patch: Partial<AppSettings>): Promise<boolean>
  /** Stores a key; no channel ever gives one back. */
  setKey(provider: string, key: string): Promise<boolean>
  deleteKey(provider: string): Promise<boolean>
  chooseModel(modelId: string): void
}

const createSettingsStore = () => createStore<SettingsState>(() => ({ chosenModelId: null, error: null }))

/** Changes the settings of this computer; main owns them, and `useAppSettings` reads them. */
export const createSettingsModel = ({ ipc, setChannelData }: Queries): SettingsModel => {
  const store = createSettingsStore()
  const showError = (answer: Envelope<unknown>) => {
    store.setState({ error: answer.ok ? null : answer.error })
    return answer.ok
  }
  return {
    store,
    async update(patch) {
      const answer = await ipc.invoke('settings:update', { patch })
      if (answer.ok) setChannelData('settings:get', {}, answer.data)
      return showError(answer)
    },
    setKey: async (provider, key) => showError(await ipc.invoke('settings:key:set', { provider, key })),
    deleteKey: async (provider) => showError(await ipc.invoke('settings:key:delete', { provider })),
    chooseModel: (modelId) => store.setState({ chosenModelId: modelId }),
  }
}
