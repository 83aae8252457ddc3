import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useContextModel, useIpc } from '../../app/AppContext.tsx'
import { Button } from '../../components/Button.tsx'
import { formatCount, lengthOf } from '../../i18n/format.ts'
import { AutosavedNotice } from '../autosavedForm/AutosavedForm.tsx'
import { useAutosaved } from '../autosavedForm/useAutosaved.ts'
import { type Layer, layerNames } from '../contextViewer/evidence.ts'
import { OmittedList } from '../contextViewer/OmittedList.tsx'
import { useReceipt } from '../contextViewer/useReceipt.ts'
import { useInterfaceLanguage } from '../settings/useAppSettings.ts'
import { type BudgetForm, formOf, isWholeNumber, layersOf, whole, withShare } from './shares.ts'
import './BudgetScreen.css'

/** How much of the window each layer may take, and what the next request would have to leave out for it. */
export const BudgetScreen = ({ projectId }: { readonly projectId: string }) => {
  const { t } = useTranslation()
  const ipc = useIpc()
  const saved = useAutosaved<BudgetForm>({
    path: '.creonow/budget.json',
    place: { projectId, form: 'budget', row: '' },
    async read() {
      const answer = await ipc.invoke('context:budget:get', { projectId })
      return answer.ok
        ? { ok: true, data: { value: formOf(answer.data.layers), hash: String(answer.data.version) } }
        : answer
    },
    async write(form, version) {
      const input = { projectId, version: Number(version), layers: layersOf(form) }
      const answer = await ipc.invoke('context:budget:update', input)
      return answer.ok ? { ok: true, data: { hash: String(answer.data.version) } } : answer
    },
    isReady: ({ minimums }) => Object.values(minimums).every(isWholeNumber),
  })
  const { value, change } = saved
  const reset = () => change(formOf(defaults))
  return (
    <div className="sheet-body">
      <p className="quiet">{t('budget.lead')}</p>
      {value !== null &&
        layerNames.map((layer) => (
          <LayerRow
            key={layer}
            layer={layer}
            share={value.shares[layer]}
            minimum={value.minimums[layer]}
            onShare={(share) => change({ shares: withShare(value.shares, layer, share) })}
            onMinimum={(minimum) => change({ minimums: { ...value.minimums, [layer]: minimum } })}
          />
        ))}
      <div className="sheet-tools">
        <Button onClick={reset}>{t('budget.reset')}</Button>
      </div>
      <AutosavedNotice saved={saved} formatValue={wordsOf} invalid={t('budget.incomplete')} />
      <CutNow />
    </div>
  )
}

/** As in a project without a budget of its own. */
const defaults = {
  rules: { ratio: 0.15, minimumTokens: 500 },
  settings: { ratio: 0.1, minimumTokens: 200 },
  retrieved: { ratio: 0.25, minimumTokens: 0 },
  immediate: { ratio: 0.5, minimumTokens: 2000 },
}

interface LayerRowProps {
  readonly layer: Layer
  readonly share: number
  readonly minimum: string
  readonly onShare: (share: number) => void
  readonly onMinimum: (minimum: string) => void
}

const LayerRow = ({ layer, share, minimum, onShare, onMinimum }: LayerRowProps) => {
  const { t } = useTranslation()
  const language = useInterfaceLanguage()
  const id = useId()
  const perCent = share / 100
  return (
    <div className="budget-layer">
      <label htmlFor={id}>{t(`layer.${layer}`)}</label>
      <input
        id={id}
        type="range"
        min={0}
        max={whole}
        step={100}
        value={share}
        aria-label={t('budget.shareOf', { layer: t(`layer.${layer}`) })}
        aria-valuetext={`${perCent}%`}
        onChange={(event) => onShare(Number(event.target.value))}
      />
      <output htmlFor={id} className="number">
        {perCent}%
      </output>
      <label className="budget-floor quiet">
        {t('budget.minimum', { n: formatCount(lengthOf(Number(minimum), language)) })}
        <input
          className="field number"
          inputMode="numeric"
          value={minimum}
          maxLength={9}
          aria-label={t('budget.minimumOf', { layer: t(`layer.${layer}`) })}
          onChange={(event) => onMinimum(event.target.value)}
        />
      </label>
      <p className="form-hint">{t(`budget.about.${layer}`)}</p>
    </div>
  )
}

const wordsOf = ({ shares, minimums }: BudgetForm) =>
  layerNames.map((layer) => `${shares[layer] / 100}% · ${minimums[layer]}`).join('\n')

/** What the request at the caret would hold of each layer with the budget as it is stored, and what not. */
const CutNow = () => {
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
      {view !== undefined && (
        <OmittedList trim={view.receipt.trim} chunks={view.chunks} testId="budget-cut" />
      )}
    </section>
  )
}
