import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useApp } from '../../app/AppContext.tsx'
import { formatCount } from '../../i18n/format.ts'
import type { ReceiptView } from '../contextViewer/contextModel.ts'
import { layerNames } from '../contextViewer/evidence.ts'
import { LeftOut } from '../contextViewer/LeftOut.tsx'

/** What the request at the caret would hold of each layer with the budget as it is stored, and what not. */
export const CutNow = ({ projectId }: { readonly projectId: string }) => {
  const { t } = useTranslation()
  const { ipc, context } = useApp()
  const preview = useStore(context.store, (state) => state.preview)
  const [view, setView] = useState<ReceiptView | null>(null)
  const receiptId = preview?.receiptId ?? null
  // Another budget makes another preview, under an id of its own.
  useEffect(() => {
    if (receiptId === null) return
    let current = true
    void ipc.invoke('context:receipt:read', { projectId, receiptId }).then((answer) => {
      if (current && answer.ok) setView(answer.data)
    })
    return () => {
      current = false
    }
  }, [ipc, projectId, receiptId])
  if (preview === null) return <p className="quiet">{t('budget.noPreview')}</p>
  return (
    <section aria-label={t('budget.now')} data-testid="budget-now">
      <h3>{t('budget.now')}</h3>
      <p className="number">
        {layerNames
          .map((layer) => `${t(`layer.${layer}`)} ${formatCount(preview.layers[layer].tokens)}`)
          .join(' · ')}
      </p>
      {view !== null && <LeftOut trim={view.receipt.trim} chunks={view.chunks} testId="budget-cut" />}
    </section>
  )
}
