import { useTranslation } from 'react-i18next'
import { errorPayload } from '../../../../main/src/contract/sentences/errorSentence.ts'
import { useIpc } from '../../app/AppContext.tsx'
import type { Ipc } from '../../ipc/types.ts'
import { AutosavedForm } from '../autosavedForm/AutosavedForm.tsx'
import type { AutosavedUse } from '../autosavedForm/useAutosaved.ts'
import type { DraftPlace } from '../drafts/drafts.ts'
import { summariesOf } from './summaries.ts'

interface SummaryPlace {
  readonly projectId: string
  readonly conversationId: string
  readonly eventId: string
}

interface SummaryText {
  readonly text: string
}

/** Where the unfinished words of a summary lie. */
export const summaryPlace = ({ projectId, eventId }: SummaryPlace): DraftPlace => ({
  projectId,
  form: 'talkSummary',
  row: eventId,
})

/** The author's words in the place of a summary, as its card stores them. */
const storedSummary = (
  ipc: Ipc,
  { projectId, conversationId: id, eventId }: SummaryPlace,
): AutosavedUse<SummaryText> => ({
  path: `.creonow/conversations/${id}.json`,
  place: summaryPlace({ projectId, conversationId: id, eventId }),
  async read() {
    const answer = await ipc.invoke('context:creonow:conversations:read', { projectId, id })
    if (!answer.ok) return answer
    const summary = summariesOf(answer.data.conversation).find((each) => each.id === eventId)
    if (summary === undefined) return { ok: false, error: errorPayload('NOT_FOUND') }
    return { ok: true, data: { value: { text: summary.content }, hash: null } }
  },
  async write({ text }) {
    const answer = await ipc.invoke('chat:summary:update', { projectId, id, eventId, text })
    return answer.ok ? { ok: true, data: { hash: null } } : answer
  },
  isReady: ({ text }) => text.trim() !== '',
  asStored: ({ text }) => ({ text: text.trim() }),
})

interface SummaryFormProps {
  readonly place: SummaryPlace
  readonly onDone: () => void
}

/** The words of a summary, stored by themselves. */
export const SummaryForm = ({ place, onDone }: SummaryFormProps) => {
  const { t } = useTranslation()
  return (
    <AutosavedForm
      source={storedSummary(useIpc(), place)}
      className="chat-summary-form"
      formatValue={({ text }) => text}
      invalid={t('chatSummary.incomplete')}
      done={t('chatSummary.done')}
      onDone={onDone}
    >
      {({ text }, change) => (
        <textarea
          className="field chat-summary-text"
          // biome-ignore lint/a11y/noAutofocus: the form replaces the summary whose button was just pressed
          autoFocus
          aria-label={t('chatSummary.words')}
          maxLength={40_000}
          rows={12}
          value={text}
          onChange={(event) => change({ text: event.target.value })}
        />
      )}
    </AutosavedForm>
  )
}
