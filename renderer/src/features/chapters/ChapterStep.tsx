import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useChapterActions } from '../../app/AppContext.tsx'
import { Notice } from '../../components/Notice.tsx'
import { formatCount } from '../../i18n/format.ts'

/** What was just done to a chapter, and the way back. */
export const ChapterStep = () => {
  const { t } = useTranslation()
  const chapters = useChapterActions()
  const step = useStore(chapters.store, (state) => state.step)
  if (step === null) return null
  const note = 'note' in step ? step.note : undefined
  const actions = [
    ...(step.kind === 'copied' || !('documentId' in step || 'undo' in step || 'trashId' in step)
      ? []
      : [{ label: t('chapters.undo'), onPress: () => void chapters.undo() }]),
    { label: t('chapters.dismiss'), onPress: chapters.dismiss },
  ]
  return (
    <Notice tone="plain" actions={actions}>
      {t(`chapters.step.${step.kind}`, {
        title: step.title,
        n: formatCount('count' in step ? (step.count ?? 0) : 0),
      })}
      {note?.to !== undefined && ` ${t('volumes.startMoved', { title: note.title, to: note.to })}`}
      {note !== undefined && note.to === undefined && ` ${t('volumes.volumeRemoved', { title: note.title })}`}
    </Notice>
  )
}
