import { useTranslation } from 'react-i18next'
import type { DocumentSummary } from '#contract/documents.ts'
import { useChapterActions, useChapterParts, useHistory, useViewStore } from '../../app/AppContext.tsx'
import { DangerItem, Menu, MenuItem } from '../../components/Menu.tsx'
import { beginsVolume } from './chapterOrder.ts'
import { useBookChapters } from './useBookChapters.ts'
import './ChapterMenu.css'

interface ChapterMenuProps {
  readonly document: DocumentSummary
  readonly isTabStop: boolean
  readonly onRename: () => void
  readonly onMoveTo: () => void
  readonly onRenumber: () => void
  readonly onStartVolume: () => void
  /** Chapters to be written come before or after this one. */
  readonly onPlan: (at: 'before' | 'after') => void
  readonly onMoved: (documentId: string) => void
}

/** What can be done to one chapter. */
export const ChapterMenu = (props: ChapterMenuProps) => {
  const { document, isTabStop } = props
  const { t } = useTranslation()
  const label = t('chapters.menu', { title: document.title })
  return (
    <Menu label={label} className="chapter-more" isTabStop={isTabStop}>
      <Items {...props} />
    </Menu>
  )
}

/** Made when the menu is opened: it needs the whole book. Front matter keeps its place. */
const Items = (props: ChapterMenuProps) => {
  const { document, onRename, onMoveTo, onRenumber, onStartVolume, onPlan, onMoved } = props
  const { t } = useTranslation()
  const actions = useChapterActions()
  const parts = useChapterParts()
  const history = useHistory()
  const view = useViewStore()
  const chapters = useBookChapters()
  const { documentId } = document
  const at = chapters.findIndex((each) => each.documentId === documentId)
  const move = (way: 'up' | 'down') =>
    void actions.step(documentId, way).then((id) => id !== null && onMoved(id))
  const showHistory = () => {
    if (view.getState().narrow) view.setState({ leftOpen: false, panelOpen: false })
    void history.open(documentId)
  }
  return (
    <>
      <MenuItem onPress={onRename}>{t('chapters.rename')}</MenuItem>
      <MenuItem disabled={at <= 0} onPress={() => move('up')}>
        {t('chapters.up')}
      </MenuItem>
      <MenuItem disabled={at < 0 || at === chapters.length - 1} onPress={() => move('down')}>
        {t('chapters.down')}
      </MenuItem>
      <MenuItem disabled={at < 0 || chapters.length < 3} onPress={onMoveTo}>
        {t('chapters.moveTo')}
      </MenuItem>
      <MenuItem disabled={at < 0} onPress={() => onPlan('before')}>
        {t('plan.before')}
      </MenuItem>
      <MenuItem disabled={at < 0} onPress={() => onPlan('after')}>
        {t('plan.after')}
      </MenuItem>
      <MenuItem disabled={at < 0 || beginsVolume(chapters, at)} onPress={onStartVolume}>
        {t('volumes.create')}
      </MenuItem>
      <MenuItem disabled={at < 0 || at === chapters.length - 1} onPress={() => void parts.merge(documentId)}>
        {t('chapters.merge')}
      </MenuItem>
      <MenuItem disabled={at < 0} onPress={onRenumber}>
        {t('chapters.renumber')}
      </MenuItem>
      <MenuItem onPress={() => void actions.copyText(documentId)}>{t('chapters.copyText')}</MenuItem>
      <MenuItem onPress={showHistory}>{t('history.open')}</MenuItem>
      <DangerItem onPress={() => void actions.remove(documentId)}>{t('chapters.delete')}</DangerItem>
    </>
  )
}
