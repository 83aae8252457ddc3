import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCodex, useIpc, useProjectId, useQueries } from '../../app/AppContext.tsx'
import { AutosavedNotice } from '../autosavedForm/AutosavedForm.tsx'
import { useAutosaved } from '../autosavedForm/useAutosaved.ts'
import { entryPlace } from './codexPlace.ts'
import { EntryFields } from './EntryFields.tsx'
import type { EntryDraft } from './entryDraft.ts'
import { useEntryWords } from './entryWords.ts'
import { storedEntry } from './storedEntry.ts'
import { useCodexRows } from './useCodexRows.ts'

/** One entry, all its fields; stored in its file by itself. */
export const EntryForm = ({ id, name }: { readonly id: string; readonly name: string }) => {
  const { t } = useTranslation()
  const codex = useCodex()
  const ipc = useIpc()
  const projectId = useProjectId()
  const queries = useQueries()
  const rows = () => queries.getChannelData('codex:list', { projectId })?.entries ?? []
  const path = useCodexRows()?.find((row) => row.id === id)?.path ?? ''
  const words = useEntryWords()
  const [asking, setAsking] = useState(false)
  const saved = useAutosaved<EntryDraft>({
    path,
    place: entryPlace(projectId, id),
    ...storedEntry(ipc, { projectId, id }, rows),
    onStored: (draft) => codex.stored(id, draft.name.trim(), draft.type),
  })
  const remove = async () => {
    await saved.flush()
    saved.discard()
    await codex.remove(id)
  }
  const { value } = saved
  return (
    <form
      className="codex-form"
      data-testid="codex-form"
      onSubmit={(event) => {
        event.preventDefault()
        void saved.flush()
      }}
    >
      {value !== null && (
        <EntryFields
          value={value}
          nameError={value.name.trim() === '' ? t('codexSheet.noName') : undefined}
          onChange={saved.change}
        />
      )}
      {/* A long form: how it is stored is said wherever one is in it. */}
      <div className="codex-actions">
        <AutosavedNotice saved={saved} words={words} unready={t('codexSheet.noName')} />
        <button type="button" className="button" onClick={() => setAsking(!asking)} aria-expanded={asking}>
          {t('codex.delete')}
        </button>
        {asking && (
          <button type="button" className="button" onClick={() => void remove()}>
            {t('codex.confirmDelete', { name })}
          </button>
        )}
      </div>
    </form>
  )
}
