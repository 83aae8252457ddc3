import { Square } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useApp } from '../../app/AppContext.tsx'
import { ModelSelect } from '../aiPanel/ModelSelect.tsx'
import { useDraft } from '../drafts/useDraft.ts'
import { complete, completionAt } from './nameCompletion.ts'
import { useCodexNames } from './useCodexNames.ts'

const maxMessage = 1_000_000

/** What the writer says next. It is kept for each talk until it is sent, also over a reload. */
export const ChatBox = ({ projectId }: { readonly projectId: string }) => {
  const { t } = useTranslation()
  const { chat, editor, settings } = useApp()
  const openId = useStore(chat.store, (state) => state.openId)
  const working = useStore(chat.store, (state) => state.turn?.run.phase === 'working')
  const ready = useStore(editor.store, (state) => state.phase === 'ready')
  const modelId = useStore(settings.store, (state) => state.chosenModelId)
  const draft = useDraft({ projectId, form: 'chat', row: openId ?? '' }, { text: '' })
  const { text } = draft.value
  const [caret, setCaret] = useState(0)
  /** The `@` whose list was put away. */
  const [closedAt, setClosedAt] = useState<number | null>(null)
  const [chosen, setChosen] = useState(0)
  const field = useRef<HTMLTextAreaElement>(null)
  /** Where the caret belongs once a name stands there. */
  const moveTo = useRef<number | null>(null)
  const names = useCodexNames(projectId)
  const found = completionAt(text, caret, names)
  const list = found !== null && found.from !== closedAt ? found : null
  const at = Math.min(chosen, (list?.names.length ?? 1) - 1)

  useEffect(() => {
    if (moveTo.current === null) return
    field.current?.setSelectionRange(moveTo.current, moveTo.current)
    moveTo.current = null
  })

  const take = (name: string) => {
    if (list === null) return
    const done = complete(text, caret, list, name)
    draft.change({ text: done.text })
    setCaret(done.caret)
    moveTo.current = done.caret
    setChosen(0)
    field.current?.focus()
  }
  const send = async () => {
    if (!ready || working || text.trim() === '') return
    // It goes at once, and comes back when it was not stored.
    draft.change({ text: '' })
    if (!(await chat.send(text.trim(), modelId))) draft.change({ text })
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
    const taken = list !== null && name !== undefined && onListKey(event, list.names.length, name)
    if (!taken && (event.key !== 'Enter' || event.shiftKey)) return
    event.preventDefault()
    if (!taken) void send()
  }
  return (
    <form
      className="instruction chat-box"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      {list !== null && (
        <div className="chat-names" id="chat-names" role="listbox" aria-label={t('chat.names')}>
          {list.names.map((name, index) => (
            <div
              key={name}
              id={`chat-name-${index}`}
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
        data-testid="chat-input"
        role="combobox"
        aria-label={t('chat.say')}
        aria-autocomplete="list"
        aria-expanded={list !== null}
        aria-controls="chat-names"
        {...(list !== null && { 'aria-activedescendant': `chat-name-${at}` })}
        placeholder={t('chat.hint')}
        rows={2}
        maxLength={maxMessage}
        value={text}
        onChange={(event) => {
          draft.change({ text: event.target.value })
          setCaret(event.target.selectionStart)
          setClosedAt(null)
        }}
        onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
        onKeyDown={onKeyDown}
      />
      <div className="instruction-row">
        <ModelSelect />
        <span className="grow" />
        {working && (
          <button type="button" className="button" data-testid="chat-stop" onClick={chat.stop}>
            <Square size={12} aria-hidden />
            {t('panel.stop')}
          </button>
        )}
        <button
          type="submit"
          className="button button-primary"
          data-testid="chat-send"
          title={ready ? undefined : t('panel.noDocument')}
          disabled={!ready || working || text.trim() === ''}
        >
          {t('chat.send')}
        </button>
      </div>
    </form>
  )
}
