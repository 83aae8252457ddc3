import { useTranslation } from 'react-i18next'
import type { AppSettings } from '#contract/settings.ts'
import { useSettings } from '../../app/AppContext.tsx'
import { DraftMark } from '../drafts/DraftMark.tsx'
import { providerPlace } from './providerFields.ts'

type Provider = AppSettings['providers'][number]
interface ProviderRowProps {
  readonly provider: Provider
  readonly hasKey: boolean
  readonly all: readonly Provider[]
  readonly onEdit: () => void
}

/** One service: its name, address, and whether a key is stored. */
export const ProviderRow = ({ provider, hasKey, all, onEdit }: ProviderRowProps) => {
  const { t } = useTranslation()
  const settings = useSettings()
  const remove = () => void settings.update({ providers: all.filter((one) => one.id !== provider.id) })
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
      <button type="button" className="button" onClick={onEdit}>
        {t('settings.edit')}
      </button>
      {hasKey && (
        <button type="button" className="button" onClick={() => void settings.deleteKey(provider.id)}>
          {t('settings.removeKey')}
        </button>
      )}
      <button type="button" className="button" onClick={remove}>
        {t('settings.remove')}
      </button>
    </div>
  )
}
