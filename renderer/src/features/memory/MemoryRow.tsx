import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useApp } from '../../app/AppContext.tsx'
import { openSheet } from '../../app/viewStore.ts'
import { ShelfRow } from '../../components/ShelfRow.tsx'

/** The way to the writing preferences; says when something waits for a decision. */
export const MemoryRow = () => {
  const { t } = useTranslation()
  const { view, workspace, memory } = useApp()
  const projectId = useStore(workspace.store, (state) => state.project?.projectId)
  const waiting = useStore(
    memory.store,
    ({ preferences }) => preferences?.filter(({ status }) => status === 'proposed').length ?? 0,
  )
  useEffect(() => {
    if (projectId !== undefined) void memory.load(projectId)
  }, [memory, projectId])
  return (
    <ShelfRow
      testId="memory-open"
      label={t('memory.title')}
      {...(waiting > 0 ? { count: t('memory.waiting', { n: waiting }) } : {})}
      onPress={() => openSheet(view, 'memory')}
    />
  )
}
