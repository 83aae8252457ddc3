import { useTranslation } from 'react-i18next'
import { useIpc } from '../../app/AppContext.tsx'
import { percent } from '../../i18n/format.ts'
import { KeptNotice } from '../kept/KeptNotice.tsx'
import { useKept } from '../kept/useKept.ts'
import { PreferenceFieldset } from './PreferenceFieldset.tsx'
import { preferencePlace } from './preferencePlace.ts'
import { isReady, type PreferenceFields, storedPreference } from './storedPreference.ts'

interface PreferenceFormProps {
  readonly projectId: string
  readonly id: string
  readonly onDone: () => void
}

/** One preference, stored by itself. */
export const PreferenceForm = ({ projectId, id, onDone }: PreferenceFormProps) => {
  const { t } = useTranslation()
  const ipc = useIpc()
  const kept = useKept<PreferenceFields>({
    path: '.creonow/memory/preferences.json',
    place: preferencePlace(projectId, id),
    ...storedPreference(ipc, { projectId, id }),
  })
  const { flush, value } = kept
  const words = ({ text, kind, confidence, asConstraint }: PreferenceFields) => {
    const weight = asConstraint ? t('memory.isRule') : t('memory.sure', { n: percent(confidence, 1) })
    return `${text}\n${t(`memory.kinds.${kind}`)} · ${weight}`
  }
  return (
    <form
      className="provider-form"
      onSubmit={(event) => {
        event.preventDefault()
        void flush().then((done) => done && onDone())
      }}
    >
      {value !== null && (
        <PreferenceFieldset
          value={value}
          withConfidence
          textError={isReady(value) ? undefined : t('memory.noText')}
          onChange={kept.change}
        />
      )}
      <KeptNotice kept={kept} words={words} unready={t('memory.noText')} />
      <div className="form-actions">
        <button type="submit" className="button">
          {t('memory.done')}
        </button>
      </div>
    </form>
  )
}
