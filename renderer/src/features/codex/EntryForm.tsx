import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useApp } from '../../app/AppContext.tsx'
import { Choice } from '../../components/Choice.tsx'
import { Field } from '../../components/Field.tsx'
import { DraftNote } from '../drafts/DraftNote.tsx'
import { useDraft } from '../drafts/useDraft.ts'
import { AliasChips } from './AliasChips.tsx'
import { ChapterChoice } from './ChapterChoice.tsx'
import { codexTypes, type OpenEntry } from './codexModel.ts'
import { codexPlace } from './codexPlace.ts'
import { type EntryDraft, fromDraft, toDraft } from './entryDraft.ts'
import { LateFields } from './LateFields.tsx'
import { ProgressionFields } from './ProgressionFields.tsx'

const levels = ['always', 'when_detected', 'manual_only', 'never'] as const

/** Something stands in the folded part. */
const isLong = (draft: EntryDraft) =>
  draft.lateAliases.length + draft.lateRelations.length + draft.progressions.length > 0 ||
  `${draft.from}${draft.relations}${draft.constraints}${draft.knownBy}${draft.exclude}${draft.tags}` !== ''

/** One entry, all its fields; written to its file by the button, and kept as a draft until then. */
export const EntryForm = ({ open }: { readonly open: OpenEntry }) => {
  const { t } = useTranslation()
  const { codex, workspace } = useApp()
  const rows = useStore(codex.store, (state) => state.rows) ?? []
  const projectId = useStore(workspace.store, (state) => state.project?.projectId ?? '')
  const [stored] = useState(() => toDraft(open.entry, rows))
  const form = useDraft<EntryDraft>(codexPlace(projectId, open), stored)
  const draft = form.value
  const [saved, setSaved] = useState(false)
  const [asking, setAsking] = useState(false)
  const change = (part: Partial<EntryDraft>) => {
    setSaved(false)
    form.change(part)
  }
  const save = async () => {
    const done = await codex.save(fromDraft(draft, open.entry, rows))
    if (done) form.settle(draft)
    setSaved(done)
  }
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
    <form
      className="codex-form"
      data-testid="codex-form"
      onSubmit={(event) => {
        event.preventDefault()
        if (draft.name.trim() !== '') void save()
      }}
    >
      {/* A long form: what was found again is said where it is read first. */}
      {form.restored && <DraftNote draft={form} />}
      <Field
        label={t('codex.fields.name')}
        value={draft.name}
        maxLength={200}
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
      <details className="codex-more" open={isLong(stored)}>
        <summary>{t('codexSheet.more')}</summary>
        <div className="codex-form">
          <LateFields
            field="lateAliases"
            value={draft.lateAliases}
            onChange={(lateAliases) => change({ lateAliases })}
          />
          <ChapterChoice
            label={t('codex.fields.from')}
            value={draft.from}
            none={t('codex.alwaysKnown')}
            onChange={(from) => change({ from })}
          />
          <ProgressionFields
            value={draft.progressions}
            onChange={(progressions) => change({ progressions })}
          />
          {text('relations', 3)}
          <LateFields
            field="lateRelations"
            value={draft.lateRelations}
            onChange={(lateRelations) => change({ lateRelations })}
          />
          {text('constraints', 2)}
          {text('knownBy', 2)}
          {text('exclude', 2)}
          {text('tags', 2)}
          <label className="check">
            <input
              type="checkbox"
              checked={draft.caseSensitive}
              onChange={(event) => change({ caseSensitive: event.target.checked })}
            />
            {t('codex.fields.caseSensitive')}
          </label>
        </div>
      </details>
      {!form.restored && <DraftNote draft={form} />}
      <div className="form-actions codex-actions">
        <button type="submit" className="button button-primary" disabled={draft.name.trim() === ''}>
          {t('codex.save')}
        </button>
        {open.hash !== null && !asking && (
          <button type="button" className="button" onClick={() => setAsking(true)}>
            {t('codex.delete')}
          </button>
        )}
        {asking && (
          <button type="button" className="button" onClick={() => void codex.remove()}>
            {t('codex.confirmDelete', { name: open.entry.name })}
          </button>
        )}
        {saved && <span role="status">{t('codex.saved')}</span>}
      </div>
    </form>
  )
}
