import { createStore } from 'zustand/vanilla'
import type { SkillSummary } from '#contract/ai.ts'

/** What the writer has chosen in the panel; view state only. */
export interface PanelState {
  readonly skills: readonly SkillSummary[] | null
  readonly skillId: string
  readonly instruction: string
}

export const createPanelStore = () =>
  createStore<PanelState>(() => ({ skills: null, skillId: 'continue', instruction: '' }))

export type PanelStore = ReturnType<typeof createPanelStore>
