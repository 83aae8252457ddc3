import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useApp } from '../../app/AppContext.tsx'

/** The way from the left side to the writing preferences; says when something waits for a decision. */
export const MemoryEntry = () => {
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
    <section className="side-section" aria-label={t('memory.group')}>
      <div className="side-heading">
        <h2>{t('memory.group')}</h2>
      </div>
      <button
        type="button"
        className="side-link"
        data-testid="memory-open"
        onClick={() => view.setState({ memoryOpen: true })}
      >
        {t('memory.title')}
        {waiting > 0 && <span className="number">{t('memory.waiting', { n: waiting })}</span>}
      </button>
    </section>
  )
}
