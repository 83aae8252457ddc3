import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useWorkspace } from '../../app/AppContext.tsx'
import { Chip } from '../../components/Chip.tsx'
import { Notice } from '../../components/Notice.tsx'
import { useErrorSentence } from '../../i18n/errorSentence.ts'
import { useChannelMutation, useChannelQuery } from '../../ipc/queries.ts'

/** The words that were added to the open book, each with a way out again; nothing where there are none. */
export const BookWords = () => {
  const { t } = useTranslation()
  const sentence = useErrorSentence()
  const workspace = useWorkspace()
  const projectId = useStore(workspace.store, (state) => state.project?.projectId)
  const listed = useChannelQuery('spelling:list', projectId === undefined ? null : { projectId })
  const { send, error } = useChannelMutation('spelling:remove')
  const words = listed.data?.words ?? []
  const failure = listed.error ?? error
  if (projectId === undefined || (words.length === 0 && failure === null)) return null
  return (
    <div className="form-field">
      <p id="book-words">{t('spelling.words')}</p>
      {failure !== null && <Notice tone="danger">{sentence(failure)}</Notice>}
      <ul className="chips" aria-labelledby="book-words" data-testid="book-words">
        {words.map((word) => (
          <li key={word}>
            <Chip
              text={word}
              label={t('spelling.remove', { word })}
              onPress={() => void send('spelling:remove', { projectId, word })}
            />
          </li>
        ))}
      </ul>
      <p className="form-hint">{t('spelling.wordsHint')}</p>
    </div>
  )
}
