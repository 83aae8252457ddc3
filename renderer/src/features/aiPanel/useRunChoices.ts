import { useMemo } from 'react'
import { useStore } from 'zustand'
import type { RunChoices } from '#contract/runChoices.ts'
import { useSettings } from '../../app/AppContext.tsx'
import { useAppSettings, useModels } from '../settings/useAppSettings.ts'
import { type ChosenRun, chosenRun, withChoice } from './runChoices.ts'

/** What runs are started with, by skill. */
export const useChosenRuns = (): ((skillId: string) => ChosenRun) => {
  const chosenModelId = useStore(useSettings().store, (state) => state.chosenModelId)
  const remembered = useAppSettings(({ skillRuns }) => skillRuns)
  const { models, defaultModelId } = useModels()
  return (skillId) => chosenRun(remembered?.[skillId], models, { chosenModelId, defaultModelId })
}

/** The same for one skill, and how to change it; the choice is remembered for the skill. */
export const useRunChoices = (skillId: string) => {
  const settings = useSettings()
  const all = useAppSettings(({ skillRuns }) => skillRuns)
  const chosen = useChosenRuns()(skillId)
  const choose = useMemo(
    () => (change: { readonly [K in keyof RunChoices]: RunChoices[K] | undefined }) => {
      // A skill without a choice of its own follows the model that was chosen last.
      if (change.modelId !== undefined) settings.chooseModel(change.modelId)
      void settings.update({ skillRuns: withChoice(all ?? {}, skillId, change) })
    },
    [all, settings, skillId],
  )
  return { chosen, choose }
}
