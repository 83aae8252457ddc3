import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { UpdateAction, UpdateState } from '#contract/desktop.ts'
import type { AppSettings } from '#contract/settings.ts'
import { useIpc, useSettings } from '../../app/AppContext.tsx'
import { Button } from '../../components/Button.tsx'
import { CheckField } from '../../components/CheckField.tsx'
import { Notice } from '../../components/Notice.tsx'
import { useErrorSentence } from '../../i18n/errorSentence.ts'

/** What can be done next, as a button; none while something is under way. */
const nextOf = ({ step, version }: UpdateState): UpdateAction | null => {
  if (step === 'ready') return 'install'
  if (step === 'available' || (step === 'failed' && version !== undefined)) return 'download'
  return step === 'idle' || step === 'latest' || step === 'failed' ? 'check' : null
}

/** The version that runs, and the way to a new one; without a desktop around the page there is nothing to show. */
export const UpdateSettings = ({ current }: { readonly current: AppSettings }) => {
  const { t } = useTranslation()
  const sentence = useErrorSentence()
  const settings = useSettings()
  const ipc = useIpc()
  const [state, setState] = useState<UpdateState>()
  const act = async (action: UpdateAction) => {
    const answer = await ipc.invoke('desktop:newVersion', { action })
    if (answer.ok) setState(answer.data.state)
  }
  const first = act
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, the rest comes as events
  useEffect(() => {
    void first('read')
    return ipc.on('desktop', (event) => {
      if (event.type === 'updates') setState(event.state)
    })
  }, [ipc])
  if (state === undefined) return null
  const { step, version = '', ratio = 0, obstacle, error } = state
  const next = nextOf(state)
  const percent = Math.round(ratio * 100)
  return (
    <section className="settings-section" data-testid="update-settings">
      <h3>{t('updates.title')}</h3>
      <p className="form-hint">
        {t('updates.current', { version: state.current })} {t(`updates.${step}`, { version, percent })}
      </p>
      {obstacle !== undefined && <Notice tone="plain">{t(`updates.obstacles.${obstacle}`)}</Notice>}
      {error !== undefined && <Notice tone="danger">{sentence(error)}</Notice>}
      {next !== null && <Button onClick={() => void act(next)}>{t(`updates.do.${next}`)}</Button>}
      {step !== 'off' && step !== 'byHand' && (
        <CheckField
          label={t('updates.unasked')}
          hint={t('updates.unaskedHint')}
          checked={current.checksForUpdates !== false}
          onChange={(checksForUpdates) => void settings.update({ checksForUpdates })}
        />
      )}
    </section>
  )
}
