import { Square } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useApp } from '../../app/AppContext.tsx'
import { ModelSelect } from '../aiPanel/ModelSelect.tsx'
import { useDraft } from '../drafts/useDraft.ts'
import { NameField } from './NameField.tsx'
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
  const names = useCodexNames(projectId)

  const send = async () => {
    if (!ready || working || text.trim() === '') return
    // It goes at once, and comes back when it was not stored.
    draft.change({ text: '' })
    if (!(await chat.send(text.trim(), modelId))) draft.change({ text })
  }
  return (
    <form
      className="instruction chat-box"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <NameField
        id="chat"
        label={t('chat.say')}
        hint={t('chat.hint')}
        listLabel={t('chat.names')}
        names={names}
        text={text}
        maxLength={maxMessage}
        onChange={(typed) => draft.change({ text: typed })}
        onSend={() => void send()}
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
