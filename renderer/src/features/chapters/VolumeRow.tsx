import { Menu } from '@base-ui/react/menu'
import { ChevronDown, ChevronRight, Ellipsis } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFoldedVolumes, useVolumeActions } from '../../app/AppContext.tsx'
import { formatCount } from '../../i18n/format.ts'
import type { VolumeGroup } from './listRows.ts'
import { useVolumeDrop } from './useChapterDrag.ts'
import { VolumeTitle } from './VolumeTitle.tsx'

interface VolumeRowProps {
  readonly volume: VolumeGroup
  readonly isTabStop: boolean
  /** The focus goes to the row of this id. */
  readonly onDone: (id: string) => void
}

/** A volume with the sum of its chapters; pressing it hides or shows them. */
export const VolumeRow = ({ volume, isTabStop, onDone }: VolumeRowProps) => {
  const { t } = useTranslation()
  const foldedVolumes = useFoldedVolumes()
  const volumes = useVolumeActions()
  const [isConfirming, setConfirming] = useState(false)
  const { id, firstId, title, index, chapters, wordCount, folded, hasCurrent } = volume
  const { isOver, place } = useVolumeDrop(index)
  const toggle = () => foldedVolumes.toggle(title)
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === (folded ? 'ArrowRight' : 'ArrowLeft')) toggle()
    if (key === 'F2') setConfirming(true)
  }
  if (isConfirming) {
    const done = (stay: boolean) => {
      setConfirming(false)
      if (stay) onDone(id)
    }
    return <VolumeTitle documentId={firstId} title={title} onDone={done} />
  }
  const Mark = folded ? ChevronRight : ChevronDown
  const label = t('chapters.menu', { title })
  const remove = () => void volumes.remove(firstId).then((done) => done && onDone(firstId))
  return (
    <div className={isOver ? 'chapter-line chapter-over' : 'chapter-line'} {...place}>
      <button
        type="button"
        className="volume-row"
        data-row={id}
        tabIndex={isTabStop ? 0 : -1}
        aria-expanded={!folded}
        aria-current={folded && hasCurrent ? 'true' : undefined}
        title={t('chapters.volumeSum', { title, chapters: formatCount(chapters), n: formatCount(wordCount) })}
        onClick={toggle}
        onKeyDown={onKeyDown}
      >
        <Mark size={14} aria-hidden />
        <span className="chapter-title">{title}</span>
        <span className="chapter-length">{formatCount(wordCount)}</span>
      </button>
      <Menu.Root>
        <Menu.Trigger className="chapter-more" aria-label={label} title={label} tabIndex={isTabStop ? 0 : -1}>
          <Ellipsis size={16} aria-hidden />
        </Menu.Trigger>
        <Menu.Portal>
          <Menu.Positioner className="menu-place" align="start" sideOffset={4}>
            <Menu.Popup className="menu">
              <Menu.Item className="menu-item" onClick={() => setConfirming(true)}>
                {t('chapters.rename')}
              </Menu.Item>
              <Menu.Separator className="menu-line" />
              <Menu.Item className="menu-item menu-danger" onClick={remove}>
                {t('volumes.remove')}
              </Menu.Item>
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
    </div>
  )
}
