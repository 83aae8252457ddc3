import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useApp } from '../../app/AppContext.tsx'
import { Field } from '../../components/Field.tsx'
import { Suggestions } from './Suggestions.tsx'

/** Which entries would this text trigger; and names the manuscript uses that the codex does not know. */
export const MentionTest = () => {
  const { t } = useTranslation()
  const { codex } = useApp()
  const { rows, mentions, suggestions } = useStore(codex.store)
  const [text, setText] = useState('')
  const levelOf = (id: string) => rows?.find((row) => row.id === id)?.aiContextLevel ?? 'when_detected'
  return (
    <>
      <form
        className="codex-form"
        onSubmit={(event) => {
          event.preventDefault()
          void codex.test(text)
        }}
      >
        <Field label={t('codex.testLabel')} value={text} rows={5} maxLength={100_000} onChange={setText} />
        <div className="form-actions">
          <button type="submit" className="button" disabled={text.trim() === ''}>
            {t('codex.testRun')}
          </button>
          <button type="button" className="button" onClick={() => void codex.suggest()}>
            {t('codex.suggest')}
          </button>
        </div>
      </form>
      {mentions !== null && (
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
      {suggestions !== null && <Suggestions items={suggestions} />}
    </>
  )
}
