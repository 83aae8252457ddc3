import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useEditor, useHistory, useProjectId, useViewStore } from '../../app/AppContext.tsx'
import { useDocuments } from '../../app/useDocuments.ts'
import { IconButton } from '../../components/IconButton.tsx'
import { Notice } from '../../components/Notice.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { useErrorSentence } from '../../i18n/errorSentence.ts'
import { formatMoment } from '../../i18n/format.ts'
import { useChannelQuery } from '../../ipc/queries.ts'
import { VersionCompare } from './VersionCompare.tsx'
import { VersionList } from './VersionList.tsx'

/** A chapter's history beside its text: versions by day, what became of them, and the way back. */
export const HistorySheet = () => {
  const { t } = useTranslation()
  const sentence = useErrorSentence()
  const history = useHistory()
  const editor = useEditor()
  const view = useViewStore()
  const { documentId, chosen, restored, error: refused } = useStore(history.store)
  const projectId = useProjectId()
  const at = documentId === null ? null : { projectId, documentId }
  const list = useChannelQuery('history:list', at)
  const versions = list.data?.versions
  const shown = versions?.find(({ versionId }) => versionId === chosen) ?? versions?.[0]
  const error = list.error ?? refused
  const title = useDocuments()?.find((one) => one.documentId === documentId)?.title ?? ''
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
        <IconButton label={t('history.close')} onPress={close}>
          <X size={16} aria-hidden />
        </IconButton>
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
          <VersionList versions={versions} chosen={shown.versionId} />
          <VersionCompare at={at} version={shown} />
        </>
      )}
    </div>
  )
}
