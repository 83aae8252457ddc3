import { ChevronDown, ChevronRight } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useApp } from '../../app/AppContext.tsx'
import { formatCount } from '../../i18n/format.ts'
import type { VolumeGroup } from './listRows.ts'

interface VolumeRowProps {
  readonly volume: VolumeGroup
  readonly isTabStop: boolean
}

/** A volume with the sum of its chapters; pressing it hides or shows them. */
export const VolumeRow = ({ volume, isTabStop }: VolumeRowProps) => {
  const { t } = useTranslation()
  const { foldedVolumes } = useApp()
  const { id, title, chapters, words, folded, holdsCurrent } = volume
  const toggle = () => foldedVolumes.toggle(title)
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === (folded ? 'ArrowRight' : 'ArrowLeft')) toggle()
  }
  const Mark = folded ? ChevronRight : ChevronDown
  return (
    <button
      type="button"
      className="volume-row"
      data-row={id}
      tabIndex={isTabStop ? 0 : -1}
      aria-expanded={!folded}
      aria-current={folded && holdsCurrent ? 'true' : undefined}
      title={t('chapters.volumeSum', { title, chapters: formatCount(chapters), n: formatCount(words) })}
      onClick={toggle}
      onKeyDown={onKeyDown}
    >
      <Mark size={14} aria-hidden />
      <span className="chapter-title">{title}</span>
      <span className="chapter-length">{formatCount(words)}</span>
    </button>
  )
}
