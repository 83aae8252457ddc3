import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CodexEntry } from '#contract/codex.ts'
import { useCodex, useProjectId } from '../../app/AppContext.tsx'
import { DraftNote } from '../drafts/DraftNote.tsx'
import { useDraft } from '../drafts/useDraft.ts'
import { newPlace } from './codexPlace.ts'
import { EntryFields } from './EntryFields.tsx'
import { type EntryDraft, fromDraft, toDraft } from './entryDraft.ts'
import { useCodexRows } from './useCodexRows.ts'

/** An entry that has no file yet: a draft until the button makes one. */
export const NewEntryForm = ({ entry }: { readonly entry: CodexEntry }) => {
  const { t } = useTranslation()
  const codex = useCodex()
  const rows = useCodexRows() ?? []
  const projectId = useProjectId()
  const [empty] = useState(() => toDraft(entry, rows))
  const form = useDraft<EntryDraft>(newPlace(projectId, entry.type, entry.name), empty)
  const draft = form.value
  const ready = draft.name.trim() !== ''
  const create = async () => {
    if (await codex.add(fromDraft(draft, entry, rows))) form.settle(draft)
  }
  return (
    <form
      className="codex-form"
      data-testid="codex-form"
      onSubmit={(event) => {
        event.preventDefault()
        if (ready) void create()
      }}
    >
      {/* A long form: what was found again is said where it is read first. */}
      {form.restored && <DraftNote draft={form} />}
      <EntryFields value={draft} onChange={form.change} />
      {!form.restored && <DraftNote draft={form} />}
      <div className="form-actions codex-actions">
        <button type="submit" className="button button-primary" disabled={!ready}>
          {t('codexSheet.make')}
        </button>
      </div>
    </form>
  )
}
