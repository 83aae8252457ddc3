import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useContextModel } from '../../app/AppContext.tsx'
import { ExportButton } from './ExportButton.tsx'
import { runName } from './evidence.ts'
import { useRunReceipts, useShownReceipt } from './useReceipt.ts'

/** Tabs of the viewer and the choice of run. */
export const ViewerBar = ({ children }: { readonly children: ReactNode }) => {
  const { t } = useTranslation()
  const context = useContextModel()
  const shown = useStore(context.store, (state) => state.shown)
  const runs = useRunReceipts()
  const { data } = useShownReceipt()
  return (
    <div className="viewer-bar">
      {children}
      <span className="grow" />
      <select
        className="viewer-which"
        aria-label={t('viewer.which')}
        value={shown}
        onChange={(event) => context.show(event.target.value)}
      >
        <option value="preview">{t('viewer.preview')}</option>
        {runs.map((line) => (
          <option key={line.receiptId} value={line.receiptId}>
            {runName(line, t)}
          </option>
        ))}
      </select>
      {data !== undefined && <ExportButton shown={data} />}
    </div>
  )
}
