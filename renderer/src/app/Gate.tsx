import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import type { Transport } from '../ipc/types.ts'
import { otherAddress } from './otherAddress.ts'
import './Gate.css'

interface GateProps {
  readonly connection: Transport['connection']
}

/** In place of the app until the host has let this page in. */
export const Gate = ({ connection }: GateProps) => {
  const { t } = useTranslation()
  const state = useSyncExternalStore(connection.subscribe, connection.get)
  // Most pages are let in within milliseconds; nothing should flash up until then.
  if (state === 'online') return null
  return (
    <main className="gate" data-testid="gate" data-state={state}>
      <h1>{t(`gate.${state}.title`)}</h1>
      <p>{t(`gate.${state}.text`)}</p>
      {state === 'refused' && (
        <>
          <code>npm start</code>
          <p>
            {t('gate.otherAddress')} <a href={otherAddress(location)}>{otherAddress(location)}</a>
          </p>
        </>
      )}
      <p className="quiet">{t('gate.safe')}</p>
    </main>
  )
}
