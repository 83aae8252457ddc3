import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useEditor } from '../../app/AppContext.tsx'
import { useDocuments } from '../../app/useDocuments.ts'
import { Button } from '../../components/Button.tsx'
import { Field } from '../../components/Field.tsx'
import { ChapterChoice } from './ChapterChoice.tsx'
import type { ProgressionDraft } from './entryDraft.ts'

interface ProgressionFieldsProps {
  readonly value: readonly ProgressionDraft[]
  readonly onChange: (value: readonly ProgressionDraft[]) => void
}

/** What becomes true of an entry from a chapter on; earlier chapters do not get to know it. */
export const ProgressionFields = ({ value, onChange }: ProgressionFieldsProps) => {
  const { t } = useTranslation()
  const editor = useEditor()
  const documents = useDocuments() ?? []
  const openDocumentId = useStore(editor.store, (state) => state.documentId)
  const change = (key: string, part: Partial<ProgressionDraft>) =>
    onChange(value.map((each) => (each.key === key ? { ...each, ...part } : each)))
  const add = () =>
    onChange([
      ...value,
      {
        key: crypto.randomUUID(),
        from: openDocumentId ?? documents[0]?.documentId ?? '',
        to: '',
        text: '',
        state: '',
        knownBy: '',
      },
    ])
  return (
    <fieldset className="codex-progressions">
      <legend>{t('codex.fields.progressions')}</legend>
      {value.map(({ key, from, to, text, state = '', knownBy }, at) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset has a frame and a width of its own
        <div
          key={key}
          className="codex-progression"
          role="group"
          aria-label={t('codex.progressionOf', { n: at + 1 })}
        >
          <ChapterChoice
            label={t('codex.from')}
            value={from}
            onChange={(next) => change(key, { from: next })}
          />
          <ChapterChoice
            label={t('codex.to')}
            value={to}
            none={t('codex.lasting')}
            onChange={(next) => change(key, { to: next })}
          />
          <Field
            label={t('codex.happened')}
            value={text}
            rows={2}
            maxLength={20_000}
            onChange={(next) => change(key, { text: next })}
          />
          <Field
            label={t('codex.state')}
            hint={t('codex.hints.state')}
            value={state}
            maxLength={12}
            onChange={(next) => change(key, { state: next })}
          />
          <Field
            label={t('codex.fields.knownBy')}
            value={knownBy}
            onChange={(next) => change(key, { knownBy: next })}
          />
          <Button onClick={() => onChange(value.filter((each) => each.key !== key))}>
            {t('codex.removeProgression')}
          </Button>
        </div>
      ))}
      <Button onClick={add}>{t('codex.addProgression')}</Button>
    </fieldset>
  )
}
