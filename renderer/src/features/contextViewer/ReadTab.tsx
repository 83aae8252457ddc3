import { useTranslation } from 'react-i18next'
import { formatCount } from '../../i18n/format.ts'
import { WentAlong } from '../chat/WentAlong.tsx'
import { ChosenBar } from './ChosenBar.tsx'
import type { ReceiptView } from './contextModel.ts'
import { Evidence } from './Evidence.tsx'
import { layerNames, windowSegments } from './evidence.ts'
import { Fingerprint } from './Fingerprint.tsx'
import { LayerSection } from './LayerSection.tsx'
import { LeftOut } from './LeftOut.tsx'
import { Legend } from './Legend.tsx'
import { StackedBar } from './StackedBar.tsx'

/** The window as one bar, then the four layers in order, then what was left out and the evidence. */
export const ReadTab = ({ shown }: { readonly shown: ReceiptView }) => {
  const { t } = useTranslation()
  const { receipt, chunks } = shown
  const segments = windowSegments(receipt)
  const { budget, tokenizer, history } = receipt
  const sent = receipt.tokenCount + (history?.tokens ?? 0)
  return (
    <>
      <div className="viewer-scroll">
        <div className="window-card">
          <p className="window-heading number">
            <b>{formatCount(sent)}</b>
            <span>{` / ${t('viewer.window', { total: formatCount(budget.windowTokens) })}`}</span>
            <span className="grow" />
            <span>{t(tokenizer.exact ? 'viewer.exact' : 'viewer.estimated', { id: tokenizer.id })}</span>
          </p>
          <StackedBar segments={segments} total={budget.windowTokens} tall />
          <Legend segments={segments} />
          {history && <WentAlong history={history} />}
        </div>
        <ChosenBar />
        {layerNames.map((layer) => (
          <LayerSection
            key={layer}
            layer={layer}
            tokens={receipt.layers[layer].tokens}
            chunks={chunks.filter((chunk) => chunk.layer === layer && chunk.action !== 'dropped')}
            redaction={receipt.redaction}
          />
        ))}
        <LeftOut trim={receipt.trim} chunks={chunks} />
        <Evidence receipt={receipt} chunks={chunks} />
      </div>
      <Fingerprint receipt={receipt} />
    </>
  )
}
