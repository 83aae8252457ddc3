import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChannelInput, ChannelOutput } from '#contract/index.ts'
import { useIpc } from '../../app/AppContext.tsx'
import { useErrorSentence } from '../../i18n/errorSentence.ts'
import { ProviderWords } from '../aiPanel/ProviderWords.tsx'

type Answer = ChannelOutput<'ai:test'>

/** Asks the service for a word and says what is wrong; null while the form does not say enough to ask. */
export const ServiceTest = ({ asked }: { readonly asked: ChannelInput<'ai:test'> | null }) => {
  const { t } = useTranslation()
  const ipc = useIpc()
  const sentence = useErrorSentence()
  const [answer, setAnswer] = useState<Answer | 'asking' | null>(null)
  const ask = async () => {
    if (asked === null) return
    setAnswer('asking')
    const came = await ipc.invoke('ai:test', asked)
    setAnswer(came.ok ? came.data : { ok: false, error: came.error })
  }
  return (
    <div className="form-field">
      <button
        type="button"
        className="button"
        data-testid="service-test"
        disabled={asked === null || answer === 'asking'}
        onClick={() => void ask()}
      >
        {t('settings.test')}
      </button>
      {answer === 'asking' && <p role="status">{t('settings.testing')}</p>}
      {answer !== null && answer !== 'asking' && answer.ok && <p role="status">{t('settings.testOk')}</p>}
      {answer !== null && answer !== 'asking' && !answer.ok && (
        <div className="form-error" role="alert">
          {sentence(answer.error)}
          <ProviderWords failed={answer.error} />
        </div>
      )}
    </div>
  )
}
