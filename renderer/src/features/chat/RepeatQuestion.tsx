import { useTranslation } from 'react-i18next'
import { useChat, useSettings } from '../../app/AppContext.tsx'

/** Asks a question that was never answered once more, with the model that is chosen now. */
export const RepeatQuestion = ({ question }: { readonly question: string }) => {
  const { t } = useTranslation()
  const chat = useChat()
  const settings = useSettings()
  const again = () => void chat.send(question, settings.store.getState().chosenModelId)
  return (
    <div className="run-actions">
      <button type="button" className="button" data-testid="chat-ask-again" onClick={again}>
        {t('chat.repeatRequest')}
      </button>
    </div>
  )
}
