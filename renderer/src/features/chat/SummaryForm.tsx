import { useTranslation } from 'react-i18next'
import { useIpc } from '../../app/AppContext.tsx'
import { KeptNotice } from '../kept/KeptNotice.tsx'
import { useKept } from '../kept/useKept.ts'
import { type SummaryPlace, type SummaryText, storedSummary, summaryPlace } from './storedSummary.ts'

interface SummaryFormProps {
  readonly place: SummaryPlace
  readonly onDone: () => void
}

/** The words of a summary, stored by themselves. */
export const SummaryForm = ({ place, onDone }: SummaryFormProps) => {
  const { t } = useTranslation()
  const ipc = useIpc()
  const kept = useKept<SummaryText>({
    path: `.creonow/conversations/${place.conversationId}.json`,
    place: summaryPlace(place),
    ...storedSummary(ipc, place),
  })
  const { flush, value } = kept
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void flush().then((done) => done && onDone())
      }}
    >
      {value !== null && (
        <textarea
          className="field chat-summary-text"
          // biome-ignore lint/a11y/noAutofocus: the form stands in the place of the summary whose button was just pressed
          autoFocus
          aria-label={t('talkSummary.words')}
          maxLength={40_000}
          rows={12}
          value={value.text}
          onChange={(event) => kept.change({ text: event.target.value })}
        />
      )}
      <KeptNotice kept={kept} words={({ text }) => text} unready={t('talkSummary.unready')} />
      <div className="run-actions">
        <button type="submit" className="button">
          {t('talkSummary.done')}
        </button>
      </div>
    </form>
  )
}
