import { createStore } from 'zustand/vanilla'

/** What the writer has chosen in the panel; view state only. */
export interface PanelState {
  readonly skillId: string
  readonly instruction: string
}

export const createPanelStore = () =>
  createStore<PanelState>(() => ({ skillId: 'continue', instruction: '' }))

export type PanelStore = ReturnType<typeof createPanelStore>
