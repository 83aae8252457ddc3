import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import type { ChannelOutput } from '#contract/index.ts'
import { useEditor, useProjectId, useViewStore, useWorkspace } from '../../app/AppContext.tsx'
import { openSheet } from '../../app/viewStore.ts'
import { Button } from '../../components/Button.tsx'
import { Notice } from '../../components/Notice.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { useErrorSentence } from '../../i18n/errorSentence.ts'
import { useChannelMutation, useChannelQuery } from '../../ipc/queries.ts'
import './ChecksScreen.css'

type Finding = ChannelOutput<'continuity:decide'>

/** What the open chapter lacks before a run, and where it does not agree with cards, threads and itself. */
export const ChecksScreen = () => {
  const { t } = useTranslation()
  const editor = useEditor()
  const documentId = useStore(editor.store, (state) => (state.phase === 'ready' ? state.documentId : null))
  return (
    <>
      <p className="quiet">{t('checks.about')}</p>
      {documentId === null ? (
        <p className="quiet">{t('checks.noChapter')}</p>
      ) : (
        <>
          <Readiness key={`ready ${documentId}`} documentId={documentId} />
          <Contradictions key={documentId} documentId={documentId} />
        </>
      )}
    </>
  )
}

interface ChapterProps {
  readonly documentId: string
}

/** Names without a card, threads that are due, old synopses; one press makes all cards. */
const Readiness = ({ documentId }: ChapterProps) => {
  const { t } = useTranslation()
  const sentence = useErrorSentence()
  const view = useViewStore()
  const editor = useEditor()
  const projectId = useProjectId()
  const { cursorPosition } = editor.place()
  const { data, error } = useChannelQuery('scene:readiness:get', { projectId, documentId, cursorPosition })
  const cards = useChannelMutation('codex:cards:create')
  const fresh = data?.names.filter(({ of }) => of === null) ?? []
  const make = () =>
    void cards.send('codex:cards:create', {
      projectId,
      cards: fresh.map(({ kind, text, aliases }) => ({ type: kind, name: text, aliases })),
    })
  return (
    <section className="check-group" aria-labelledby="checks-ready" data-testid="readiness">
      <h3 id="checks-ready">{t('checks.ready')}</h3>
      {error !== null && <Notice tone="danger">{sentence(error)}</Notice>}
      {cards.error !== null && <Notice tone="danger">{sentence(cards.error)}</Notice>}
      {data === undefined && error === null && <Skeleton label={t('app.loading')} lines={3} />}
      {data && data.names.length + data.threads.length + data.synopses.length === 0 && (
        <p className="quiet">{t('checks.isReady')}</p>
      )}
      {data && data.names.length > 0 && (
        <>
          <h4>{t('checks.noCards')}</h4>
          <ul className="check-names">
            {data.names.map(({ kind, text, of }) => (
              <li key={`${kind} ${text}`}>
                {text} {of !== null && <span className="quiet">{t('checks.otherName')}</span>}
              </li>
            ))}
          </ul>
        </>
      )}
      {fresh.length > 0 && (
        <Button data-testid="make-cards" disabled={cards.isPending} onClick={make}>
          {t('checks.make', { count: fresh.length })}
        </Button>
      )}
      {data && data.threads.length > 0 && (
        <>
          <h4>{t('checks.due')}</h4>
          <ul>
            {data.threads.map(({ id, title }) => (
              <li key={id}>{title}</li>
            ))}
          </ul>
          <Button onClick={() => openSheet(view, 'threads')}>{t('checks.openThreads')}</Button>
        </>
      )}
      {data && data.synopses.length > 0 && (
        <>
          <h4>{t('checks.synopses')}</h4>
          <ul>
            {data.synopses.map((each) => (
              <li key={each.documentId}>
                {each.title} <span className="quiet">{t(`checks.synopsis.${each.state}`)}</span>
              </li>
            ))}
          </ul>
          <Button onClick={() => openSheet(view, 'synopses')}>{t('checks.openSynopses')}</Button>
        </>
      )}
    </section>
  )
}

/** Findings with both sentences; those that the author means are folded away. */
const Contradictions = ({ documentId }: ChapterProps) => {
  const { t } = useTranslation()
  const sentence = useErrorSentence()
  const projectId = useProjectId()
  const { data, error } = useChannelQuery('continuity:list', { projectId, documentId })
  const decision = useChannelMutation('continuity:decide')
  const open = data?.findings.filter(({ intended }) => !intended) ?? []
  const intended = data?.findings.filter((finding) => finding.intended) ?? []
  const row = (finding: Finding) => (
    <FindingRow
      key={`${finding.id} ${finding.from}`}
      finding={finding}
      documentId={documentId}
      onDecide={() =>
        void decision.send('continuity:decide', {
          ...{ projectId, documentId, id: finding.id, intended: !finding.intended },
        })
      }
    />
  )
  return (
    <section className="check-group" aria-labelledby="checks-contradictions" data-testid="contradictions">
      <h3 id="checks-contradictions">{t('checks.contradictions')}</h3>
      {error !== null && <Notice tone="danger">{sentence(error)}</Notice>}
      {decision.error !== null && <Notice tone="danger">{sentence(decision.error)}</Notice>}
      {data === undefined && error === null && <Skeleton label={t('app.loading')} lines={3} />}
      {data && open.length === 0 && <p className="quiet">{t('checks.none')}</p>}
      <ul className="check-findings">{open.map(row)}</ul>
      {intended.length > 0 && (
        <details>
          <summary>{t('checks.intended', { count: intended.length })}</summary>
          <ul className="check-findings">{intended.map(row)}</ul>
        </details>
      )}
    </section>
  )
}

interface FindingRowProps extends ChapterProps {
  readonly finding: Finding
  readonly onDecide: () => void
}

/** Both sentences: a click on the chapter's goes to it. */
const FindingRow = ({ finding, documentId, onDecide }: FindingRowProps) => {
  const { t } = useTranslation()
  const view = useViewStore()
  const workspace = useWorkspace()
  const { rule, text, from, to, other, intended } = finding
  const go = () => {
    if (view.getState().narrow) view.setState({ sheet: null })
    void workspace.reveal(documentId, { from, to, text })
  }
  const source = [other.title || t('checks.ownChapter'), other.chapterTitle].filter(Boolean).join(' · ')
  return (
    <li className="check-finding" data-testid="finding">
      <span className="check-rule">{t(`checks.rules.${rule}`)}</span>
      <button type="button" className="check-sentence" onClick={go}>
        {text}
      </button>
      <p>
        {other.text} <span className="quiet">{source}</span>
      </p>
      <Button onClick={onDecide}>{t(intended ? 'checks.restore' : 'checks.intend')}</Button>
    </li>
  )
}
