import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useProjectId } from '../../app/AppContext.tsx'
import { Notice } from '../../components/Notice.tsx'
import { useErrorSentence } from '../../i18n/errorSentence.ts'
import { formatMoment } from '../../i18n/format.ts'
import { useChannelQuery } from '../../ipc/queries.ts'

const pageSize = 20

/** The last exchanges with the model and what became of them. */
export const Episodes = () => {
  const { t } = useTranslation()
  return (
    <section className="settings-section" data-testid="memory-episodes">
      <h3>{t('memory.episodes')}</h3>
      <EpisodePage />
    </section>
  )
}

/** Twenty exchanges, newest first, and the way to the older ones. */
const EpisodePage = ({ before }: { readonly before?: string }) => {
  const { t } = useTranslation()
  const sentence = useErrorSentence()
  const projectId = useProjectId()
  const [more, setMore] = useState(false)
  const input = { projectId, limit: pageSize, ...(before === undefined ? {} : { before }) }
  const { data, error } = useChannelQuery('memory:episodes', input)
  const episodes = data?.episodes ?? []
  const last = episodes.length === pageSize ? episodes.at(-1) : undefined
  return (
    <>
      {error !== null && <Notice tone="danger">{sentence(error)}</Notice>}
      {data?.episodes.length === 0 && before === undefined && (
        <p className="quiet">{t('memory.noEpisodes')}</p>
      )}
      {episodes.map(({ id, at, outcome, instruction, excerpt, text, documentId }) => (
        <div key={id} className="memory-row">
          <p className="memory-text">
            <span className="quiet">
              <time dateTime={at}>{formatMoment(at)}</time> · {t(`memory.outcomes.${outcome}`)}
              {documentId !== undefined && ` · ${documentId.replace(/^manuscript\/|\.md$/g, '')}`}
            </span>
            {instruction !== '' && <b>{instruction}</b>}
            <span className="memory-excerpt">{excerpt}</span>
            {text !== undefined && <span className="memory-excerpt">{t('memory.editedTo', { text })}</span>}
          </p>
        </div>
      ))}
      {last !== undefined && more && <EpisodePage before={last.id} />}
      {last !== undefined && !more && (
        <button type="button" className="button" onClick={() => setMore(true)}>
          {t('memory.more')}
        </button>
      )}
    </>
  )
}
