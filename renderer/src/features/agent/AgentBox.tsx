import { Square } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useApp } from '../../app/AppContext.tsx'
import { ModelSelect } from '../aiPanel/ModelSelect.tsx'
import { NameField } from '../chat/NameField.tsx'
import { useCodexNames } from '../chat/useCodexNames.ts'
import { useDraft } from '../drafts/useDraft.ts'
import { isWorking } from './taskStore.ts'

const maxInput = 20_000
/** A path is a path without white space; with it, it stands in quotes. */
const called = (path: string) => (/\s/.test(path) ? `"${path}"` : path)

/** What is to be done. It is kept for each work until it is sent, also over a reload. */
export const AgentBox = ({ projectId }: { readonly projectId: string }) => {
  const { t } = useTranslation()
  const { agent, settings, workspace } = useApp()
  const { task, busy } = useStore(agent.store)
  const { documents, access } = useStore(workspace.store)
  const modelId = useStore(settings.store, (state) => state.chosenModelId)
  const draft = useDraft({ projectId, form: 'agent', row: '' }, { text: '' })
  const names = useCodexNames(projectId)
  const { text } = draft.value
  const working = isWorking(task)
  const ready = access === 'write' && !working && !busy && text.trim() !== ''
  const files = (documents ?? []).map(({ documentId }) => called(documentId))
  const send = async () => {
    if (!ready) return
    // It goes at once, and comes back when it was not stored.
    draft.change({ text: '' })
    if (!(await agent.run(text.trim(), modelId))) draft.change({ text })
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
        id="agent"
        label={t('agent.what')}
        hint={t('agent.hint')}
        listLabel={t('agent.names')}
        names={[...names, ...files]}
        text={text}
        maxLength={maxInput}
        onChange={(typed) => draft.change({ text: typed })}
        onSend={() => void send()}
      />
      <div className="instruction-row">
        <ModelSelect />
        <span className="grow" />
        <button
          type="button"
          className="button"
          data-testid="agent-stop"
          disabled={!working}
          onClick={() => void agent.stop()}
        >
          <Square size={12} aria-hidden />
          {t('panel.stop')}
        </button>
        <button type="submit" className="button button-primary" data-testid="agent-run" disabled={!ready}>
          {t('agent.start')}
        </button>
      </div>
    </form>
  )
}
