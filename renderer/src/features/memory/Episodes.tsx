import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useApp } from '../../app/AppContext.tsx'
import { formatMoment } from '../../i18n/format.ts'

/** The last exchanges with the model and what became of them. */
export const Episodes = ({ projectId }: { readonly projectId: string }) => {
  const { t } = useTranslation()
  const { memory } = useApp()
  const { episodes, moreEpisodes } = useStore(memory.store)
  return (
    <section className="settings-section" data-testid="memory-episodes">
      <h3>{t('memory.episodes')}</h3>
      {episodes.length === 0 && <p className="quiet">{t('memory.noEpisodes')}</p>}
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
      {moreEpisodes && (
        <button type="button" className="button" onClick={() => void memory.loadEpisodes(projectId, true)}>
          {t('memory.more')}
        </button>
      )}
    </section>
  )
}
