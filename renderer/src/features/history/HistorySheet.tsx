import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import type { ChapterVersion } from '#contract/history.ts'
import { useEditor, useHistory, useProjectId, useViewStore } from '../../app/AppContext.tsx'
import { useDocuments } from '../../app/useDocuments.ts'
import { openSheet } from '../../app/viewStore.ts'
import { Button } from '../../components/Button.tsx'
import { IconButton } from '../../components/IconButton.tsx'
import { Notice } from '../../components/Notice.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { useErrorSentence } from '../../i18n/errorSentence.ts'
import { formatCount, formatDay, formatMoment, formatTime } from '../../i18n/format.ts'
import { useChannelQuery } from '../../ipc/queries.ts'
import { VersionCompare } from './VersionCompare.tsx'
import { byDay } from './versionDays.ts'
import './HistorySheet.css'

/** A chapter's history beside its text: versions by day, what became of them, and the way back. */
export const HistorySheet = () => {
  const { t } = useTranslation()
  const sentence = useErrorSentence()
  const history = useHistory()
  const editor = useEditor()
  const view = useViewStore()
  const { documentId, selectedId, restored, error: refused } = useStore(history.store)
  const projectId = useProjectId()
  const at = documentId === null ? null : { projectId, documentId }
  const list = useChannelQuery('history:list', at)
  const versions = list.data?.versions
  const shown = versions?.find(({ versionId }) => versionId === selectedId) ?? versions?.[0]
  const error = list.error ?? refused
  const title = useDocuments()?.find((each) => each.documentId === documentId)?.title ?? ''
  const heading = useRef<HTMLHeadingElement>(null)
  // Once: a chapter renamed meanwhile is the same sheet.
  useEffect(() => heading.current?.focus(), [])
  const takeBack = async () => {
    await history.undo()
    // The button is gone with its notice.
    heading.current?.focus()
  }
  const close = () => {
    const row = document.querySelector<HTMLElement>(`[data-row="${CSS.escape(documentId ?? '')}"]`)
    history.close()
    if (row === null || view.getState().narrow) editor.focus()
    else row.focus()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes it wherever the focus is inside
    <div
      className="history"
      data-testid="history"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        close()
      }}
    >
      <header className="history-header">
        <h2 ref={heading} tabIndex={-1}>
          {t('history.title', { title })}
        </h2>
        <Button
          data-testid="history-book"
          onClick={() => {
            history.close()
            openSheet(view, 'snapshots')
          }}
        >
          {t('snapshots.title')}
        </Button>
        <IconButton icon={X} label={t('history.close')} onPress={close} />
      </header>
      {restored !== null && (
        <Notice
          tone="plain"
          actions={[
            { label: t('history.undo'), onPress: () => void takeBack() },
            { label: t('history.dismiss'), onPress: () => history.store.setState({ restored: null }) },
          ]}
        >
          {t('history.restored', { time: formatMoment(new Date(restored.savedAt)) })}
        </Notice>
      )}
      {error !== null && (
        <Notice
          tone="danger"
          actions={[{ label: t('history.dismiss'), onPress: () => history.store.setState({ error: null }) }]}
        >
          {sentence(error)}
        </Notice>
      )}
      {versions === undefined && error === null && <Skeleton label={t('app.loading')} lines={5} />}
      {versions?.length === 0 && <p className="history-empty">{t('history.empty')}</p>}
      {versions !== undefined && shown !== undefined && at !== null && (
        <>
          <VersionList versions={versions} selectedId={shown.versionId} />
          <VersionCompare at={at} version={shown} />
        </>
      )}
    </div>
  )
}

const signed = (growth: number) =>
  `${growth > 0 ? '+' : growth < 0 ? '−' : '±'}${formatCount(Math.abs(growth))}`

interface VersionListProps {
  readonly versions: readonly ChapterVersion[]
  /** The id of the version that is compared. */
  readonly selectedId: string
}

/** The versions by day, newest first; the arrow keys go from one to the next. */
const VersionList = ({ versions, selectedId }: VersionListProps) => {
  const { t, i18n } = useTranslation()
  const history = useHistory()
  const today = new Date().setHours(0, 0, 0, 0)
  const yesterday = new Date(today - 1).setHours(0, 0, 0, 0)
  const nameOf = (day: number) => {
    if (day === today) return t('history.today')
    return day === yesterday ? t('history.yesterday') : formatDay(day, i18n.language)
  }
  return (
    <div className="history-list" role="radiogroup" aria-label={t('history.versions')}>
      {byDay(versions).map(({ day, versions: ofDay }) => (
        <section key={day} aria-label={nameOf(day)}>
          <h3>{nameOf(day)}</h3>
          {ofDay.map(({ versionId, savedAt, cause, words, growth }) => (
            <label key={versionId} className="history-row" data-testid="history-version">
              <input
                type="radio"
                name="history-version"
                checked={versionId === selectedId}
                onChange={() => void history.choose(versionId)}
              />
              <span className="history-time">{formatTime(new Date(savedAt))}</span>
              <span className="history-cause">{t(`history.cause.${cause}`)}</span>
              <span className="number" title={t('history.length', { n: formatCount(words) })}>
                {growth === null ? formatCount(words) : signed(growth)}
              </span>
            </label>
          ))}
        </section>
      ))}
    </div>
  )
}
