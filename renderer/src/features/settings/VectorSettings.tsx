import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AppSettings } from '#contract/settings.ts'
import { useIpc } from '../../app/AppContext.tsx'
import { Field } from '../../components/Field.tsx'
import { AutosavedNotice } from '../autosavedForm/AutosavedForm.tsx'
import { useAutosaved } from '../autosavedForm/useAutosaved.ts'
import { useSaveHold } from '../autosavedForm/useSaveHold.ts'
import { dimensionsIn, isReady, storedVectors, type VectorFields } from './storedVectors.ts'

/** Which of the services makes vectors for the search, if any; stored by itself. */
export const VectorSettings = ({ current }: { readonly current: AppSettings }) => {
  const { t } = useTranslation()
  const ipc = useIpc()
  const selectId = useId()
  const { providers } = current
  /** Half a name is another model, and the whole book would be asked of it. */
  const half = useSaveHold()
  const [making, setMaking] = useState(false)
  const saved = useAutosaved<VectorFields>({
    path: 'settings.json',
    place: { projectId: '', form: 'vectors', row: '' },
    ...storedVectors(ipc),
    isReady: (fields) => !half.isActive() && isReady(fields),
    onStored: ({ providerId }) => setMaking(providerId !== ''),
  })
  const { flush, value } = saved
  const chosen = providers.some(({ id }) => id === value?.providerId) ? (value?.providerId ?? '') : ''
  const type = (part: Partial<VectorFields>) => {
    half.activate()
    saved.change(part)
  }
  const store = () => {
    half.release()
    return flush()
  }
  return (
    <section className="settings-section" data-testid="vector-settings">
      <h3>{t('settings.vectors')}</h3>
      <p className="form-hint">{t('settings.vectorsLead')}</p>
      <div className="form-field form-field-row">
        <label htmlFor={selectId}>{t('settings.vectorsProvider')}</label>
        <select
          id={selectId}
          className="field"
          value={chosen}
          onChange={(event) => saved.change({ providerId: event.target.value })}
        >
          <option value="">{t('settings.vectorsOff')}</option>
          {providers.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </div>
      {providers.length === 0 && <p className="form-hint">{t('settings.vectorsNoProvider')}</p>}
      {chosen !== '' && value !== null && (
        <form
          className="provider-form"
          // Going on to the next field is not the end: the whole book would be sent for half an answer.
          onBlur={({ currentTarget, relatedTarget }) => {
            if (!currentTarget.contains(relatedTarget)) void store()
          }}
          onKeyDown={({ key, nativeEvent }) => {
            if (key === 'Enter' && !nativeEvent.isComposing) void store()
          }}
          onSubmit={(event) => event.preventDefault()}
        >
          <Field
            label={t('settings.vectorsModel')}
            value={value.model}
            maxLength={120}
            onChange={(model) => type({ model })}
          />
          <Field
            label={t('settings.vectorsDimensions')}
            value={value.dimensions}
            maxLength={5}
            error={dimensionsIn(value) === null ? t('settings.vectorsInvalid') : undefined}
            onChange={(dimensions) => type({ dimensions })}
          />
        </form>
      )}
      {(chosen !== '' || saved.save.kind !== 'saved') && (
        <AutosavedNotice
          saved={saved}
          words={({ model, dimensions }) => [model, dimensions].join('\n')}
          unready={t(half.isActive() ? 'settings.vectorsOnLeave' : 'settings.vectorsIncomplete')}
        />
      )}
      {making && saved.save.kind === 'saved' && <p className="quiet">{t('settings.vectorsMaking')}</p>}
    </section>
  )
}
