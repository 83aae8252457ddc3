import { usePanel, useRuns, useWorkspace } from '../../app/AppContext.tsx'
import type { RunSkill } from './runStore.ts'
import { useChosenRuns } from './useRunChoices.ts'

/**
 * Starts a run of a skill in the open chapter as it is chosen for the skill, once what is typed of the plan is stored; false when
 * main did not begin it. What cannot be stored of it has its notice in the panel; the run reads the plan as it is stored.
 */
export const useStartRun = () => {
  const panel = usePanel()
  const runs = useRuns()
  const chosenRunOf = useChosenRuns()
  const workspace = useWorkspace()
  return async (skill: RunSkill, instruction: string): Promise<boolean> => {
    const projectId = workspace.store.getState().project?.projectId
    if (projectId === undefined) return false
    const { modelId, choices, versions } = chosenRunOf(skill.id)
    await panel.getState().savePlan?.()
    return runs.start({ projectId, skill, instruction, modelId, choices, versions })
  }
}
