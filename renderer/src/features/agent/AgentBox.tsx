import { Square } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useAgent, useSettings, useWorkspace } from '../../app/AppContext.tsx'
import { useDocuments } from '../../app/useDocuments.ts'
import { Composer } from '../chat/Composer.tsx'
import { useCodexNames } from '../chat/useCodexNames.ts'
import { useMessage } from '../chat/useMessage.ts'
import { isWorking } from './taskStore.ts'

const maxInput = 20_000
/** A path is a path without white space; with it, it stands in quotes. */
const called = (path: string) => (/\s/.test(path) ? `"${path}"` : path)

/** What is to be done. It is kept for each work until it is sent, also over a reload. */
export const AgentBox = ({ projectId }: { readonly projectId: string }) => {
  const { t } = useTranslation()
  const agent = useAgent()
  const settings = useSettings()
  const workspace = useWorkspace()
  const { task, busy } = useStore(agent.store)
  const documents = useDocuments()
  const access = useStore(workspace.store, (state) => state.access)
  const modelId = useStore(settings.store, (state) => state.chosenModelId)
  const { message, isEmpty, ...own } = useMessage({ projectId, form: 'agent', row: '' }, (text) =>
    agent.run(text, modelId),
  )
  const names = useCodexNames()
  const working = isWorking(task)
  const ready = access === 'write' && !working && !busy && !isEmpty
  const files = (documents ?? []).map(({ documentId }) => called(documentId))
  const send = () => ready && own.send()
  return (
    <Composer
      id="agent"
      label={t('agent.what')}
      hint={t('agent.hint')}
      listLabel={t('agent.names')}
      names={[...names, ...files]}
      maxLength={maxInput}
      message={message}
      onSend={send}
    >
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
    </Composer>
  )
}
