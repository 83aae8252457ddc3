import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useApp } from '../../app/AppContext.tsx'
import { Field } from '../../components/Field.tsx'
import type { ProgressionDraft } from './entryDraft.ts'

interface ProgressionFieldsProps {
  readonly value: readonly ProgressionDraft[]
  readonly onChange: (value: readonly ProgressionDraft[]) => void
}

/** What becomes true of an entry from a chapter on; earlier chapters do not get to know it. */
export const ProgressionFields = ({ value, onChange }: ProgressionFieldsProps) => {
  const { t } = useTranslation()
  const { workspace, editor } = useApp()
  const documents = useStore(workspace.store, (state) => state.documents) ?? []
  const here = useStore(editor.store, (state) => state.documentId)
  const change = (key: string, part: Partial<ProgressionDraft>) =>
    onChange(value.map((one) => (one.key === key ? { ...one, ...part } : one)))
  const chapters = (selected: string) => {
    const gone = selected !== '' && !documents.some(({ documentId }) => documentId === selected)
    return (
      <>
        {gone && <option value={selected}>{t('codex.goneChapter', { id: selected })}</option>}
        {documents.map(({ documentId, title }) => (
          <option key={documentId} value={documentId}>
            {title}
          </option>
        ))}
      </>
    )
  }
  const add = () =>
    onChange([
      ...value,
      {
        key: crypto.randomUUID(),
        from: here ?? documents[0]?.documentId ?? '',
        to: '',
        text: '',
        knownBy: '',
      },
    ])
  return (
    <fieldset className="codex-progressions">
      <legend>{t('codex.fields.progressions')}</legend>
      {value.map(({ key, from, to, text, knownBy }) => (
        <div key={key} className="codex-progression">
          <label>
            {t('codex.from')}
            <select
              className="field"
              value={from}
              onChange={(event) => change(key, { from: event.target.value })}
            >
              {chapters(from)}
            </select>
          </label>
          <label>
            {t('codex.to')}
            <select
              className="field"
              value={to}
              onChange={(event) => change(key, { to: event.target.value })}
            >
              <option value="">{t('codex.lasting')}</option>
              {chapters(to)}
            </select>
          </label>
          <Field
            label={t('codex.happened')}
            value={text}
            rows={2}
            maxLength={20_000}
            onChange={(next) => change(key, { text: next })}
          />
          <Field
            label={t('codex.fields.knownBy')}
            value={knownBy}
            onChange={(next) => change(key, { knownBy: next })}
          />
          <button
            type="button"
            className="button"
            onClick={() => onChange(value.filter((one) => one.key !== key))}
          >
            {t('codex.removeProgression')}
          </button>
        </div>
      ))}
      <button type="button" className="button" onClick={add}>
        {t('codex.addProgression')}
      </button>
    </fieldset>
  )
}
