import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CodexEntry } from '#contract/codex.ts'
import { useCodex, useIpc, useProjectId, useQueries } from '../../app/AppContext.tsx'
import { useDocuments } from '../../app/useDocuments.ts'
import { Button } from '../../components/Button.tsx'
import type { Ipc } from '../../ipc/types.ts'
import { AutosavedNotice } from '../autosavedForm/AutosavedForm.tsx'
import type { AutosavedSource } from '../autosavedForm/autosavedValue.ts'
import { useAutosaved } from '../autosavedForm/useAutosaved.ts'
import { entryPlace } from './codexPlace.ts'
import { EntryFields } from './EntryFields.tsx'
import { type EntryDraft, fromDraft, type Named, toDraft } from './entryDraft.ts'
import { useCodexRows } from './useCodexRows.ts'
import './EntryForm.css'

/** One entry, all its fields; stored in its file by itself. */
export const EntryForm = ({ id, name }: { readonly id: string; readonly name: string }) => {
  const { t } = useTranslation()
  const codex = useCodex()
  const ipc = useIpc()
  const projectId = useProjectId()
  const queries = useQueries()
  const rows = () => queries.getChannelData('codex:list', { projectId })?.entries ?? []
  const path = useCodexRows()?.find((row) => row.id === id)?.path ?? ''
  const describe = useEntryWords()
  const [isConfirming, setConfirming] = useState(false)
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
        <AutosavedNotice saved={saved} formatValue={describe} invalid={t('codexSheet.noName')} />
        <Button onClick={() => setConfirming(!isConfirming)} aria-expanded={isConfirming}>
          {t('codex.delete')}
        </Button>
        {isConfirming && <Button onClick={() => void remove()}>{t('codex.confirmDelete', { name })}</Button>}
      </div>
    </form>
  )
}

/** An entry of the codex as its form stores it, in the file that was read. */
const storedEntry = (
  ipc: Ipc,
  at: { readonly projectId: string; readonly id: string },
  named: () => readonly Named[],
): AutosavedSource<EntryDraft> => {
  /** As it was read or written last: what the form does not show is taken from it. */
  let before: CodexEntry | null = null
  return {
    async read() {
      const answer = await ipc.invoke('codex:read', at)
      if (!answer.ok) return answer
      before = answer.data.entry
      return { ok: true, data: { value: toDraft(before, named()), hash: answer.data.hash } }
    },
    async write(draft, baseHash) {
      if (before === null || baseHash === null) throw new Error('an entry is written before it was read')
      const entry = fromDraft(draft, before, named())
      const answer = await ipc.invoke('codex:save', { projectId: at.projectId, entry, baseHash })
      if (answer.ok) before = entry
      return answer
    },
    isReady: ({ name }) => name.trim() !== '',
    asStored: (draft) => (before === null ? draft : toDraft(fromDraft(draft, before, named()), named())),
  }
}

const textFields = ['aliases', 'relations', 'constraints', 'knownBy', 'exclude', 'tags'] as const

/** An entry as lines of text, so that two versions can be read side by side. */
const useEntryWords = (): ((draft: EntryDraft) => string) => {
  const { t } = useTranslation()
  const documents = useDocuments()
  const titleOf = (id: string) => documents?.find(({ documentId }) => documentId === id)?.title ?? id
  const when = (...chapters: readonly string[]) =>
    chapters.filter((id) => id !== '').map((id) => `${titleOf(id)} `)
  return (draft) => {
    const datedLines = (field: 'lateAliases' | 'lateRelations') =>
      draft[field].map(({ from, to, text }) => [...when(from, to), text].join(''))
    const groups = [
      [t('codex.fields.from'), draft.from === '' ? [] : when(draft.from)],
      ...textFields.map((field) => [t(`codex.fields.${field}`), draft[field].split('\n')] as const),
      [t('codex.fields.lateAliases'), datedLines('lateAliases')],
      [t('codex.fields.lateRelations'), datedLines('lateRelations')],
      [
        t('codex.fields.progressions'),
        draft.progressions.map(({ from, to, text, state = '', knownBy }) =>
          [...when(from, to), state, text, knownBy].join(' ').trim(),
        ),
      ],
      [t('codex.fields.caseSensitive'), draft.caseSensitive ? ['✓'] : []],
    ] as const
    const kind = `${t(`codex.types.${draft.type}`)} · ${t(`codex.levels.${draft.aiContextLevel}`)}`
    const paragraphs = groups.flatMap(([label, lines]) => {
      const full = lines.filter((line) => line.trim() !== '')
      return full.length === 0 ? [] : ['', label, ...full]
    })
    return [draft.name, kind, '', draft.body, ...paragraphs].join('\n')
  }
}
