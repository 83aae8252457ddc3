import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useApp } from '../../app/AppContext.tsx'
import { skillName } from './skillName.ts'

const previewDelayMs = 400

/** Loads the work's skills, and previews the context of the chosen one whenever the caret rests. */
export const useSkills = () => {
  const { t } = useTranslation()
  const { ipc, panel, workspace, settings, editor, context, codex } = useApp()
  const projectId = useStore(workspace.store, (state) => state.project?.projectId)
  const { skillId, instruction } = useStore(panel)
  const modelId = useStore(settings.store, (state) => state.chosenModelId)
  const resting = useStore(editor.store, (state) => state.resting)
  const codexVersion = useStore(codex.store, (state) => state.version)

  useEffect(() => {
    if (projectId === undefined) return
    let current = true
    const load = async () => {
      const answer = await ipc.invoke('skills:list', { projectId })
      if (!current) return
      const skills = answer.ok ? answer.data.skills : []
      panel.setState({ skills: skills.map((skill) => ({ ...skill, name: skillName(skill, t) })) })
    }
    void load()
    const stopListening = ipc.on('changed', (change) => {
      const areSkills = change.paths.some((path) => path === '.creonow' || path.startsWith('.creonow/skills'))
      if (change.projectId === projectId && areSkills) void load()
    })
    return () => {
      current = false
      stopListening()
    }
  }, [ipc, panel, projectId, t])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed codex changes what would be read
  useEffect(() => {
    if (projectId === undefined || resting === null) return
    const ask = () => void context.preview({ projectId, skillId, instruction, modelId })
    const timer = setTimeout(ask, previewDelayMs)
    return () => clearTimeout(timer)
  }, [context, projectId, skillId, instruction, modelId, resting, codexVersion])
}
