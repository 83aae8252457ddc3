import { X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChannelOutput } from '#contract/index.ts'
import { useProjectId, useViewStore, useWorkspace } from '../../app/AppContext.tsx'
import { splitWords } from '../../app/splitWords.ts'
import { Button } from '../../components/Button.tsx'
import { Field } from '../../components/Field.tsx'
import { IconButton } from '../../components/IconButton.tsx'
import { Notice } from '../../components/Notice.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { VirtualList } from '../../components/VirtualList.tsx'
import { useErrorSentence } from '../../i18n/errorSentence.ts'
import { useChannelMutation, useChannelQuery } from '../../ipc/queries.ts'
import { ChapterChoice } from '../codex/ChapterChoice.tsx'
import { groupOf, keyOfRow, rowsOf, type Thread } from './threadGroups.ts'
import { useThreadMarks } from './useThreadMarks.ts'
import './ThreadsScreen.css'

/** The threads of the book by what is still to be done about them, each with its sentences. */
export const ThreadsScreen = () => {
  const { t } = useTranslation()
  const sentence = useErrorSentence()
  const projectId = useProjectId()
  const { data, error } = useChannelQuery('threads:list', { projectId })
  const marks = useThreadMarks()
  const threads = data?.threads ?? []
  const last = data?.removed[0]
  const undo = useChannelMutation('threads:restore')
  return (
    <>
      <p className="quiet">{t('threads.about')}</p>
      <div className="sheet-tools">
        <Button data-testid="thread-plant" onClick={() => void marks.plant()}>
          {t('threads.plant')}
        </Button>
      </div>
      {last !== undefined && (
        <Notice
          tone="plain"
          actions={[
            {
              label: t('threads.restore'),
              onPress: () => void undo.send('threads:restore', { projectId, id: last.id }),
            },
          ]}
        >
          {t('threads.removed', { title: last.title })}
        </Notice>
      )}
      {undo.error !== null && <Notice tone="danger">{sentence(undo.error)}</Notice>}
      {error !== null && <Notice tone="danger">{sentence(error)}</Notice>}
      {marks.error !== null && <Notice tone="danger">{sentence(marks.error)}</Notice>}
      {data === undefined && error === null && <Skeleton label={t('app.loading')} lines={4} />}
      {data?.threads.length === 0 && <p className="quiet">{t('threads.empty')}</p>}
      {threads.length > 0 && (
        <VirtualList rows={rowsOf(threads)} keyOf={keyOfRow} estimatePx={260} label={t('threads.title')}>
          {(row) =>
            'count' in row ? (
              <h3 className="thread-group">
                {t(`threads.groups.${row.group}`)} <span className="number">{row.count}</span>
              </h3>
            ) : (
              <ThreadCard thread={row} mark={marks.mark} />
            )
          }
        </VirtualList>
      )}
    </>
  )
}

interface ThreadCardProps {
  readonly thread: Thread
  readonly mark: ReturnType<typeof useThreadMarks>['mark']
}

/** One thread: its name, people and chapter, its sentences, and what can be done with it. */
const ThreadCard = ({ thread, mark }: ThreadCardProps) => {
  const { t } = useTranslation()
  const sentence = useErrorSentence()
  const projectId = useProjectId()
  const { id, state, due, marks } = thread
  const { send, error } = useChannelMutation('threads:update', 'threads:mark', 'threads:delete')
  // Only what was typed here: the thread may change meanwhile.
  const [title, setTitle] = useState<string | null>(null)
  const [people, setPeople] = useState<string | null>(null)
  const [aware, setAware] = useState<string | null>(null)
  const isOpen = state === 'planned' || state === 'planted'
  const update = (patch: Parameters<typeof send<'threads:update'>>[1]['patch']) =>
    void send('threads:update', { projectId, id, patch })
  const saveTitle = () => {
    const typed = title?.trim() ?? ''
    if (typed !== '' && typed !== thread.title) update({ title: typed })
    setTitle(null)
  }
  return (
    <article
      className={`thread-card thread-${groupOf(thread)}`}
      aria-label={t('threads.row', { title: thread.title })}
      data-testid="thread"
    >
      <Field
        label={t('threads.name')}
        value={title ?? thread.title}
        maxLength={200}
        onChange={setTitle}
        onLeave={saveTitle}
      />
      <ul className="thread-marks">
        {marks.map((each) => (
          <MarkRow
            key={each.id}
            mark={each}
            onRemove={() => void send('threads:mark', { projectId, id, remove: each.id })}
          />
        ))}
      </ul>
      {isOpen && (
        <div className="thread-fields">
          <Field
            label={t('threads.people')}
            value={people ?? thread.people.join(t('run.comma'))}
            maxLength={2000}
            onChange={setPeople}
            onLeave={() => {
              const names = people === null ? thread.people : splitWords(people)
              if (names.join() !== thread.people.join()) update({ people: [...names] })
              setPeople(null)
            }}
          />
          <ChapterChoice
            label={t('threads.due')}
            value={due ?? ''}
            none={t('threads.noDue')}
            onChange={(chapter) => update({ due: chapter === '' ? null : chapter })}
          />
          <Field
            label={t('threads.knownBy')}
            value={aware ?? (thread.knownBy ?? []).join(t('run.comma'))}
            maxLength={2000}
            hint={t('threads.everybody')}
            onChange={setAware}
            onLeave={() => {
              const names = aware === null ? (thread.knownBy ?? []) : splitWords(aware)
              if (names.join() !== (thread.knownBy ?? []).join())
                update({ knownBy: names.length === 0 ? null : [...names] })
              setAware(null)
            }}
          />
          <ChapterChoice
            label={t('threads.from')}
            value={thread.from ?? ''}
            none={t('threads.fromStart')}
            onChange={(chapter) => update({ from: chapter === '' ? null : chapter })}
          />
        </div>
      )}
      {error !== null && <Notice tone="danger">{sentence(error)}</Notice>}
      <div className="thread-actions">
        {isOpen && <Button onClick={() => void mark(id, 'paid')}>{t('threads.pay')}</Button>}
        {isOpen && <Button onClick={() => void mark(id, 'touched')}>{t('threads.touch')}</Button>}
        {isOpen && <Button onClick={() => update({ state: 'dropped' })}>{t('threads.drop')}</Button>}
        {!isOpen && <Button onClick={() => update({ state: 'planted' })}>{t('threads.reopen')}</Button>}
        <Button onClick={() => void send('threads:delete', { projectId, id })}>{t('threads.remove')}</Button>
      </div>
    </article>
  )
}

interface MarkRowProps {
  readonly mark: ChannelOutput<'threads:create'>['marks'][number]
  readonly onRemove: () => void
}

/** A sentence of a thread: a click goes to it; one that is lost stays, and says so. */
const MarkRow = ({ mark: { role, exact, place }, onRemove }: MarkRowProps) => {
  const { t } = useTranslation()
  const view = useViewStore()
  const workspace = useWorkspace()
  const go = () => {
    if (place === null) return
    if (view.getState().narrow) view.setState({ sheet: null })
    void workspace.reveal(place.documentId, { from: place.from, to: place.to, text: exact })
  }
  return (
    <li className="thread-mark">
      <span className={`thread-role thread-role-${role}`}>{t(`threads.roles.${role}`)}</span>
      {place === null ? (
        <span className="thread-lost">
          {exact}
          <span className="quiet">{t('threads.lost')}</span>
        </span>
      ) : (
        <button type="button" className="thread-sentence" onClick={go}>
          {exact}
          <span className="quiet">{place.chapterTitle}</span>
        </button>
      )}
      <IconButton icon={X} label={t('threads.removeMark', { words: exact })} onPress={onRemove} />
    </li>
  )
}
