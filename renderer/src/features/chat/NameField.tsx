import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { complete, completionAt } from './nameCompletion.ts'
import './NameField.css'

interface NameFieldProps {
  readonly id: string
  readonly label: string
  readonly hint: string
  /** What the list of names is called. */
  readonly listLabel: string
  readonly names: readonly string[]
  readonly text: string
  readonly maxLength: number
  readonly onChange: (text: string) => void
  readonly onSend: () => void
}

/** A field in which `@` calls names: they are completed as one types, and Enter sends. */
export const NameField = (props: NameFieldProps) => {
  const { id, label, hint, listLabel, names, text, maxLength, onChange, onSend } = props
  const [caret, setCaret] = useState(0)
  /** The `@` whose list was put away. */
  const [closedAt, setClosedAt] = useState<number | null>(null)
  const [selectedIndex, setChosen] = useState(0)
  const field = useRef<HTMLTextAreaElement>(null)
  /** Where the caret belongs once a name stands there. */
  const moveTo = useRef<number | null>(null)
  const completion = completionAt(text, caret, names)
  const list = completion !== null && completion.from !== closedAt ? completion : null
  const at = Math.min(selectedIndex, (list?.names.length ?? 1) - 1)

  useEffect(() => {
    if (moveTo.current === null) return
    field.current?.setSelectionRange(moveTo.current, moveTo.current)
    moveTo.current = null
  })

  const take = (name: string) => {
    if (list === null) return
    const done = complete(text, caret, list, name)
    onChange(done.text)
    setCaret(done.caret)
    moveTo.current = done.caret
    setChosen(0)
    field.current?.focus()
  }
  const onListKey = (event: KeyboardEvent, length: number, name: string): boolean => {
    if (event.key === 'ArrowDown') setChosen((at + 1) % length)
    else if (event.key === 'ArrowUp') setChosen((at + length - 1) % length)
    else if (event.key === 'Enter' || event.key === 'Tab') take(name)
    else if (event.key === 'Escape') setClosedAt(list?.from ?? null)
    else return false
    return true
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const name = list?.names[at]
    const isHandled = list !== null && name !== undefined && onListKey(event, list.names.length, name)
    if (!isHandled && (event.key !== 'Enter' || event.shiftKey)) return
    event.preventDefault()
    if (!isHandled) onSend()
  }
  return (
    <>
      {list !== null && (
        <div className="chat-names" id={`${id}-names`} role="listbox" aria-label={listLabel}>
          {list.names.map((name, index) => (
            <div
              key={name}
              id={`${id}-name-${index}`}
              className="chat-name"
              role="option"
              tabIndex={-1}
              aria-selected={index === at}
              // The field keeps the focus.
              onMouseDown={(event) => {
                event.preventDefault()
                take(name)
              }}
            >
              {name}
            </div>
          ))}
        </div>
      )}
      <textarea
        ref={field}
        data-testid={`${id}-input`}
        role="combobox"
        aria-label={label}
        aria-autocomplete="list"
        aria-expanded={list !== null}
        aria-controls={`${id}-names`}
        {...(list !== null && { 'aria-activedescendant': `${id}-name-${at}` })}
        placeholder={hint}
        rows={2}
        maxLength={maxLength}
        value={text}
        onChange={(event) => {
          onChange(event.target.value)
          setCaret(event.target.selectionStart)
          setClosedAt(null)
        }}
        onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
        onKeyDown={onKeyDown}
      />
    </>
  )
}
