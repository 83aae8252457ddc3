import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useProjectId, useQueries } from '../../app/AppContext.tsx'
import { Field } from '../../components/Field.tsx'
import { Notice } from '../../components/Notice.tsx'
import { useErrorSentence } from '../../i18n/errorSentence.ts'
import { useChannelQuery } from '../../ipc/queries.ts'
import { Suggestions } from './Suggestions.tsx'
import { useCodexRows } from './useCodexRows.ts'

/** Which entries would this text trigger; and names in the manuscript that the codex does not have. */
export const MentionTest = () => {
  const { t } = useTranslation()
  const sentence = useErrorSentence()
  const projectId = useProjectId()
  const queries = useQueries()
  const rows = useCodexRows()
  const [text, setText] = useState('')
  /** The text that was tested last. */
  const [tested, setTested] = useState<string | null>(null)
  const [suggesting, setSuggesting] = useState(false)
  const test = useChannelQuery('codex:mentions', tested === null ? null : { projectId, text: tested })
  const suggestions = useChannelQuery('codex:suggestions', suggesting ? { projectId } : null)
  const suggest = () => {
    setSuggesting(true)
    void queries.fetchChannel('codex:suggestions', { projectId })
  }
  const mentions = test.data?.mentions
  const error = test.error ?? suggestions.error
  const levelOf = (id: string) => rows?.find((row) => row.id === id)?.aiContextLevel ?? 'when_detected'
  return (
    <>
      <form
        className="codex-form"
        onSubmit={(event) => {
          event.preventDefault()
          setTested(text)
        }}
      >
        <Field label={t('codex.testLabel')} value={text} rows={5} maxLength={100_000} onChange={setText} />
        <div className="form-actions">
          <button type="submit" className="button" disabled={text.trim() === ''}>
            {t('codex.testRun')}
          </button>
          <button type="button" className="button" onClick={suggest}>
            {t('codex.suggest')}
          </button>
        </div>
      </form>
      {error !== null && <Notice tone="danger">{t('codex.failed', { message: sentence(error) })}</Notice>}
      {mentions !== undefined && (
        <ul className="codex-found" data-testid="codex-mentions">
          {mentions.length === 0 && <li>{t('codex.testNone')}</li>}
          {mentions.map(({ entityId, name, key, from, confidence }) => (
            <li key={`${from} ${entityId}`}>
              {t('codex.testHit', { key, name, level: t(`codex.levels.${levelOf(entityId)}`) })}
              {confidence < 1 && t('codex.sharedNote', { note: t('codex.shared') })}
            </li>
          ))}
        </ul>
      )}
      {suggestions.data !== undefined && <Suggestions items={suggestions.data.items} />}
    </>
  )
}
