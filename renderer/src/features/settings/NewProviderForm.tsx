import { useTranslation } from 'react-i18next'
import { useSettings } from '../../app/AppContext.tsx'
import { Field } from '../../components/Field.tsx'
import { FormActions } from '../../components/FormActions.tsx'
import { SelectField } from '../../components/SelectField.tsx'
import { DraftNote } from '../drafts/DraftNote.tsx'
import { useDraft } from '../drafts/useDraft.ts'
import { type EndpointFamily, type Preset, presetsOf } from './families.ts'
import { ProviderFieldset } from './ProviderFieldset.tsx'
import {
  fieldsOf,
  type Provider,
  providerId,
  providerIn,
  providerPlace,
  withPreset,
} from './providerFields.ts'

interface NewProviderFormProps {
  readonly all: readonly Provider[]
  readonly families: readonly EndpointFamily[]
  readonly onDone: () => void
}

/** A service that is not set up yet: a draft until the button adds it. */
export const NewProviderForm = ({ all, families, onDone }: NewProviderFormProps) => {
  const { t, i18n } = useTranslation()
  const settings = useSettings()
  const form = useDraft(providerPlace(), { ...fieldsOf(null), key: '' }, ['key'])
  const { key, ...fields } = form.value
  const usedIds = all.map(({ id }) => id)
  const next = providerIn(fields, providerId(fields.name, usedIds), families)
  const presets = presetsOf(families)
  const labelOf = ({ name, chineseName }: Preset) =>
    i18n.language === 'zh' && chineseName !== undefined ? `${name} ${chineseName}` : name

  const add = async () => {
    if (next === null || !(await settings.update({ providers: [...all, next] }))) return
    if (key !== '' && !(await settings.setKey(next.id, key))) return
    form.clearDraft(form.value)
    onDone()
  }
  return (
    <form
      className="provider-form"
      onSubmit={(event) => {
        event.preventDefault()
        void add()
      }}
    >
      <SelectField
        label={t('settings.preset')}
        value={presets.find((each) => each.baseUrl === fields.baseUrl)?.family ?? ''}
        options={[
          { value: '', label: t('settings.presetOwn') },
          ...presets.map((each) => ({ value: each.family, label: labelOf(each) })),
        ]}
        onChange={(family) => {
          const preset = presets.find((each) => each.family === family)
          if (preset) form.change(withPreset(fields, preset, presets))
        }}
      />
      <ProviderFieldset
        value={fields}
        providerId={null}
        families={families}
        typedKey={key}
        keyField={
          <Field
            label={t('settings.key')}
            hint={t('settings.keyNew')}
            value={key}
            maxLength={4000}
            type="password"
            onChange={(typed) => form.change({ key: typed })}
          />
        }
        onChange={form.change}
      />
      <DraftNote draft={form} secret={key !== ''} />
      <FormActions
        submit={t('settings.add')}
        cancel={t('settings.cancel')}
        ready={next !== null}
        onCancel={onDone}
      />
    </form>
  )
}
