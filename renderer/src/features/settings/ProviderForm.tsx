import { useTranslation } from 'react-i18next'
import type { AppSettings } from '#contract/settings.ts'
import { useApp } from '../../app/AppContext.tsx'
import { Field } from '../../components/Field.tsx'
import { FormActions } from '../../components/FormActions.tsx'
import { DraftNote } from '../drafts/DraftNote.tsx'
import type { DraftPlace } from '../drafts/drafts.ts'
import { useDraft } from '../drafts/useDraft.ts'
import { providerId } from './providerId.ts'
import { ServiceTest } from './ServiceTest.tsx'

type Provider = AppSettings['providers'][number]
interface ProviderFormProps {
  /** Null for a new service. */
  readonly provider: Provider | null
  readonly all: readonly Provider[]
  readonly onDone: () => void
}

/** Where the unfinished words about a service lie; without an id, those about a new one. */
export const providerPlace = (id = ''): DraftPlace => ({ projectId: '', form: 'provider', row: id })

/** An OpenAI-compatible service; its key is written to main's store and never comes back. */
export const ProviderForm = ({ provider, all, onDone }: ProviderFormProps) => {
  const { t } = useTranslation()
  const { settings } = useApp()
  const stored = {
    name: provider?.name ?? '',
    baseUrl: provider?.baseUrl ?? '',
    models: provider?.models.join('\n') ?? '',
    key: '',
  }
  const form = useDraft(providerPlace(provider?.id), stored, ['key'])
  const { name, baseUrl, models, key } = form.value
  const names = models
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const urlOk = /^https?:\/\/\S+$/.test(baseUrl.trim())
  const ready = name.trim() !== '' && urlOk && names.length > 0

  const save = async () => {
    const id =
      provider?.id ??
      providerId(
        name,
        all.map((one) => one.id),
      )
    const next = { ...provider, id, name: name.trim(), baseUrl: baseUrl.trim(), models: names }
    const providers = provider === null ? [...all, next] : all.map((one) => (one.id === id ? next : one))
    const saved = await settings.update({ providers })
    if (!saved || (key !== '' && !(await settings.setKey(id, key)))) return
    form.settle(form.value)
    onDone()
  }
  return (
    <form
      className="provider-form"
      onSubmit={(event) => {
        event.preventDefault()
        if (ready) void save()
      }}
    >
      <Field
        label={t('settings.providerName')}
        value={name}
        maxLength={120}
        onChange={(value) => form.change({ name: value })}
      />
      <Field
        label={t('settings.baseUrl')}
        value={baseUrl}
        maxLength={2000}
        type="url"
        onChange={(value) => form.change({ baseUrl: value })}
      />
      {baseUrl !== '' && !urlOk && <p className="form-error">{t('settings.invalidUrl')}</p>}
      <Field
        label={t('settings.models')}
        value={models}
        rows={3}
        onChange={(value) => form.change({ models: value })}
      />
      <Field
        label={t('settings.key')}
        hint={t('settings.keyHint')}
        value={key}
        maxLength={4000}
        type="password"
        onChange={(value) => form.change({ key: value })}
      />
      <ServiceTest
        asked={
          urlOk && names[0] !== undefined
            ? {
                ...{ baseUrl: baseUrl.trim(), model: names[0] },
                ...(provider === null ? {} : { provider: provider.id }),
                ...(key === '' ? {} : { key }),
              }
            : null
        }
      />
      <DraftNote draft={form} secret={key !== ''} />
      <FormActions
        submit={t('settings.save')}
        cancel={t('settings.cancel')}
        ready={ready}
        onCancel={onDone}
      />
    </form>
  )
}
