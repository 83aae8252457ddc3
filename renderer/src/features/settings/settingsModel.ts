import { createStore } from 'zustand/vanilla'
import type { ModelSummary } from '#contract/ai.ts'
import type { ChannelInput, ChannelOutput } from '#contract/index.ts'
import type { AppSettings } from '#contract/settings.ts'
import type { Envelope, ErrorPayload } from '../../../../main/src/contract/result.ts'
import type { Ipc } from '../../ipc/types.ts'

export interface SettingsState {
  readonly settings: ChannelOutput<'settings:get'> | null
  readonly models: readonly ModelSummary[]
  readonly defaultModelId: string | null
  /** The model chosen in the panel for this window; null is the default one. */
  readonly chosenModelId: string | null
  readonly error: ErrorPayload | null
}

export interface SettingsModel {
  readonly store: ReturnType<typeof createSettingsStore>
  load(): Promise<void>
  update(patch: Partial<AppSettings>): Promise<boolean>
  /** Stores a key; no channel ever gives one back. */
  setKey(provider: string, key: string): Promise<boolean>
  deleteKey(provider: string): Promise<void>
  test(asked: ChannelInput<'ai:test'>): Promise<Envelope<ChannelOutput<'ai:test'>>>
  /** The names of the models that a service offers. */
  endpointModels(
    asked: ChannelInput<'ai:endpointModels'>,
  ): Promise<Envelope<ChannelOutput<'ai:endpointModels'>>>
  chooseModel(modelId: string): void
}

const createSettingsStore = () =>
  createStore<SettingsState>(() => ({
    settings: null,
    models: [],
    defaultModelId: null,
    chosenModelId: null,
    error: null,
  }))

/** Settings as main keeps them. */
export const createSettingsModel = (ipc: Ipc): SettingsModel => {
  const store = createSettingsStore()

  const loadModels = async () => {
    const answer = await ipc.invoke('ai:models', {})
    store.setState(answer.ok ? answer.data : { error: answer.error })
  }
  const reload = async () => {
    const answer = await ipc.invoke('settings:get', {})
    store.setState(answer.ok ? { settings: answer.data } : { error: answer.error })
  }

  return {
    store,
    async load() {
      await Promise.all([reload(), loadModels()])
    },
    async update(patch) {
      const answer = await ipc.invoke('settings:update', { patch })
      store.setState(answer.ok ? { settings: answer.data, error: null } : { error: answer.error })
      if (answer.ok && ('providers' in patch || 'defaultModelId' in patch)) await loadModels()
      return answer.ok
    },
    async setKey(provider, key) {
      const answer = await ipc.invoke('settings:key:set', { provider, key })
      store.setState({ error: answer.ok ? null : answer.error })
      if (answer.ok) await Promise.all([reload(), loadModels()])
      return answer.ok
    },
    async deleteKey(provider) {
      const answer = await ipc.invoke('settings:key:delete', { provider })
      store.setState({ error: answer.ok ? null : answer.error })
      if (answer.ok) await Promise.all([reload(), loadModels()])
    },
    test: (asked) => ipc.invoke('ai:test', asked),
    endpointModels: (asked) => ipc.invoke('ai:endpointModels', asked),
    chooseModel: (modelId) => store.setState({ chosenModelId: modelId }),
  }
}
