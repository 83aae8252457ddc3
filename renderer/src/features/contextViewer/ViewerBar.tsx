import { Maximize2, Minimize2, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useApp } from '../../app/AppContext.tsx'
import { IconButton } from '../../components/IconButton.tsx'
import { formatTime } from '../../i18n/format.ts'

/** Tabs of the viewer, the choice of run, widen and close. */
export const ViewerBar = ({ children }: { readonly children: ReactNode }) => {
  const { t } = useTranslation()
  const { view, context, workspace } = useApp()
  const { viewerWide, narrow } = useStore(view)
  const { shown, earlier } = useStore(context.store)
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
        {earlier.map(({ receiptId, createdAt }) => (
          <option key={receiptId} value={receiptId}>
            {t('viewer.runAt', { time: formatTime(createdAt) })}
          </option>
        ))}
      </select>
      {!narrow && (
        <IconButton
          label={t(viewerWide ? 'viewer.narrow' : 'viewer.widen')}
          onPress={() => view.setState({ viewerWide: !viewerWide })}
        >
          {viewerWide ? <Minimize2 size={14} aria-hidden /> : <Maximize2 size={14} aria-hidden />}
        </IconButton>
      )}
      <IconButton label={t('viewer.close')} onPress={() => view.setState({ viewerOpen: false })}>
        <X size={16} aria-hidden />
      </IconButton>
    </div>
  )
}
