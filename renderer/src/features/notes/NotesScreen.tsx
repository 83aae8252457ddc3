import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChannelOutput } from '#contract/index.ts'
import { useProjectId, useView, useViewStore, useWorkspace } from '../../app/AppContext.tsx'
import { Button } from '../../components/Button.tsx'
import { CheckField } from '../../components/CheckField.tsx'
import { Field } from '../../components/Field.tsx'
import { Notice } from '../../components/Notice.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { VirtualList } from '../../components/VirtualList.tsx'
import { useErrorSentence } from '../../i18n/errorSentence.ts'
import { useChannelMutation, useChannelQuery } from '../../ipc/queries.ts'
import { noticeSentence } from '../contextViewer/sentences.ts'
import { NewNote } from './NewNote.tsx'
import './NotesScreen.css'

type Note = ChannelOutput<'notes:add'>

/** The notes of the book in its order: a new one for what is selected, and what can be done with each. */
export const NotesScreen = () => {
  const { t } = useTranslation()
  const sentence = useErrorSentence()
  const projectId = useProjectId()
  const { data, error } = useChannelQuery('notes:list', { projectId })
  const target = useView(({ noteTarget }) => (noteTarget?.projectId === projectId ? noteTarget : null))
  const [isAllShown, setAllShown] = useState(false)
  const undo = useChannelMutation('notes:restore')
  const last = data?.removed[0]
  const all = data?.notes ?? []
  const resolved = all.filter(({ resolvedAt }) => resolvedAt !== null).length
  const shown = isAllShown ? all : all.filter(({ resolvedAt }) => resolvedAt === null)
  return (
    <>
      <p className="quiet">{t('notes.about')}</p>
      {target !== null && <NewNote key={`${target.documentId} ${target.start}`} target={target} />}
      {last !== undefined && (
        <Notice
          tone="plain"
          actions={[
            {
              label: t('notes.restore'),
              onPress: () => void undo.send('notes:restore', { projectId, id: last.id }),
            },
          ]}
        >
          {t('notes.removed', { text: last.text.slice(0, 40) })}
        </Notice>
      )}
      {undo.error !== null && <Notice tone="danger">{sentence(undo.error)}</Notice>}
      {error !== null && <Notice tone="danger">{sentence(error)}</Notice>}
      {data?.notices?.map((notice) => (
        <Notice key={JSON.stringify(notice)} tone="danger">
          {noticeSentence(notice, t)}
        </Notice>
      ))}
      {data === undefined && error === null && <Skeleton label={t('app.loading')} lines={4} />}
      {data?.notes.length === 0 && <p className="quiet">{t('notes.empty')}</p>}
      {resolved > 0 && (
        <CheckField
          label={t('notes.showResolved', { n: resolved })}
          checked={isAllShown}
          onChange={setAllShown}
        />
      )}
      {shown.length > 0 && (
        <VirtualList rows={shown} keyOf={({ id }) => id} estimatePx={180} label={t('notes.title')}>
          {(note) => <NoteCard note={note} />}
        </VirtualList>
      )}
    </>
  )
}

/** One note: its words, which lead to their place, its text, and what can be done with it. */
const NoteCard = ({ note }: { readonly note: Note }) => {
  const { t } = useTranslation()
  const sentence = useErrorSentence()
  const view = useViewStore()
  const workspace = useWorkspace()
  const projectId = useProjectId()
  const { send, error } = useChannelMutation('notes:edit', 'notes:remove')
  // Only what was typed here: the note may change meanwhile.
  const [typed, setTyped] = useState<string | null>(null)
  const { id, exact, place, resolvedAt } = note
  const isResolved = resolvedAt !== null
  const save = () => {
    const text = typed?.trim() ?? ''
    if (text !== '' && text !== note.text) void send('notes:edit', { projectId, id, text })
    setTyped(null)
  }
  const go = () => {
    if (place === null) return
    if (view.getState().narrow) view.setState({ sheet: null })
    void workspace.reveal(place.documentId, { from: place.from, to: place.to, text: exact })
  }
  return (
    <article
      className={`note-card${isResolved ? ' note-resolved' : ''}`}
      aria-label={t('notes.row', { text: note.text.slice(0, 40) })}
      data-testid="note"
    >
      {place === null ? (
        <p className="note-words">
          {exact}
          <span className="quiet">{t('notes.lost')}</span>
        </p>
      ) : (
        <button type="button" className="note-words" onClick={go}>
          {exact}
          <span className="quiet">{place.chapterTitle}</span>
        </button>
      )}
      <Field
        label={t('notes.text')}
        value={typed ?? note.text}
        rows={3}
        maxLength={10_000}
        onChange={setTyped}
        onLeave={save}
      />
      {error !== null && <Notice tone="danger">{sentence(error)}</Notice>}
      <div className="note-actions">
        <Button onClick={() => void send('notes:edit', { projectId, id, resolved: !isResolved })}>
          {t(isResolved ? 'notes.reopen' : 'notes.resolve')}
        </Button>
        <Button onClick={() => void send('notes:remove', { projectId, id })}>{t('notes.remove')}</Button>
      </div>
    </article>
  )
}
