import { createStore } from 'zustand/vanilla'

/** What the writer has chosen in the panel; view state only. */
export interface PanelState {
  readonly skillId: string
  readonly instruction: string
  /** The plan of the chapter is shown, not only its heading. */
  readonly isPlanUnfolded: boolean
  /** Stores what is typed of the plan, before a run reads it; true when it is on disk. Null: no plan is shown. */
  readonly savePlan: (() => Promise<boolean>) | null
}

export const createPanelStore = () =>
  createStore<PanelState>(() => ({
    ...{ skillId: 'continue', instruction: '' },
    ...{ isPlanUnfolded: true, savePlan: null },
  }))

export type PanelStore = ReturnType<typeof createPanelStore>
