import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChannelOutput } from '#contract/index.ts'
import type { AppSettings } from '#contract/settings.ts'
import { useSettings } from '../../app/AppContext.tsx'
import { Button } from '../../components/Button.tsx'
import { SelectField } from '../../components/SelectField.tsx'
import { DraftMark } from '../drafts/DraftMark.tsx'
import { useFamilies } from './families.ts'
import { NewProviderForm } from './NewProviderForm.tsx'
import { ProviderForm } from './ProviderForm.tsx'
import { providerPlace } from './providerFields.ts'
import { useModels } from './useAppSettings.ts'
import './ModelSettings.css'

/** The services that run models, and the model a run takes by default. */
export const ModelSettings = ({ current }: { readonly current: ChannelOutput<'settings:get'> }) => {
  const { t } = useTranslation()
  const settings = useSettings()
  const { models } = useModels()
  const families = useFamilies()
  /** The id of the service being edited; an empty one is new. */
  const [editing, setEditing] = useState<string | null>(null)
  return (
    <section className="settings-section">
      <h3>{t('settings.ai')}</h3>
      <SelectField
        inRow
        label={t('settings.defaultModel')}
        value={current.defaultModelId}
        options={models.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(defaultModelId) => void settings.update({ defaultModelId })}
      />
      {current.providers.length === 0 && <p className="form-hint">{t('settings.noProviders')}</p>}
      {current.providers.map((provider) =>
        // A form without the families would lose what depends on them.
        editing === provider.id && families.length > 0 ? (
          <ProviderForm
            key={provider.id}
            provider={provider}
            hasKey={current.keys.includes(provider.id)}
            families={families}
            onDone={() => setEditing(null)}
          />
        ) : (
          <ProviderRow
            key={provider.id}
            provider={provider}
            hasKey={current.keys.includes(provider.id)}
            all={current.providers}
            onEdit={() => setEditing(provider.id)}
          />
        ),
      )}
      {editing === '' ? (
        <NewProviderForm all={current.providers} families={families} onDone={() => setEditing(null)} />
      ) : (
        <Button onClick={() => setEditing('')}>
          {t('settings.addProvider')}
          <DraftMark place={providerPlace()} />
        </Button>
      )}
    </section>
  )
}

type Provider = AppSettings['providers'][number]
interface ProviderRowProps {
  readonly provider: Provider
  readonly hasKey: boolean
  readonly all: readonly Provider[]
  readonly onEdit: () => void
}

/** One service: its name, address, and whether a key is stored. */
const ProviderRow = ({ provider, hasKey, all, onEdit }: ProviderRowProps) => {
  const { t } = useTranslation()
  const settings = useSettings()
  const remove = () => void settings.update({ providers: all.filter((each) => each.id !== provider.id) })
  return (
    <div className="provider-row">
      <span className="provider-name">
        <b>
          {provider.name}
          <DraftMark place={providerPlace(provider.id)} />
        </b>
        <span className="quiet">{provider.baseUrl}</span>
        <span className="quiet">{t(hasKey ? 'settings.keyStored' : 'settings.keyMissing')}</span>
      </span>
      <Button onClick={onEdit}>{t('settings.edit')}</Button>
      {hasKey && (
        <Button onClick={() => void settings.deleteKey(provider.id)}>{t('settings.removeKey')}</Button>
      )}
      <Button onClick={remove}>{t('settings.remove')}</Button>
    </div>
  )
}
