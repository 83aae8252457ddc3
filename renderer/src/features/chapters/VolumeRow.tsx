import { ChevronDown, ChevronRight } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFoldedVolumes, useVolumeActions } from '../../app/AppContext.tsx'
import { DangerItem, Menu, MenuItem } from '../../components/Menu.tsx'
import { formatCount } from '../../i18n/format.ts'
import { PlannedDialog } from '../plan/PlannedForm.tsx'
import type { VolumeGroup } from './listRows.ts'
import { openRowMenu } from './openRowMenu.ts'
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
  const [isPlanning, setPlanning] = useState(false)
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
  const remove = () => void volumes.remove(firstId).then((done) => done && onDone(firstId))
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button in it opens the same menu
    <div
      className={isOver ? 'chapter-line chapter-over' : 'chapter-line'}
      {...place}
      onContextMenu={openRowMenu}
    >
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
      <Menu label={t('chapters.menu', { title })} className="chapter-more" isTabStop={isTabStop}>
        <MenuItem onPress={() => setConfirming(true)}>{t('chapters.rename')}</MenuItem>
        <MenuItem onPress={() => setPlanning(true)}>{t('plan.into')}</MenuItem>
        <DangerItem onPress={remove}>{t('volumes.remove')}</DangerItem>
      </Menu>
      {isPlanning && (
        <PlannedDialog
          place={{ at: 'volume', documentId: firstId }}
          onDone={(added) => {
            setPlanning(false)
            onDone(added ?? id)
          }}
        />
      )}
    </div>
  )
}
