import { useTranslation } from 'react-i18next'
import type { Receipt, ReceiptChunk } from '#contract/context.ts'
import { useProjectId } from '../../app/AppContext.tsx'
import { Button } from '../../components/Button.tsx'
import { Notice } from '../../components/Notice.tsx'
import { useErrorSentence } from '../../i18n/errorSentence.ts'
import { useChannelMutation, useChannelQuery } from '../../ipc/queries.ts'
import { DetailsFold } from './DetailsFold.tsx'
import { RedactedRow } from './RedactedRow.tsx'
import { warningSentence } from './sentences.ts'
import { placeOf } from './sources.ts'
import './Evidence.css'

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

/** What the author has marked as no secret in this project, to be taken back. */
const AllowedTexts = () => {
  const { t } = useTranslation()
  const sentence = useErrorSentence()
  const projectId = useProjectId()
  const { data } = useChannelQuery('redaction:allow:list', { projectId })
  const { send, error } = useChannelMutation('redaction:allow:remove')
  const items = data?.items ?? []
  if (items.length === 0) return null
  return (
    <>
      {error !== null && <Notice tone="danger">{sentence(error)}</Notice>}
      <ul className="allowed-texts" aria-label={t('viewer.allowedTitle')}>
        {items.map(({ sha256, patternId, addedAt }) => (
          <li key={sha256} className="evidence-row">
            {t('viewer.allowedRow', { date: addedAt.slice(0, 10) })}
            <Button variant="link" onClick={() => void send('redaction:allow:remove', { projectId, sha256 })}>
              {t('viewer.takeBack')}
            </Button>
            <DetailsFold of={t('viewer.allowedRow', { date: addedAt.slice(0, 10) })}>{patternId}</DetailsFold>
          </li>
        ))}
      </ul>
    </>
  )
}
