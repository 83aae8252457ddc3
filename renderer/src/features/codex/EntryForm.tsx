import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useApp } from '../../app/AppContext.tsx'
import { KeptNotice } from '../kept/KeptNotice.tsx'
import { useKept } from '../kept/useKept.ts'
import { entryPlace } from './codexPlace.ts'
import { EntryFields } from './EntryFields.tsx'
import type { EntryDraft } from './entryDraft.ts'
import { useEntryWords } from './entryWords.ts'
import { storedEntry } from './storedEntry.ts'

/** One entry, all its fields; stored in its file by itself. */
export const EntryForm = ({ id, name }: { readonly id: string; readonly name: string }) => {
  const { t } = useTranslation()
  const { codex, ipc, workspace } = useApp()
  const projectId = useStore(workspace.store, (state) => state.project?.projectId ?? '')
  const path = useStore(codex.store, ({ rows }) => rows?.find((row) => row.id === id)?.path ?? '')
  const words = useEntryWords()
  const [asking, setAsking] = useState(false)
  const kept = useKept<EntryDraft>({
    path,
    place: entryPlace(projectId, id),
    ...storedEntry(ipc, { projectId, id }, () => codex.store.getState().rows ?? []),
    onStored: (draft) => void codex.stored(id, draft.name.trim(), draft.type),
  })
  const remove = async () => {
    await kept.flush()
    kept.discard()
    await codex.remove(id)
  }
  const { value } = kept
  return (
    <form
      className="codex-form"
      data-testid="codex-form"
      onSubmit={(event) => {
        event.preventDefault()
        void kept.flush()
      }}
    >
      {value !== null && (
        <EntryFields
          value={value}
          nameError={value.name.trim() === '' ? t('codexSheet.noName') : undefined}
          onChange={kept.change}
        />
      )}
      {/* A long form: how it is stored is said wherever one is in it. */}
      <div className="codex-actions">
        <KeptNotice kept={kept} words={words} unready={t('codexSheet.noName')} />
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
