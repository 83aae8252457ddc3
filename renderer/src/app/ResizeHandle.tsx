import type { KeyboardEvent, PointerEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useViewStore } from './AppContext.tsx'
import { panelWidths } from './viewStore.ts'

const stepPx = 16

/** The left edge of the AI panel: drag it, or move it with the arrow keys. */
export const ResizeHandle = () => {
  const { t } = useTranslation()
  const view = useViewStore()
  const width = useStore(view, (state) => state.panelWidth)
  const setWidth = (next: number) => {
    const bounded = Math.min(panelWidths.most, Math.max(panelWidths.least, Math.round(next)))
    view.setState({ panelWidth: bounded })
  }
  const onPointerMove = (event: PointerEvent) => {
    if (event.currentTarget.hasPointerCapture(event.pointerId)) setWidth(window.innerWidth - event.clientX)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowLeft') setWidth(width + stepPx)
    if (event.key === 'ArrowRight') setWidth(width - stepPx)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: an <hr> cannot take focus and be moved
    <div
      className="resize-handle"
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={t('top.panel')}
      aria-valuenow={width}
      aria-valuemin={panelWidths.least}
      aria-valuemax={panelWidths.most}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={onPointerMove}
      onKeyDown={onKeyDown}
    />
  )
}
