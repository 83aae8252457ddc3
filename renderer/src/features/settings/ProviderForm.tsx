import { useTranslation } from 'react-i18next'
import { useApp } from '../../app/AppContext.tsx'

import { Field } from '../../components/Field.tsx'
import { FormActions } from '../../components/FormActions.tsx'
import { SelectField } from '../../components/SelectField.tsx'
import { zh } from '../../i18n/zh.ts'
import { DraftNote } from '../drafts/DraftNote.tsx'
import type { DraftPlace } from '../drafts/drafts.ts'
import { useDraft } from '../drafts/useDraft.ts'
import { ModelPicker } from './ModelPicker.tsx'
import { type Family, presets } from './presets.ts'
import {
  fieldsOf,
  isAddress,
  isElsewhere,
  isToldToThink,
  namesIn,
  type Provider,
  providerIn,
  secondsIn,
  toggled,
  withPreset,
} from './providerFields.ts'
import { providerId } from './providerId.ts'
import { ServiceTest } from './ServiceTest.tsx'

interface ProviderFormProps {
  /** Null for a new service. */
  readonly provider: Provider | null
  readonly all: readonly Provider[]
  readonly onDone: () => void
}

/** Where the unfinished words about a service lie; without an id, those about a new one. */
export const providerPlace = (id = ''): DraftPlace => ({ projectId: '', form: 'provider', row: id })

/** In the order of their words. */
const families = Object.keys(zh.settings.families) as Family[] // `zh` has a word for each, and no other

/** A service that runs models; its key is written to main's store and never comes back. */
export const ProviderForm = ({ provider, all, onDone }: ProviderFormProps) => {
  const { t, i18n } = useTranslation()
  const labelOf = ({ name, chineseName }: (typeof presets)[number]) =>
    i18n.language === 'zh' && chineseName !== undefined ? `${name} ${chineseName}` : name
  const { settings } = useApp()
  const form = useDraft(providerPlace(provider?.id), fieldsOf(provider), ['key'])
  const { name, baseUrl, models, family, thinking, firstAnswer, key } = form.value
  const taken = all.map((one) => one.id)
  const next = providerIn(form.value, provider?.id ?? providerId(name, taken))
  const names = namesIn(models)
  const isTold = isToldToThink(form.value)
  const seconds = secondsIn(firstAnswer)
  const endpoint = isAddress(baseUrl)
    ? {
        baseUrl: baseUrl.trim(),
        ...(family === '' ? {} : { family }),
        ...(provider === null ? {} : { provider: provider.id }),
        ...(key === '' ? {} : { key }),
      }
    : null

  const save = async () => {
    if (next === null) return
    const providers = provider === null ? [...all, next] : all.map((one) => (one.id === next.id ? next : one))
    const saved = await settings.update({ providers })
    if (!saved || (key !== '' && !(await settings.setKey(next.id, key)))) return
    form.settle(form.value)
    onDone()
  }
  return (
    <form
      className="provider-form"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      {provider === null && (
        <SelectField
          label={t('settings.preset')}
          value={presets.find((one) => one.baseUrl === baseUrl)?.id ?? ''}
          options={[
            { value: '', label: t('settings.presetOwn') },
            ...presets.map((one) => ({ value: one.id, label: labelOf(one) })),
          ]}
          onChange={(id) => {
            const preset = presets.find((one) => one.id === id)
            if (preset) form.change(withPreset(form.value, preset))
          }}
        />
      )}
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
      {baseUrl !== '' && !isAddress(baseUrl) && <p className="form-error">{t('settings.invalidUrl')}</p>}
      <Field
        label={t('settings.key')}
        hint={t(isElsewhere(provider, baseUrl) ? 'settings.keyElsewhere' : 'settings.keyHint')}
        value={key}
        maxLength={4000}
        type="password"
        onChange={(value) => form.change({ key: value })}
      />
      <Field
        label={t('settings.models')}
        value={models}
        rows={3}
        onChange={(value) => form.change({ models: value })}
      />
      <ModelPicker
        asked={endpoint}
        chosen={names}
        onToggle={(one) => form.change({ models: toggled(models, one) })}
      />
      <SelectField
        label={t('settings.family')}
        hint={t('settings.familyHint')}
        value={family}
        options={[
          { value: '', label: t('settings.familyAuto') },
          ...families.map((one) => ({ value: one, label: t(`settings.families.${one}`) })),
        ]}
        onChange={(value) => form.change({ family: value })}
      />
      <SelectField
        label={t('settings.thinking')}
        hint={t(isTold ? 'settings.thinkingHint' : 'settings.thinkingUntold')}
        value={isTold ? thinking : ''}
        options={[
          { value: '', label: t('settings.thinkingAuto') },
          ...(isTold
            ? [
                { value: 'on' as const, label: t('settings.thinkingOn') },
                { value: 'off' as const, label: t('settings.thinkingOff') },
              ]
            : []),
        ]}
        onChange={(value) => form.change({ thinking: value })}
      />
      <Field
        label={t('settings.firstAnswer')}
        hint={t('settings.firstAnswerHint')}
        value={firstAnswer}
        maxLength={3}
        onChange={(value) => form.change({ firstAnswer: value })}
      />
      {seconds === null && <p className="form-error">{t('settings.firstAnswerWrong')}</p>}
      <ServiceTest
        asked={
          endpoint !== null && names[0] !== undefined && seconds !== null
            ? {
                ...{ ...endpoint, model: names[0] },
                ...(seconds === undefined ? {} : { firstAnswerSeconds: seconds }),
              }
            : null
        }
      />
      <DraftNote draft={form} secret={key !== ''} />
      <FormActions
        submit={t('settings.save')}
        cancel={t('settings.cancel')}
        ready={next !== null}
        onCancel={onDone}
      />
    </form>
  )
}
