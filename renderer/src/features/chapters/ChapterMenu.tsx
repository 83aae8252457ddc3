import { Menu } from '@base-ui/react/menu'
import { Ellipsis } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { DocumentSummary } from '#contract/documents.ts'
import { useChapterActions, useHistory, useViewStore } from '../../app/AppContext.tsx'
import { beginsVolume } from './chapterOrder.ts'
import { useBookChapters } from './useBookChapters.ts'
import '../../components/Menu.css'
import './ChapterMenu.css'

interface ChapterMenuProps {
  readonly document: DocumentSummary
  readonly isTabStop: boolean
  readonly onRename: () => void
  readonly onMoveTo: () => void
  readonly onStartVolume: () => void
  readonly onMoved: (documentId: string) => void
}

/** What can be done to one chapter. */
export const ChapterMenu = (props: ChapterMenuProps) => {
  const { document, isTabStop } = props
  const { t } = useTranslation()
  const label = t('chapters.menu', { title: document.title })
  return (
    <Menu.Root>
      <Menu.Trigger className="chapter-more" aria-label={label} title={label} tabIndex={isTabStop ? 0 : -1}>
        <Ellipsis size={16} aria-hidden />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner className="menu-place" align="start" sideOffset={4}>
          <Menu.Popup className="menu">
            <Items {...props} />
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

/** Made when the menu is opened: it needs the whole book. Front matter keeps its place. */
const Items = ({ document, onRename, onMoveTo, onStartVolume, onMoved }: ChapterMenuProps) => {
  const { t } = useTranslation()
  const actions = useChapterActions()
  const history = useHistory()
  const view = useViewStore()
  const chapters = useBookChapters()
  const { documentId } = document
  const at = chapters.findIndex((each) => each.documentId === documentId)
  const move = (way: 'up' | 'down') =>
    void actions.step(documentId, way).then((id) => id !== null && onMoved(id))
  const showHistory = () => {
    if (view.getState().narrow) view.setState({ chaptersOpen: false, panelOpen: false })
    void history.open(documentId)
  }
  return (
    <>
      <Menu.Item className="menu-item" onClick={onRename}>
        {t('chapters.rename')}
      </Menu.Item>
      <Menu.Item className="menu-item" disabled={at <= 0} onClick={() => move('up')}>
        {t('chapters.up')}
      </Menu.Item>
      <Menu.Item
        className="menu-item"
        disabled={at < 0 || at === chapters.length - 1}
        onClick={() => move('down')}
      >
        {t('chapters.down')}
      </Menu.Item>
      <Menu.Item className="menu-item" disabled={at < 0 || chapters.length < 3} onClick={onMoveTo}>
        {t('chapters.moveTo')}
      </Menu.Item>
      <Menu.Item
        className="menu-item"
        disabled={at < 0 || beginsVolume(chapters, at)}
        onClick={onStartVolume}
      >
        {t('volumes.create')}
      </Menu.Item>
      <Menu.Item className="menu-item" onClick={() => void actions.copyText(documentId)}>
        {t('chapters.copyText')}
      </Menu.Item>
      <Menu.Item className="menu-item" onClick={showHistory}>
        {t('history.open')}
      </Menu.Item>
      <Menu.Separator className="menu-line" />
      <Menu.Item className="menu-item menu-danger" onClick={() => void actions.remove(documentId)}>
        {t('chapters.delete')}
      </Menu.Item>
    </>
  )
}
