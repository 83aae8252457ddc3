import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useContextModel } from '../../app/AppContext.tsx'
import { formatCount } from '../../i18n/format.ts'
import { layerNames } from '../contextViewer/evidence.ts'
import { LeftOut } from '../contextViewer/LeftOut.tsx'
import { useReceipt } from '../contextViewer/useReceipt.ts'

/** What the request at the caret would hold of each layer with the budget as it is stored, and what not. */
export const CutNow = () => {
  const { t } = useTranslation()
  const context = useContextModel()
  const preview = useStore(context.store, (state) => state.preview)
  // Another budget makes another preview, under an id of its own.
  const { data: view } = useReceipt(preview?.receiptId ?? null)
  if (preview === null) return <p className="quiet">{t('budget.noPreview')}</p>
  return (
    <section aria-label={t('budget.now')} data-testid="budget-now">
      <h3>{t('budget.now')}</h3>
      <p className="number">
        {layerNames
          .map((layer) => `${t(`layer.${layer}`)} ${formatCount(preview.layers[layer].tokens)}`)
          .join(' · ')}
      </p>
      {view !== undefined && <LeftOut trim={view.receipt.trim} chunks={view.chunks} testId="budget-cut" />}
    </section>
  )
}
