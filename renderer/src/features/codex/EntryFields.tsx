import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useEditor } from '../../app/AppContext.tsx'
import { useDocuments } from '../../app/useDocuments.ts'
import { Button } from '../../components/Button.tsx'
import { CheckField } from '../../components/CheckField.tsx'
import { Choice } from '../../components/Choice.tsx'
import { Field } from '../../components/Field.tsx'
import { CacheNote } from '../aiPanel/CacheNote.tsx'
import { AliasChips } from './AliasChips.tsx'
import { ChapterChoice } from './ChapterChoice.tsx'
import { codexTypes } from './codexModel.ts'
import type { DatedDraft, EntryDraft } from './entryDraft.ts'
import { ProgressionFields } from './ProgressionFields.tsx'

const levels = ['always', 'when_detected', 'manual_only', 'never'] as const

/** Something stands in the folded part. */
const isLong = (draft: EntryDraft) =>
  draft.lateAliases.length + draft.lateRelations.length + draft.progressions.length > 0 ||
  `${draft.from}${draft.relations}${draft.constraints}${draft.knownBy}${draft.exclude}${draft.tags}` !== ''

interface EntryFieldsProps {
  readonly value: EntryDraft
  readonly nameError?: string | undefined
  readonly onChange: (part: Partial<EntryDraft>) => void
}

/** Everything an entry says: name and body first, what few entries have folded away. */
export const EntryFields = ({ value: draft, nameError, onChange: change }: EntryFieldsProps) => {
  const { t } = useTranslation()
  const [atFirst] = useState(draft)
  const text = (field: 'tags' | 'exclude' | 'constraints' | 'relations' | 'knownBy', rowCount: number) => (
    <Field
      label={t(`codex.fields.${field}`)}
      hint={t(`codex.hints.${field}`)}
      value={draft[field]}
      rows={rowCount}
      onChange={(value) => change({ [field]: value })}
    />
  )
  return (
    <>
      <Field
        label={t('codex.fields.name')}
        value={draft.name}
        maxLength={200}
        error={nameError}
        onChange={(name) => change({ name })}
      />
      <Field
        label={t('codex.fields.body')}
        value={draft.body}
        rows={14}
        maxLength={1_000_000}
        onChange={(body) => change({ body })}
      />
      <AliasChips value={draft.aliases} onChange={(aliases) => change({ aliases })} />
      <Choice
        label={t('codex.type')}
        value={draft.type}
        options={codexTypes.map((type) => ({ value: type, label: t(`codex.types.${type}`) }))}
        onChange={(type) => change({ type })}
      />
      <Choice
        label={t('codex.level')}
        value={draft.aiContextLevel}
        options={levels.map((level) => ({ value: level, label: t(`codex.levels.${level}`) }))}
        onChange={(aiContextLevel) => change({ aiContextLevel })}
      />
      {draft.aiContextLevel === 'always' && <CacheNote />}
      <details className="codex-more" open={isLong(atFirst)}>
        <summary>{t('codexSheet.more')}</summary>
        <div className="codex-form">
          <DatedFields
            field="lateAliases"
            value={draft.lateAliases}
            onChange={(lateAliases) => change({ lateAliases })}
          />
          <ChapterChoice
            label={t('codex.fields.from')}
            value={draft.from}
            none={t('codex.fromTheStart')}
            onChange={(from) => change({ from })}
          />
          <ProgressionFields
            value={draft.progressions}
            onChange={(progressions) => change({ progressions })}
          />
          {text('relations', 3)}
          <DatedFields
            field="lateRelations"
            value={draft.lateRelations}
            onChange={(lateRelations) => change({ lateRelations })}
          />
          {text('constraints', 2)}
          {text('knownBy', 2)}
          {text('exclude', 2)}
          {text('tags', 2)}
          <CheckField
            label={t('codex.fields.caseSensitive')}
            checked={draft.caseSensitive}
            onChange={(caseSensitive) => change({ caseSensitive })}
          />
        </div>
      </details>
    </>
  )
}

interface DatedFieldsProps {
  readonly field: 'lateAliases' | 'lateRelations'
  readonly value: readonly DatedDraft[]
  readonly onChange: (value: readonly DatedDraft[]) => void
}

/** Aliases or relations that nobody knows before a chapter: no prompt for an earlier one says them. */
const DatedFields = ({ field, value, onChange }: DatedFieldsProps) => {
  const { t } = useTranslation()
  const editor = useEditor()
  const documents = useDocuments() ?? []
  const openDocumentId = useStore(editor.store, (state) => state.documentId)
  const change = (key: string, part: Partial<DatedDraft>) =>
    onChange(value.map((each) => (each.key === key ? { ...each, ...part } : each)))
  const add = () => {
    const from = openDocumentId ?? documents[0]?.documentId ?? ''
    onChange([...value, { key: crypto.randomUUID(), text: '', from, to: '' }])
  }
  return (
    <fieldset className="codex-progressions">
      <legend>{t(`codex.fields.${field}`)}</legend>
      {value.map(({ key, text, from, to }) => (
        <div key={key} className="codex-progression">
          <Field
            label={t(`codex.dated.${field}`)}
            value={text}
            maxLength={500}
            onChange={(next) => change(key, { text: next })}
          />
          <ChapterChoice
            label={t('codex.revealedFrom')}
            value={from}
            none={t('codex.fromTheStart')}
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
          <Button onClick={() => onChange(value.filter((each) => each.key !== key))}>
            {t(`codex.remove.${field}`)}
          </Button>
        </div>
      ))}
      <Button onClick={add}>{t(`codex.add.${field}`)}</Button>
    </fieldset>
  )
}
