import { useTranslation } from 'react-i18next'
import { useProjectId } from '../../app/AppContext.tsx'
import { Notice } from '../../components/Notice.tsx'
import { useErrorSentence } from '../../i18n/errorSentence.ts'
import { useChannelMutation, useChannelQuery } from '../../ipc/queries.ts'
import { DetailsFold } from './DetailsFold.tsx'

/** What the author has marked as no secret in this project, to be taken back. */
export const AllowedTexts = () => {
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
            <button
              type="button"
              className="link-button"
              onClick={() => void send('redaction:allow:remove', { projectId, sha256 })}
            >
              {t('viewer.takeBack')}
            </button>
            <DetailsFold>{patternId}</DetailsFold>
          </li>
        ))}
      </ul>
    </>
  )
}
