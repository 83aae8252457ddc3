import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AppSettings } from '#contract/settings.ts'
import { useApp } from '../../app/AppContext.tsx'
import { Field } from '../../components/Field.tsx'
import { DraftNote } from '../drafts/DraftNote.tsx'
import { useDraft } from '../drafts/useDraft.ts'

const mostDimensions = 16_384

/** Which of the services makes vectors for the search, if any. Turning it off is kept at once. */
export const VectorSettings = ({ current }: { readonly current: AppSettings }) => {
  const { t } = useTranslation()
  const { settings } = useApp()
  const selectId = useId()
  const { embedding, providers } = current
  const form = useDraft(
    { projectId: '', form: 'vectors', row: '' },
    {
      providerId: embedding?.providerId ?? '',
      model: embedding?.model ?? '',
      dimensions: embedding?.dimensions?.toString() ?? '',
    },
  )
  const { providerId, model, dimensions } = form.value
  const [saved, setSaved] = useState(false)
  const chosen = providers.some(({ id }) => id === providerId) ? providerId : ''
  const count = dimensions.trim() === '' ? undefined : Number(dimensions)
  const countOk = count === undefined || (Number.isInteger(count) && count >= 1 && count <= mostDimensions)
  const ready = chosen !== '' && model.trim() !== '' && countOk

  const choose = (id: string) => {
    form.change({ providerId: id })
    setSaved(false)
    if (id === '' && embedding) void turnOff()
  }
  const turnOff = async () => {
    if (await settings.update({ embedding: null })) form.settle({ ...form.value, providerId: '' })
  }
  const save = async () => {
    const next = {
      providerId: chosen,
      model: model.trim(),
      ...(count !== undefined && { dimensions: count }),
    }
    const done = await settings.update({ embedding: next })
    if (done) form.settle(form.value)
    setSaved(done)
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
          onChange={(event) => choose(event.target.value)}
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
      {chosen !== '' && (
        <form
          className="provider-form"
          onSubmit={(event) => {
            event.preventDefault()
            if (ready) void save()
          }}
        >
          <Field
            label={t('settings.vectorsModel')}
            value={model}
            maxLength={120}
            onChange={(value) => form.change({ model: value })}
          />
          <Field
            label={t('settings.vectorsDimensions')}
            value={dimensions}
            maxLength={5}
            onChange={(value) => form.change({ dimensions: value })}
          />
          {!countOk && <p className="form-error">{t('settings.vectorsInvalid')}</p>}
          <DraftNote draft={form} />
          <div className="form-actions">
            <button type="submit" className="button button-primary" disabled={!ready}>
              {t('settings.save')}
            </button>
            {saved && (
              <span className="quiet" role="status">
                {t('settings.vectorsSaved')}
              </span>
            )}
          </div>
        </form>
      )}
    </section>
  )
}
