import { useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import type { SkillSummary } from '#contract/ai.ts'
import { useContextModel, useEditor, usePanel, useProjectId } from '../../app/AppContext.tsx'
import { useChannelQuery } from '../../ipc/queries.ts'
import { skillName } from './skillName.ts'
import { useChosenRuns } from './useRunChoices.ts'

const previewDelayMs = 400

/** The project's skills, named in the language of the page; null until they are read, none when they cannot be. */
export const useSkills = (): readonly SkillSummary[] | null => {
  const { t } = useTranslation()
  const { data, error } = useChannelQuery('skills:list', { projectId: useProjectId() })
  const skills = error === null ? data?.skills : []
  return useMemo(() => skills?.map((skill) => ({ ...skill, name: skillName(skill, t) })) ?? null, [skills, t])
}

/** Previews the context of the chosen skill whenever the caret rests. */
export const usePreview = () => {
  const panel = usePanel()
  const editor = useEditor()
  const context = useContextModel()
  const projectId = useProjectId()
  const { skillId, instruction } = useStore(panel)
  const { modelId, choices } = useChosenRuns()(skillId)
  const { length } = choices
  const savedPosition = useStore(editor.store, (state) => state.savedPosition)
  useEffect(() => {
    if (savedPosition === null) return
    const preview = () => void context.preview({ projectId, skillId, instruction, modelId, length })
    const timer = setTimeout(preview, previewDelayMs)
    return () => clearTimeout(timer)
  }, [context, projectId, skillId, instruction, modelId, length, savedPosition])
}
