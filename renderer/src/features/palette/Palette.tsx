import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useView, useViewStore } from '../../app/AppContext.tsx'
import { DialogFrame } from '../../components/DialogFrame.tsx'
import { formatCount } from '../../i18n/format.ts'
import { useInterfaceLanguage } from '../settings/useAppSettings.ts'
import { matchItems, type PaletteItem } from './paletteMatch.ts'
import { loadReadings, type Readings } from './pinyin.ts'
import { usePaletteItems } from './usePaletteItems.ts'
import './Palette.css'

/** Ctrl+K: chapters, sheets, skills and commands by a part of their name. */
export const Palette = () => {
  const { t } = useTranslation()
  const view = useViewStore()
  const open = useView((state) => state.paletteOpen)
  const close = () => view.setState({ paletteOpen: false })
  const choose = (item: PaletteItem) => {
    close()
    // After the window has gone and given the focus back: what is opened may take it.
    setTimeout(item.run)
  }
  return (
    <DialogFrame
      open={open}
      onClose={close}
      title={t('palette.title')}
      closeLabel={t('palette.close')}
      testId="palette"
      className="palette"
    >
      <Choices onChoose={choose} />
    </DialogFrame>
  )
}

/** Null until letters are typed in a Chinese page, and while they are loaded. */
const useReadings = (typed: string): Readings | null => {
  const hasLetters = useInterfaceLanguage() === 'zh' && /[a-z]/i.test(typed)
  const [readings, setReadings] = useState<Readings | null>(null)
  useEffect(() => {
    if (!hasLetters) return
    let isClosed = false
    const load = async () => {
      const loaded = await loadReadings()
      if (!isClosed) setReadings(() => loaded)
    }
    void load()
    return () => {
      isClosed = true
    }
  }, [hasLetters])
  return readings
}

const optionId = (index: number) => `palette-option-${index}`

const Choices = ({ onChoose }: { readonly onChoose: (item: PaletteItem) => void }) => {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  const { items, left } = matchItems(usePaletteItems(), typed, useReadings(typed))
  useEffect(() => {
    list.current?.querySelector(`#${optionId(at)}`)?.scrollIntoView({ block: 'nearest' })
  }, [at])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const last = items.length - 1
    const to = {
      ...{ ArrowDown: at >= last ? 0 : at + 1, ArrowUp: at <= 0 ? last : at - 1 },
      ...{ PageDown: Math.min(at + 8, last), PageUp: Math.max(at - 8, 0) },
    }[event.key]
    const item = items[at]
    if (to !== undefined) setAt(Math.max(to, 0))
    else if (event.key === 'Enter' && item !== undefined) onChoose(item)
    else return
    event.preventDefault()
  }
  return (
    <>
      <input
        className="field palette-field"
        role="combobox"
        aria-expanded="true"
        aria-controls="palette-list"
        aria-autocomplete="list"
        aria-activedescendant={items.length > 0 ? optionId(at) : undefined}
        aria-label={t('palette.hint')}
        placeholder={t('palette.hint')}
        autoComplete="off"
        spellCheck={false}
        // biome-ignore lint/a11y/noAutofocus: the palette was opened to type in it
        autoFocus
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          setAt(0)
        }}
        onKeyDown={onKeyDown}
      />
      <div
        ref={list}
        id="palette-list"
        className="palette-list"
        role="listbox"
        aria-label={t('palette.title')}
      >
        {items.map((item, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field, which keeps the focus
          <div
            key={item.id}
            id={optionId(index)}
            className="palette-option"
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            onClick={() => onChoose(item)}
          >
            <span className="palette-number">{item.number}</span>
            <span className="palette-label">{item.label}</span>
            <span className="quiet">{item.keys ?? t(`palette.groups.${item.group}`)}</span>
          </div>
        ))}
      </div>
      <p className="palette-note quiet" role="status">
        {items.length === 0 && t('palette.nothing')}
        {left > 0 && t('palette.more', { n: formatCount(left) })}
      </p>
    </>
  )
}
