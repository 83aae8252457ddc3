import { Maximize2, Minimize2, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useViewStore } from '../../app/AppContext.tsx'
import { IconButton } from '../../components/IconButton.tsx'

/** Widens the viewer to half the window, and closes it. */
export const ViewerControls = () => {
  const { t } = useTranslation()
  const view = useViewStore()
  const { viewerWide, narrow } = useStore(view)
  return (
    <span className="viewer-controls">
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
    </span>
  )
}
