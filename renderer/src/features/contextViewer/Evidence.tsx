import { useTranslation } from 'react-i18next'
import type { Receipt, ReceiptChunk } from '#contract/context.ts'
import { AllowedTexts } from './AllowedTexts.tsx'
import { RedactedRow } from './RedactedRow.tsx'
import { placeOf } from './sources.ts'
import { warningSentence } from './told.ts'

interface EvidenceProps {
  readonly receipt: Receipt
  readonly chunks: readonly ReceiptChunk[]
}

/** What was redacted, and what the engine had to say. */
export const Evidence = ({ receipt, chunks }: EvidenceProps) => {
  const { t } = useTranslation()
  const { redaction, warnings } = receipt
  return (
    <>
      <section className="evidence" data-testid="ai-context-redaction">
        <h3>{t('viewer.redacted')}</h3>
        {redaction.length === 0 && <p className="quiet">{t('viewer.redactedNone')}</p>}
        <ul>
          {redaction.map((row) => (
            <RedactedRow
              key={`${row.sourceRef}-${row.patternId}`}
              row={row}
              place={placeOf(row.sourceRef, chunks, t)}
            />
          ))}
        </ul>
        <AllowedTexts />
      </section>
      {warnings.length > 0 && (
        <section className="evidence evidence-warnings" data-testid="ai-context-warnings">
          <h3>{t('viewer.warnings')}</h3>
          <ul>
            {warnings.map((warning) => (
              <li className="evidence-row" key={warning}>
                {warningSentence(warning, receipt, t)}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
