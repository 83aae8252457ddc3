import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Receipt } from '#contract/context.ts'
import { AllowedTexts } from './AllowedTexts.tsx'
import { warningSentence } from './evidence.ts'
import { RedactedRow } from './RedactedRow.tsx'

/** What was redacted, and what the engine had to say. */
export const Evidence = ({ receipt }: { readonly receipt: Receipt }) => {
  const { t } = useTranslation()
  const { redaction, warnings } = receipt
  const [version, setVersion] = useState(0)
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
              onAllowed={() => setVersion((known) => known + 1)}
            />
          ))}
        </ul>
        <AllowedTexts version={version} />
      </section>
      {warnings.length > 0 && (
        <section className="evidence evidence-warnings" data-testid="ai-context-warnings">
          <h3>{t('viewer.warnings')}</h3>
          <ul>
            {warnings.map((warning) => (
              <li className="evidence-row" key={warning} title={warning}>
                {warningSentence(warning, t)}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
