import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useEditor } from '../../app/AppContext.tsx'
import { useDocuments } from '../../app/useDocuments.ts'
import { Field } from '../../components/Field.tsx'
import { ChapterChoice } from './ChapterChoice.tsx'
import type { LateDraft } from './entryDraft.ts'

interface LateFieldsProps {
  readonly field: 'lateAliases' | 'lateRelations'
  readonly value: readonly LateDraft[]
  readonly onChange: (value: readonly LateDraft[]) => void
}

/** Aliases or relations that nobody knows before a chapter: no prompt for an earlier one says them. */
export const LateFields = ({ field, value, onChange }: LateFieldsProps) => {
  const { t } = useTranslation()
  const editor = useEditor()
  const documents = useDocuments() ?? []
  const here = useStore(editor.store, (state) => state.documentId)
  const change = (key: string, part: Partial<LateDraft>) =>
    onChange(value.map((one) => (one.key === key ? { ...one, ...part } : one)))
  const add = () => {
    const from = here ?? documents[0]?.documentId ?? ''
    onChange([...value, { key: crypto.randomUUID(), text: '', from, to: '' }])
  }
  return (
    <fieldset className="codex-progressions">
      <legend>{t(`codex.fields.${field}`)}</legend>
      {value.map(({ key, text, from, to }) => (
        <div key={key} className="codex-progression">
          <Field
            label={t(`codex.late.${field}`)}
            value={text}
            maxLength={500}
            onChange={(next) => change(key, { text: next })}
          />
          <ChapterChoice
            label={t('codex.knownFrom')}
            value={from}
            none={t('codex.alwaysKnown')}
            onChange={(next) => change(key, { from: next })}
          />
          {field === 'lateAliases' && (
            <ChapterChoice
              label={t('codex.to')}
              value={to}
              none={t('codex.lasting')}
              onChange={(next) => change(key, { to: next })}
            />
          )}
          <button
            type="button"
            className="button"
            onClick={() => onChange(value.filter((one) => one.key !== key))}
          >
            {t(`codex.remove.${field}`)}
          </button>
        </div>
      ))}
      <button type="button" className="button" onClick={add}>
        {t(`codex.add.${field}`)}
      </button>
    </fieldset>
  )
}
