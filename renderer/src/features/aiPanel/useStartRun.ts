import { usePanel, useRuns, useSettings, useWorkspace } from '../../app/AppContext.tsx'
import type { RunSkill } from './runStore.ts'

/**
 * Starts a run of a skill in the open chapter with the chosen model, once what is typed of the plan is stored. What
 * cannot be stored of it has its notice in the panel; the run reads the plan as it is stored.
 */
export const useStartRun = () => {
  const panel = usePanel()
  const runs = useRuns()
  const settings = useSettings()
  const workspace = useWorkspace()
  return async (skill: RunSkill, instruction: string): Promise<void> => {
    const projectId = workspace.store.getState().project?.projectId
    if (projectId === undefined) return
    const { chosenModelId: modelId } = settings.store.getState()
    await panel.getState().savePlan?.()
    await runs.start({ projectId, skill, instruction, modelId })
  }
}
