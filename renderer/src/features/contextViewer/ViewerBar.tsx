import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useApp } from '../../app/AppContext.tsx'
import { ExportButton } from './ExportButton.tsx'
import { runName } from './evidence.ts'

/** Tabs of the viewer and the choice of run. */
export const ViewerBar = ({ children }: { readonly children: ReactNode }) => {
  const { t } = useTranslation()
  const { context, workspace } = useApp()
  const { shown, earlier, view } = useStore(context.store)
  const projectId = useStore(workspace.store, (state) => state.project?.projectId)
  return (
    <div className="viewer-bar">
      {children}
      <span className="grow" />
      <select
        className="viewer-which"
        aria-label={t('viewer.which')}
        value={shown}
        onChange={(event) => {
          if (projectId !== undefined) void context.show(projectId, event.target.value)
        }}
      >
        <option value="preview">{t('viewer.preview')}</option>
        {earlier.map((line) => (
          <option key={line.receiptId} value={line.receiptId}>
            {runName(line, t)}
          </option>
        ))}
      </select>
      {view !== null && <ExportButton shown={view} />}
    </div>
  )
}
