import { useTranslation } from 'react-i18next'
import { useChat, useSettings } from '../../app/AppContext.tsx'
import { Button } from '../../components/Button.tsx'

/** Asks a question that was never answered once more, with the model that is chosen now. */
export const RepeatQuestion = ({ question }: { readonly question: string }) => {
  const { t } = useTranslation()
  const chat = useChat()
  const settings = useSettings()
  const again = () => void chat.send(question, settings.store.getState().chosenModelId)
  return (
    <div className="run-actions">
      <Button data-testid="chat-ask-again" onClick={again}>
        {t('chat.repeatRequest')}
      </Button>
    </div>
  )
}
