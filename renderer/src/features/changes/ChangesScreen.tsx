import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChannelOutput } from '#contract/index.ts'
import type { StoredError } from '../../../../main/src/contract/sentences/errorSentence.ts'
import { useProjectId, useWorkspace } from '../../app/AppContext.tsx'
import { useDocuments } from '../../app/useDocuments.ts'
import { Button } from '../../components/Button.tsx'
import { Notice } from '../../components/Notice.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { useErrorSentence } from '../../i18n/errorSentence.ts'
import { formatCount } from '../../i18n/format.ts'
import { useChannelMutation, useChannelQuery } from '../../ipc/queries.ts'
import { ChangesJob } from './ChangesJob.tsx'
import './ChangesScreen.css'

type Change = ChannelOutput<'codex:changes:list'>['changes'][number]
type Decision = 'accept' | 'fact' | 'reject'

/** Of one request, by the contract. */
const maxAccepted = 10_000

/** One key for each decision on the row that has the focus. */
const decisionOfKey: Readonly<Record<string, Decision>> = { a: 'accept', f: 'fact', x: 'reject' }

/** What a model has read of changes in the chapters, for the author to accept, each with its sentence. */
export const ChangesScreen = () => {
  const { t } = useTranslation()
  const sentence = useErrorSentence()
  const projectId = useProjectId()
  const { data, error } = useChannelQuery('codex:changes:list', { projectId })
  const accepting = useChannelMutation('codex:changes:accept')
  const rejecting = useChannelMutation('codex:changes:reject')
  const [report, setReport] = useState<ChannelOutput<'codex:changes:accept'> | null>(null)
  const fault = error ?? accepting.error ?? rejecting.error
  // What is shown, not what main has by then: a job may be adding more.
  const ticked = (data?.changes ?? [])
    .flatMap(({ id, reservation }) => (reservation === undefined ? id : []))
    .slice(0, maxAccepted)
  const accept = async (changes: string[], asFact: boolean) =>
    setReport(await accepting.send('codex:changes:accept', { projectId, changes, asFact }))
  const decide = (id: string, decision: Decision) => {
    if (decision === 'reject') void rejecting.send('codex:changes:reject', { projectId, changes: [id] })
    else void accept([id], decision === 'fact')
  }
  // The contract carries codes as text.
  const failed = (report?.failed ?? []) as readonly { readonly name: string; readonly error: StoredError }[]
  return (
    <>
      <p className="quiet">{t('changes.about')}</p>
      <ChangesJob />
      {fault !== null && <Notice tone="danger">{sentence(fault)}</Notice>}
      {failed.map(({ name, error: reason }) => (
        <Notice key={name} tone="danger">
          {t('changes.notWritten', { name, reason: sentence(reason) })}
        </Notice>
      ))}
      {data === undefined && error === null && <Skeleton label={t('app.loading')} lines={4} />}
      {data?.changes.length === 0 && <p className="quiet">{t('changes.none')}</p>}
      {data !== undefined && data.dropped.notInText + data.dropped.incomplete > 0 && (
        <p className="quiet" data-testid="changes-dropped">
          {t('changes.dropped', data.dropped)}
        </p>
      )}
      {data !== undefined && data.cutOff > 0 && (
        <p className="quiet">{t('changes.cutOff', { count: data.cutOff })}</p>
      )}
      {ticked.length > 0 && (
        <div className="sheet-tools">
          <Button
            variant="primary"
            data-testid="changes-accept-ticked"
            disabled={accepting.isPending}
            onClick={() => void accept(ticked, false)}
          >
            {t('changes.acceptTicked', { n: formatCount(ticked.length) })}
          </Button>
        </div>
      )}
      {data?.changes.map((change) => (
        <ChangeRow key={change.id} change={change} onDecide={(decision) => decide(change.id, decision)} />
      ))}
    </>
  )
}

interface ChangeRowProps {
  readonly change: Change
  readonly onDecide: (decision: Decision) => void
}

/** One change: whose, what from which chapter on, why it is not ticked, and its sentence, which a click shows. */
const ChangeRow = ({ change, onDecide }: ChangeRowProps) => {
  const { t } = useTranslation()
  const workspace = useWorkspace()
  const documents = useDocuments() ?? []
  const { documentId, name, field, value, quote, from, certainty, reservation } = change
  const chapter = documents.find((each) => each.documentId === documentId)?.title ?? documentId
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const row = event.currentTarget
    const decision = decisionOfKey[event.key.toLowerCase()]
    if (event.key === 'ArrowDown') focusIn(row?.nextElementSibling)
    else if (event.key === 'ArrowUp') focusIn(row?.previousElementSibling)
    else if (decision !== undefined) {
      // The row leaves the list: the next one, or else the one before, has the focus then.
      if (!focusIn(row?.nextElementSibling)) focusIn(row?.previousElementSibling)
      onDecide(decision)
    } else return
    event.preventDefault()
  }
  return (
    <article
      onKeyDown={onKeyDown}
      className="change-row"
      data-testid="change"
      aria-label={t('changes.row', { name, field, value })}
    >
      <p>
        {t('changes.row', { name, field, value })}
        {reservation !== undefined && (
          <span className="quiet"> · {t(`changes.reservations.${reservation}`)}</span>
        )}
      </p>
      <Button
        variant="link"
        className="link-button change-quote"
        title={t('changes.goTo', { chapter })}
        aria-keyshortcuts="a f x"
        onClick={() => void workspace.reveal(documentId, { from, to: from + quote.length })}
      >
        {chapter} · {quote}
      </Button>
      <div className="change-actions">
        <Button onClick={() => onDecide('accept')}>
          {t(certainty === 'narrated' ? 'changes.accept' : 'changes.acceptClaim')}
        </Button>
        {certainty !== 'narrated' && <Button onClick={() => onDecide('fact')}>{t('changes.fact')}</Button>}
        <Button onClick={() => onDecide('reject')}>{t('changes.reject')}</Button>
      </div>
    </article>
  )
}

/** The sentence of a row; false: there is no such row. */
function focusIn(row: Element | null | undefined): boolean {
  const sentence = row?.querySelector<HTMLElement>('.change-quote')
  sentence?.focus()
  return sentence !== null && sentence !== undefined
}
