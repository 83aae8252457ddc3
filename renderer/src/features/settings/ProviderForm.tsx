import { useTranslation } from 'react-i18next'
import { errorPayload } from '../../../../main/src/contract/sentences/errorSentence.ts'
import { useIpc } from '../../app/AppContext.tsx'
import { Button } from '../../components/Button.tsx'
import { Field } from '../../components/Field.tsx'
import type { Ipc } from '../../ipc/types.ts'
import { AutosavedNotice } from '../autosavedForm/AutosavedForm.tsx'
import type { AutosavedSource } from '../autosavedForm/autosavedValue.ts'
import { useAutosaved } from '../autosavedForm/useAutosaved.ts'
import { useSavePause } from '../autosavedForm/useSavePause.ts'
import { draftOf } from '../drafts/draft.ts'
import type { EndpointFamily } from './families.ts'
import { ProviderFieldset } from './ProviderFieldset.tsx'
import {
  fieldsOf,
  isElsewhere,
  type Provider,
  type ProviderFields,
  providerIn,
  providerPlace,
} from './providerFields.ts'
import { type TypedKey, useTypedKey } from './useTypedKey.ts'

interface ProviderFormProps {
  readonly provider: Provider
  readonly hasKey: boolean
  readonly families: readonly EndpointFamily[]
  readonly onDone: () => void
}

/** A service that runs models, stored by itself; its key is written to main's store and never comes back. */
export const ProviderForm = ({ provider, hasKey, families, onDone }: ProviderFormProps) => {
  const { t } = useTranslation()
  const ipc = useIpc()
  const { id } = provider
  const address = useSavePause()
  const saved = useAutosaved<ProviderFields>({
    path: 'settings.json',
    place: providerPlace(id),
    ...storedProvider(ipc, id, families),
    isReady: (fields) => !address.isActive() && providerIn(fields, id, families) !== null,
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
          families={families}
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
        formatValue={({ name, baseUrl, models }) => [name, baseUrl, models].join('\n')}
        invalid={t(address.isActive() ? 'settings.onLeave' : 'settings.incomplete')}
      />
      <div className="form-actions">
        <Button type="submit">{t('settings.done')}</Button>
      </div>
    </form>
  )
}

/** One service as its form stores it: the others of the list stay as they are at that moment. */
const storedProvider = (
  ipc: Ipc,
  id: string,
  families: readonly EndpointFamily[],
): AutosavedSource<ProviderFields> => {
  const asStored = (fields: ProviderFields) => fieldsOf(providerIn(fields, id, families))
  return {
    async read() {
      const answer = await ipc.invoke('settings:get', {})
      if (!answer.ok) return answer
      const provider = answer.data.providers.find((each) => each.id === id)
      if (provider === undefined) return { ok: false, error: errorPayload('NOT_FOUND') }
      return { ok: true, data: { value: fieldsOf(provider), hash: null } }
    },
    async write(fields, _hash, base) {
      const next = providerIn(fields, id, families)
      const answer = await ipc.invoke('settings:get', {})
      if (!answer.ok) return answer
      const provider = answer.data.providers.find((each) => each.id === id)
      if (provider === undefined || next === null) return { ok: false, error: errorPayload('NOT_FOUND') }
      if (draftOf(fieldsOf(provider), base) !== null) return { ok: false, error: errorPayload('CONFLICT') }
      const providers = answer.data.providers.map((each) => (each.id === id ? next : each))
      const stored = await ipc.invoke('settings:update', { patch: { providers } })
      return stored.ok ? { ok: true, data: { hash: null } } : stored
    },
    isReady: (fields) => providerIn(fields, id, families) !== null,
    asStored: (fields) => (providerIn(fields, id, families) === null ? fields : asStored(fields)),
  }
}

interface KeyFieldProps {
  readonly typedKey: TypedKey
  readonly hasKey: boolean
  /** The address that was typed is on another server than the stored key's. */
  readonly isElsewhere: boolean
}

/** The key of a service: stored when the field is left, and it says so. */
const KeyField = ({ typedKey, hasKey, isElsewhere }: KeyFieldProps) => {
  const { t } = useTranslation()
  const { typed, state } = typedKey
  const about = isElsewhere && hasKey ? 'keyElsewhere' : 'keyHint'
  return (
    <div className="form-field">
      <Field
        label={t('settings.key')}
        hint={t(`settings.${about}`)}
        value={typed}
        maxLength={4000}
        type="password"
        onChange={typedKey.type}
        onLeave={() => void typedKey.store()}
      />
      <p className="quiet" role="status" data-testid="key-state">
        {state === 'none'
          ? typed === '' && hasKey && t('settings.keyStored')
          : t(`settings.keyStates.${state}`)}
      </p>
    </div>
  )
}
