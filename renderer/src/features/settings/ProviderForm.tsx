import { useTranslation } from 'react-i18next'
import { useIpc } from '../../app/AppContext.tsx'
import { AutosavedNotice } from '../autosavedForm/AutosavedForm.tsx'
import { useAutosaved } from '../autosavedForm/useAutosaved.ts'
import { useSaveHold } from '../autosavedForm/useSaveHold.ts'
import { KeyField } from './KeyField.tsx'
import { ProviderFieldset } from './ProviderFieldset.tsx'
import {
  isElsewhere,
  type Provider,
  type ProviderFields,
  providerIn,
  providerPlace,
} from './providerFields.ts'
import { storedProvider } from './storedProvider.ts'
import { useTypedKey } from './useTypedKey.ts'

interface ProviderFormProps {
  readonly provider: Provider
  readonly hasKey: boolean
  readonly onDone: () => void
}

/** A service that runs models, stored by itself; its key is written to main's store and never comes back. */
export const ProviderForm = ({ provider, hasKey, onDone }: ProviderFormProps) => {
  const { t } = useTranslation()
  const ipc = useIpc()
  const { id } = provider
  const address = useSaveHold()
  const saved = useAutosaved<ProviderFields>({
    path: 'settings.json',
    place: providerPlace(id),
    ...storedProvider(ipc, id),
    isReady: (fields) => !address.isActive() && providerIn(fields, id) !== null,
  })
  const { flush, value } = saved
  const store = () => {
    address.release()
    return flush()
  }
  const key = useTypedKey(id, store)
  return (
    <form
      className="provider-form"
      onSubmit={(event) => {
        event.preventDefault()
        void Promise.all([store(), key.store()]).then((done) => done.every(Boolean) && onDone())
      }}
    >
      {value !== null && (
        <ProviderFieldset
          value={value}
          providerId={id}
          typedKey={key.typed}
          keyField={
            <KeyField typedKey={key} hasKey={hasKey} isElsewhere={isElsewhere(provider, value.baseUrl)} />
          }
          onChange={(part) => {
            // Half an address is another server, and the stored key would be gone.
            if (part.baseUrl !== undefined) address.activate()
            saved.change(part)
          }}
          onAddressLeft={() => void store()}
        />
      )}
      <AutosavedNotice
        saved={saved}
        words={({ name, baseUrl, models }) => [name, baseUrl, models].join('\n')}
        unready={t(address.isActive() ? 'settings.onLeave' : 'settings.incomplete')}
      />
      <div className="form-actions">
        <button type="submit" className="button">
          {t('settings.done')}
        </button>
      </div>
    </form>
  )
}
