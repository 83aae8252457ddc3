import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import type { MatchedChapter } from '#contract/book.ts'
import type { CodexEntry } from '#contract/codex.ts'
import type { ChannelOutput } from '#contract/index.ts'
import type { Envelope, ErrorPayload } from '../../../../main/src/contract/result.ts'
import { useCodex, useIpc, useProjectId, useWorkspace } from '../../app/AppContext.tsx'
import { Button } from '../../components/Button.tsx'
import { Field } from '../../components/Field.tsx'
import { Notice } from '../../components/Notice.tsx'
import { SideSheet } from '../../components/SideSheet.tsx'
import { useErrorSentence } from '../../i18n/errorSentence.ts'
import { useChannelQuery } from '../../ipc/queries.ts'
import { DraftNote } from '../drafts/DraftNote.tsx'
import { useDraft } from '../drafts/useDraft.ts'
import { CodexExchange } from './CodexExchange.tsx'
import { CodexList } from './CodexList.tsx'
import { newPlace } from './codexPlace.ts'
import { EntryFields } from './EntryFields.tsx'
import { EntryForm } from './EntryForm.tsx'
import { type EntryDraft, fromDraft, toDraft } from './entryDraft.ts'
import { useCodexRows } from './useCodexRows.ts'
import './CodexSheet.css'

/** The codex beside the text: entries above, the open one or the tools below. */
export const CodexSheet = () => {
  const { t } = useTranslation()
  const sentence = useErrorSentence()
  const codex = useCodex()
  const { shown, open, error: refused } = useStore(codex.store)
  const { error: unlisted } = useChannelQuery('codex:list', { projectId: useProjectId() })
  const error = refused ?? unlisted
  if (shown === null) return null
  return (
    <SideSheet
      title={t('codex.title')}
      closeLabel={t('codex.close')}
      testId="codex"
      onClose={codex.hide}
      className="codex-sheet"
    >
      <div className={open === null ? 'codex-rows' : 'codex-rows codex-rows-open'}>
        <CodexList shown={shown} openId={open?.kind === 'stored' ? open.id : null} canClose={open !== null} />
        <div className="codex-main">
          {error !== null && <Notice tone="danger">{t('codex.failed', { message: sentence(error) })}</Notice>}
          {open === null && (
            <>
              <MentionTest />
              <CodexExchange />
            </>
          )}
          {open?.kind === 'new' && <NewEntryForm key={open.entry.id} entry={open.entry} />}
          {open?.kind === 'stored' && (
            <>
              <EntryForm key={open.id} id={open.id} name={open.name} />
              <WhereMentioned key={`where ${open.id}`} name={open.name} />
            </>
          )}
        </div>
      </div>
    </SideSheet>
  )
}

/** An entry that has no file yet: a draft until the button makes one. */
const NewEntryForm = ({ entry }: { readonly entry: CodexEntry }) => {
  const { t } = useTranslation()
  const codex = useCodex()
  const rows = useCodexRows() ?? []
  const projectId = useProjectId()
  const [empty] = useState(() => toDraft(entry, rows))
  const form = useDraft<EntryDraft>(newPlace(projectId, entry.type, entry.name), empty)
  const draft = form.value
  const ready = draft.name.trim() !== ''
  const create = async () => {
    if (await codex.add(fromDraft(draft, entry, rows))) form.clearDraft(draft)
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
        <Button type="submit" variant="primary" disabled={!ready}>
          {t('codexSheet.make')}
        </Button>
      </div>
    </form>
  )
}

/** Which entries would this text trigger. */
const MentionTest = () => {
  const { t } = useTranslation()
  const sentence = useErrorSentence()
  const projectId = useProjectId()
  const rows = useCodexRows()
  const [text, setText] = useState('')
  /** The text that was tested last. */
  const [tested, setTested] = useState<string | null>(null)
  const test = useChannelQuery('codex:mentions', tested === null ? null : { projectId, text: tested })
  const mentions = test.data?.mentions
  const error = test.error
  const levelOf = (id: string) => rows?.find((row) => row.id === id)?.aiContextLevel ?? 'when_detected'
  return (
    <>
      <form
        className="codex-form"
        onSubmit={(event) => {
          event.preventDefault()
          setTested(text)
        }}
      >
        <Field label={t('codex.testLabel')} value={text} rows={5} maxLength={100_000} onChange={setText} />
        <div className="form-actions">
          <Button type="submit" disabled={text.trim() === ''}>
            {t('codex.testRun')}
          </Button>
        </div>
      </form>
      {error !== null && <Notice tone="danger">{t('codex.failed', { message: sentence(error) })}</Notice>}
      {mentions !== undefined && (
        <ul className="codex-found" data-testid="codex-mentions">
          {mentions.length === 0 && <li>{t('codex.testNone')}</li>}
          {mentions.map(({ entityId, name, key, from, confidence }) => (
            <li key={`${from} ${entityId}`}>
              {t('codex.testHit', { key, name, level: t(`codex.levels.${levelOf(entityId)}`) })}
              {confidence < 1 && t('codex.sharedNote', { note: t('codex.shared') })}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

const hitsPerChapter = 3
const maxPages = 200

/** The chapters that name an entry, with the first places of each; a press goes there. */
const WhereMentioned = ({ name }: { readonly name: string }) => {
  const { t } = useTranslation()
  const sentence = useErrorSentence()
  const ipc = useIpc()
  const workspace = useWorkspace()
  const projectId = useProjectId()
  const [chapters, setChapters] = useState<readonly MatchedChapter[] | null>(null)
  const [error, setError] = useState<ErrorPayload | null>(null)

  const search = async () => {
    const matches: MatchedChapter[] = []
    let from: string | null = null
    for (let page = 0; page < maxPages; page += 1) {
      const query = { text: name, mode: 'name', fold: true } as const
      const next: { readonly from?: string } = from === null ? {} : { from }
      const answer: Envelope<ChannelOutput<'book:search'>> = await ipc.invoke('book:search', {
        projectId,
        query,
        hitsPerChapter,
        ...next,
      })
      if (!answer.ok) return setError(answer.error)
      matches.push(...answer.data.chapters.filter(({ count }) => count > 0))
      from = answer.data.next
      if (from === null) break
    }
    setError(null)
    setChapters(matches)
  }
  return (
    <section className="codex-where" data-testid="codex-where" aria-label={t('codexSheet.where')}>
      <Button onClick={() => void search()}>{t('codexSheet.where')}</Button>
      {error !== null && <p className="form-error">{sentence(error)}</p>}
      {chapters?.length === 0 && <p className="quiet">{t('codexSheet.nowhere')}</p>}
      <ul className="codex-found">
        {chapters?.map(({ documentId, title, count, hits }) => (
          <li key={documentId} aria-label={title}>
            <b>{t('codexSheet.inChapter', { title, n: count })}</b>
            {hits.map(({ from, to, before, text, after }, at) => (
              <button
                key={from}
                type="button"
                className="codex-place"
                aria-label={`${at + 1} ${before}${text}${after}`}
                onClick={() => void workspace.reveal(documentId, { from, to, text })}
              >
                {before}
                <mark>{text}</mark>
                {after}
              </button>
            ))}
          </li>
        ))}
      </ul>
    </section>
  )
}
