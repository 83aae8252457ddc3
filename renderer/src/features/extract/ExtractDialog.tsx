import { type FormEvent, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import type { ErrorPayload } from '../../../../main/src/contract/result.ts'
import { useChapterActions, useEditor, useIpc, useProjectId } from '../../app/AppContext.tsx'
import { useDocuments } from '../../app/useDocuments.ts'
import { Button } from '../../components/Button.tsx'
import { Choice } from '../../components/Choice.tsx'
import { DialogFrame } from '../../components/DialogFrame.tsx'
import { Notice } from '../../components/Notice.tsx'
import { useErrorSentence } from '../../i18n/errorSentence.ts'
import { useChannelQuery } from '../../ipc/queries.ts'
import type { InsertPlace } from '../plan/insertPlace.ts'
import { PlaceField } from '../plan/PlaceField.tsx'
import { ExtractRowFields } from './ExtractRowFields.tsx'
import { type ExtractKind, kindOf } from './extract.ts'
import { beatsOf, type ExtractRow, extractRows, isStorable } from './extractRows.ts'
import { storeBeats, storeCards, storeThreads } from './storeItems.ts'
import './Extract.css'

const kinds = ['chapters', 'beats', 'cards', 'threads'] as const

interface ExtractDialogProps {
  /** The answer, as the model wrote it. */
  readonly text: string
  readonly onClose: () => void
}

/** What an answer lists, read by rule: shown before it is stored, to be ticked, changed, or read as something else. */
export const ExtractDialog = ({ text, onClose }: ExtractDialogProps) => {
  const { t } = useTranslation()
  const sentence = useErrorSentence()
  const [kind, setKind] = useState<ExtractKind>(() => kindOf(text))
  const names = useNames()
  const read = useMemo(() => extractRows(text, kind, names), [text, kind, names])
  /** As the author has changed them; rows that are stored are gone. */
  const [changed, setChanged] = useState<Partial<Record<ExtractKind, readonly ExtractRow[]>>>({})
  const rows = changed[kind] ?? read
  const [place, setPlace] = useState<InsertPlace | undefined>()
  const [error, setError] = useState<ErrorPayload | null>(null)
  const [isPending, setPending] = useState(false)
  const store = useStoring()
  const documentId = useOpenChapter()
  const storable = rows.filter((row) => isStorable(row, kind))
  const change = (id: string, part: Partial<ExtractRow>) =>
    setChanged({ ...changed, [kind]: rows.map((row) => (row.id === id ? { ...row, ...part } : row)) })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isPending) return
    setPending(true)
    const stored = await store(kind, storable, { place, documentId: documentId ?? '' })
    setPending(false)
    if (stored.count === storable.length) return onClose()
    const done = new Set(storable.slice(0, stored.count).map(({ id }) => id))
    setChanged({ ...changed, [kind]: rows.filter(({ id }) => !done.has(id)) })
    setError(stored.error)
  }
  const hasPlace = kind !== 'beats' || documentId !== null
  return (
    <DialogFrame
      open
      onClose={onClose}
      title={t('extract.title')}
      closeLabel={t('chapters.close')}
      testId="extract-dialog"
      className="dialog-wide"
    >
      <form className="dialog-body extract" onSubmit={(event) => void submit(event)}>
        <Choice
          label={t('extract.as')}
          value={kind}
          options={kinds.map((each) => ({ value: each, label: t(`extract.kinds.${each}`) }))}
          onChange={setKind}
        />
        {rows.length === 0 && <p className="quiet">{t('extract.nothing')}</p>}
        {!hasPlace && <p className="quiet">{t('extract.noChapter')}</p>}
        <ol className="extract-rows" aria-label={t(`extract.kinds.${kind}`)}>
          {rows.map((row, at) => (
            <ExtractRowFields
              key={row.id}
              row={row}
              kind={kind}
              number={at + 1}
              onChange={(part) => change(row.id, part)}
            />
          ))}
        </ol>
        {kind === 'chapters' && <PlaceField place={place} onChange={setPlace} />}
        {error !== null && <Notice tone="danger">{sentence(error)}</Notice>}
        <div className="form-actions">
          <Button
            type="submit"
            variant="primary"
            data-testid="extract-store"
            disabled={storable.length === 0 || isPending || !hasPlace}
          >
            {t(`extract.add.${kind}`, { n: storable.length })}
          </Button>
          <Button onClick={onClose}>{t('plan.cancel')}</Button>
        </div>
      </form>
    </DialogFrame>
  )
}

/** Names and other names of the codex. */
const useNames = (): ReadonlySet<string> => {
  const { data } = useChannelQuery('codex:list', { projectId: useProjectId() })
  return useMemo(
    () => new Set(data?.entries.flatMap(({ name, aliases }) => [name, ...aliases]) ?? []),
    [data],
  )
}

/** Null where none is open, or front matter, which has no plan. */
const useOpenChapter = (): string | null => {
  const open = useStore(useEditor().store, ({ documentId }) => documentId)
  return (
    useDocuments()?.find(({ documentId, kind }) => documentId === open && kind === 'chapter')?.documentId ??
    null
  )
}

interface Target {
  /** Of chapters; undefined: the end of the book. */
  readonly place: InsertPlace | undefined
  /** Of beats: the open chapter. */
  readonly documentId: string
}

const useStoring = () => {
  const ipc = useIpc()
  const actions = useChapterActions()
  const projectId = useProjectId()
  return async (kind: ExtractKind, rows: readonly ExtractRow[], { place, documentId }: Target) => {
    if (kind === 'beats')
      return storeBeats(
        ipc,
        { projectId, documentId },
        rows.map(({ text }) => text.trim()),
      )
    if (kind === 'cards') return storeCards(ipc, projectId, rows)
    if (kind === 'threads')
      return storeThreads(
        ipc,
        projectId,
        rows.map(({ title }) => title),
      )
    const chapters = rows.map((row) => ({
      title: row.title,
      plan: { text: row.text.trim(), beats: beatsOf(row).map((text) => ({ text })) },
    }))
    const added = await actions.plan(chapters, place)
    return { count: added?.length ?? 0, error: null }
  }
}
