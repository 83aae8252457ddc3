import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AppSettings } from '#contract/settings.ts'
import { errorPayload } from '../../../../main/src/contract/sentences/errorSentence.ts'
import { useIpc } from '../../app/AppContext.tsx'
import { Field } from '../../components/Field.tsx'
import { SelectField } from '../../components/SelectField.tsx'
import type { Ipc } from '../../ipc/types.ts'
import { AutosavedNotice } from '../autosavedForm/AutosavedForm.tsx'
import type { AutosavedSource } from '../autosavedForm/autosavedValue.ts'
import { useAutosaved } from '../autosavedForm/useAutosaved.ts'
import { useSavePause } from '../autosavedForm/useSavePause.ts'
import { draftOf } from '../drafts/draft.ts'

/** Which of the services makes vectors for the search, if any; stored by itself. */
export const VectorSettings = ({ current }: { readonly current: AppSettings }) => {
  const { t } = useTranslation()
  const ipc = useIpc()
  const { providers } = current
  /** Half a name is another model, and the whole book would be asked of it. */
  const half = useSavePause()
  const [making, setMaking] = useState(false)
  const saved = useAutosaved<VectorFields>({
    path: 'settings.json',
    place: { projectId: '', form: 'vectors', row: '' },
    ...storedVectors(ipc),
    isReady: (fields) => !half.isActive() && isReady(fields),
    onStored: ({ providerId }) => setMaking(providerId !== ''),
  })
  const { flush, value } = saved
  const selectedId = providers.some(({ id }) => id === value?.providerId) ? (value?.providerId ?? '') : ''
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
      <SelectField
        inRow
        label={t('settings.vectorsProvider')}
        value={selectedId}
        options={[
          { value: '', label: t('settings.vectorsOff') },
          ...providers.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={(providerId) => saved.change({ providerId })}
      />
      {providers.length === 0 && <p className="form-hint">{t('settings.vectorsNoProvider')}</p>}
      {selectedId !== '' && value !== null && (
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
      {(selectedId !== '' || saved.save.kind !== 'saved') && (
        <AutosavedNotice
          saved={saved}
          formatValue={({ model, dimensions }) => [model, dimensions].join('\n')}
          invalid={t(half.isActive() ? 'settings.vectorsOnLeave' : 'settings.vectorsIncomplete')}
        />
      )}
      {making && saved.save.kind === 'saved' && <p className="quiet">{t('settings.vectorsMaking')}</p>}
    </section>
  )
}

const mostDimensions = 16_384

/** The fields of the form, as they are typed. */
interface VectorFields {
  /** Empty: no vectors. */
  readonly providerId: string
  readonly model: string
  /** Empty: as the model makes them. */
  readonly dimensions: string
}

const fieldsOf = ({ embedding }: AppSettings): VectorFields => ({
  providerId: embedding?.providerId ?? '',
  model: embedding?.model ?? '',
  dimensions: embedding?.dimensions?.toString() ?? '',
})

/** Whole dimensions; undefined when it is not said, null when it is none. */
function dimensionsIn({ dimensions }: VectorFields): number | undefined | null {
  if (dimensions.trim() === '') return undefined
  const count = Number(dimensions)
  return Number.isInteger(count) && count >= 1 && count <= mostDimensions ? count : null
}

const isReady = (fields: VectorFields): boolean =>
  fields.providerId === '' || (fields.model.trim() !== '' && dimensionsIn(fields) !== null)

/** What the fields say as a setting. */
function embeddingIn(fields: VectorFields): AppSettings['embedding'] {
  const { providerId, model } = fields
  if (providerId === '') return null
  const dimensions = dimensionsIn(fields) ?? undefined
  return { providerId, model: model.trim(), ...(dimensions !== undefined && { dimensions }) }
}

/** What makes vectors, as its form stores it. */
const storedVectors = (ipc: Ipc): AutosavedSource<VectorFields> => ({
  async read() {
    const answer = await ipc.invoke('settings:get', {})
    return answer.ok ? { ok: true, data: { value: fieldsOf(answer.data), hash: null } } : answer
  },
  async write(fields, _hash, base) {
    const answer = await ipc.invoke('settings:get', {})
    if (!answer.ok) return answer
    if (draftOf(fieldsOf(answer.data), base) !== null) return { ok: false, error: errorPayload('CONFLICT') }
    const stored = await ipc.invoke('settings:update', { patch: { embedding: embeddingIn(fields) } })
    return stored.ok ? { ok: true, data: { hash: null } } : stored
  },
  isReady,
  asStored: (fields) =>
    fields.providerId === ''
      ? { providerId: '', model: '', dimensions: '' }
      : { ...fields, model: fields.model.trim(), dimensions: dimensionsIn(fields)?.toString() ?? '' },
})
