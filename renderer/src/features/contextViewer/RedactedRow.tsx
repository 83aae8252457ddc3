import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Receipt } from '#contract/context.ts'
import type { MaskedMatch } from '#contract/redaction.ts'
import { useIpc, useProjectId } from '../../app/AppContext.tsx'
import { Button } from '../../components/Button.tsx'
import { useErrorSentence } from '../../i18n/errorSentence.ts'
import { DetailsFold } from './DetailsFold.tsx'
import './RedactedRow.css'

interface RedactedRowProps {
  readonly row: Receipt['redaction'][number]
  /** Where it stands, as a person names it. */
  readonly place: string
}

/** One source and pattern; the page knows no text of it, so main offers the masked finds of the source. */
export const RedactedRow = ({ row, place }: RedactedRowProps) => {
  const { t } = useTranslation()
  const sentence = useErrorSentence()
  const ipc = useIpc()
  const projectId = useProjectId()
  const [matches, setMatches] = useState<readonly MaskedMatch[] | null>(null)
  const [confirming, setConfirming] = useState<MaskedMatch | null>(null)
  const [message, setMessage] = useState('')
  // A line break put before one of our own markers hides nothing.
  const hidden = row.patternId !== 'section-marker'

  const loadMatches = async () => {
    const answer = await ipc.invoke('redaction:matches', { projectId, sourceRef: row.sourceRef })
    setConfirming(null)
    setMessage(answer.ok ? '' : sentence(answer.error))
    setMatches(answer.ok ? answer.data.matches.filter((each) => each.patternId === row.patternId) : null)
  }
  const allow = async ({ index, start }: MaskedMatch) => {
    const input = { projectId, sourceRef: row.sourceRef, index, start }
    const answer = await ipc.invoke('redaction:allow:add', input)
    setConfirming(null)
    setMatches(null)
    setMessage(answer.ok ? t('viewer.allowed') : sentence(answer.error))
  }
  const nameOf = ({ start, units }: MaskedMatch) => t('viewer.masked', { start, n: units })

  return (
    <li className="evidence-row">
      {place} <span className="quiet">{t('viewer.redactedCount', { n: row.matchCount })}</span>
      {hidden && matches === null && (
        <Button variant="link" data-testid="redaction-allow" onClick={() => void loadMatches()}>
          {t('viewer.noSecret')}
        </Button>
      )}
      {matches !== null && confirming === null && (
        <ul className="allow-list" aria-label={t('viewer.whichNoSecret')}>
          {matches.length === 0 && <li className="quiet">{t('viewer.noMatches')}</li>}
          {matches.map((match) => (
            <li key={match.index}>
              <Button data-testid="redaction-match" onClick={() => setConfirming(match)}>
                {nameOf(match)}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {confirming !== null && (
        <div className="allow-question" role="alertdialog" aria-label={t('viewer.noSecret')}>
          <p>{t('viewer.allowQuestion', { text: nameOf(confirming) })}</p>
          <Button data-testid="redaction-allow-confirm" onClick={() => void allow(confirming)}>
            {t('viewer.allowConfirm')}
          </Button>
          <Button onClick={() => setConfirming(null)}>{t('viewer.allowCancel')}</Button>
        </div>
      )}
      {message !== '' && <p role="status">{message}</p>}
      <DetailsFold of={place}>{row.patternId}</DetailsFold>
    </li>
  )
}
