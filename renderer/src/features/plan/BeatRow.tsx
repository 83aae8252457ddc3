import { Check, Circle, CircleDot } from 'lucide-react'
import type { ClipboardEvent, KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { DangerItem, Menu, MenuItem } from '../../components/Menu.tsx'
import type { Beat } from './beats.ts'

interface BeatRowProps {
  readonly beat: Beat
  /** From 1. */
  readonly number: number
  readonly isLast: boolean
  /** It is to be written next. */
  readonly isNext: boolean
  readonly onType: (text: string) => void
  readonly onTick: (written: boolean) => void
  /** Enter was pressed; the selection in UTF-16 units of the text. */
  readonly onSplit: (from: number, to: number) => void
  /** Several lines were pasted over the selection. */
  readonly onPaste: (text: string, from: number, to: number) => void
  readonly onMove: (by: -1 | 1) => void
  readonly onRemove: () => void
}

const maxBeatUnits = 20_000

/** One beat: whether it is written, its words, and what can be done with it by menu or keys. */
export const BeatRow = (props: BeatRowProps) => {
  const { beat, number, isLast, isNext, onType, onTick, onSplit, onPaste, onMove, onRemove } = props
  const { t } = useTranslation()
  const isWritten = beat.written !== undefined
  const Icon = isWritten ? Check : isNext ? CircleDot : Circle
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const { key, altKey } = event
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return
    const { selectionStart, selectionEnd, value } = event.currentTarget
    const step = key === 'ArrowUp' ? -1 : key === 'ArrowDown' ? 1 : null
    if (altKey && step !== null) onMove(step)
    else if (key === 'Enter' && !altKey) onSplit(selectionStart, selectionEnd)
    else if (key === 'Backspace' && value === '') onRemove()
    else return
    event.preventDefault()
  }
  const paste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const pasted = event.clipboardData.getData('text/plain')
    if (!/[\r\n]/.test(pasted.trim())) return
    event.preventDefault()
    onPaste(pasted, event.currentTarget.selectionStart, event.currentTarget.selectionEnd)
  }
  const state = isWritten ? 'written' : isNext ? 'next' : 'open'
  return (
    <li className="beat" data-testid="beat" data-beat={beat.id} data-state={state}>
      <label className="beat-tick" title={t('plan.written', { n: number, text: beat.text })}>
        <input
          type="checkbox"
          aria-label={t('plan.written', { n: number, text: beat.text })}
          checked={isWritten}
          onChange={(event) => onTick(event.target.checked)}
        />
        <Icon size={14} aria-hidden />
      </label>
      <textarea
        className="beat-text"
        aria-label={t('plan.beat', { n: number })}
        placeholder={t('plan.beatHint')}
        rows={1}
        maxLength={maxBeatUnits}
        spellCheck={false}
        value={beat.text}
        onChange={(event) => onType(event.target.value)}
        onKeyDown={onKeyDown}
        onPaste={paste}
      />
      <Menu label={t('plan.menu', { n: number })} className="icon-button icon-button-small" isTabStop>
        <MenuItem disabled={number === 1} onPress={() => onMove(-1)}>
          {t('plan.up')}
        </MenuItem>
        <MenuItem disabled={isLast} onPress={() => onMove(1)}>
          {t('plan.down')}
        </MenuItem>
        <DangerItem onPress={onRemove}>{t('plan.remove')}</DangerItem>
      </Menu>
    </li>
  )
}
