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
          icon={viewerWide ? Minimize2 : Maximize2}
          iconSize={14}
          label={t(viewerWide ? 'viewer.narrow' : 'viewer.widen')}
          onPress={() => view.setState({ viewerWide: !viewerWide })}
        />
      )}
      <IconButton icon={X} label={t('viewer.close')} onPress={() => view.setState({ viewerOpen: false })} />
    </span>
  )
}
