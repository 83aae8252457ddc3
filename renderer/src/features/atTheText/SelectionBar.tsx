import { type FocusEvent, type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import {
  type Command,
  commands,
  selectionCommands,
  shownKeys,
} from '../../../../main/src/contract/sentences/commands.ts'
import { useEditor } from '../../app/AppContext.tsx'
import { useCommands } from '../../app/useCommands.ts'
import { useSkills } from '../aiPanel/useSkills.ts'
import { useAppSettings, useInterfaceLanguage } from '../settings/useAppSettings.ts'
import { useBoxPlace } from './useBoxPlace.ts'
import './SelectionBar.css'

/** Buttons beside a selection that rests: what can be done with it. They never lie over a selected line. */
export const SelectionBar = () => {
  const editor = useEditor()
  const at = useStore(editor.store, (state) => state.atSelection)
  const isOn = useAppSettings(({ editor: { selectionBar } }) => selectionBar) ?? true
  useEffect(() => editor.setSelectionBar(isOn), [editor, isOn])
  return at?.kind === 'bar' ? <Buttons byKey={at.byKey} /> : null
}

const Buttons = ({ byKey }: { readonly byKey: boolean }) => {
  const { t } = useTranslation()
  const editor = useEditor()
  const language = useInterfaceLanguage()
  const { runs } = useCommands()
  const skills = useSkills()
  const bar = useRef<HTMLDivElement>(null)
  const place = useBoxPlace(bar, 'above', language)
  const [current, setCurrent] = useState(0)
  const isPlaced = place !== null
  const focus = (index: number) => {
    setCurrent(index)
    bar.current?.querySelectorAll('button')[index]?.focus()
  }
  useLayoutEffect(() => {
    if (byKey && isPlaced) bar.current?.querySelector('button')?.focus()
  }, [byKey, isPlaced])
  const isBroken = (name: string) => skills?.some(({ id, error }) => id === name && error !== undefined)
  const onKeyDown = (event: KeyboardEvent) => {
    const last = selectionCommands.length - 1
    const to = {
      ...{ ArrowRight: current === last ? 0 : current + 1, ArrowLeft: current === 0 ? last : current - 1 },
      ...{ Home: 0, End: last },
    }[event.key]
    if (to !== undefined) focus(to)
    else if (event.key === 'Escape') {
      editor.showAtSelection(null)
      editor.focus()
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    const isNear = relatedTarget instanceof Element && relatedTarget.closest('.editor-pane') !== null
    if (!isNear) editor.showAtSelection(null)
  }
  return (
    <div
      ref={bar}
      className={`selection-bar${isPlaced ? '' : ' at-selection-hidden'}`}
      style={place ?? {}}
      role="toolbar"
      aria-label={t('atTheText.bar')}
      data-testid="selection-bar"
      data-at-selection
      onKeyDown={onKeyDown}
      onBlur={onBlur}
    >
      {selectionCommands.map((name, index) => {
        const { [language]: label, atSelection, keys }: Command = commands[name]
        return (
          <button
            key={name}
            type="button"
            className="suggestion-button"
            data-testid={`selection-${name}`}
            tabIndex={index === current ? 0 : -1}
            title={keys === undefined ? label : `${label} (${shownKeys(keys)})`}
            disabled={isBroken(name)}
            // The caret stays the writer's: pressing a button does not move the focus out of the text.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => {
              editor.showAtSelection(null)
              runs[name]()
            }}
          >
            {atSelection?.[language]}
          </button>
        )
      })}
    </div>
  )
}
