import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChannelInput, ChannelOutput } from '#contract/index.ts'
import { useIpc } from '../../app/AppContext.tsx'
import { Button } from '../../components/Button.tsx'
import { Field } from '../../components/Field.tsx'
import { SelectField } from '../../components/SelectField.tsx'
import { useErrorSentence } from '../../i18n/errorSentence.ts'
import { useThinkingNote } from '../aiPanel/CacheNote.tsx'
import { ProviderWords } from '../aiPanel/ProviderWords.tsx'
import type { EndpointFamily } from './families.ts'
import { ModelPicker } from './ModelPicker.tsx'
import {
  hasThinking,
  hasTooMuch,
  isAddress,
  mostModels,
  mostOfModelName,
  namesIn,
  type ProviderFields,
  secondsIn,
  toggled,
} from './providerFields.ts'

interface ProviderFieldsetProps {
  readonly value: ProviderFields
  /** The service that main knows; null for a new one. */
  readonly providerId: string | null
  /** Who may answer at an address, in the order of the list. */
  readonly families: readonly EndpointFamily[]
  /** The key as it stands in its field; empty: the stored one. */
  readonly typedKey: string
  readonly keyField: ReactNode
  readonly onChange: (part: Partial<ProviderFields>) => void
  readonly onAddressLeft?: () => void
}

/** What is said of a service, with its models and a try. */
export const ProviderFieldset = (props: ProviderFieldsetProps) => {
  const { t, i18n } = useTranslation()
  const { value, providerId, families, typedKey, keyField, onChange, onAddressLeft } = props
  const { name, baseUrl, models, family, thinking, toolProtocol, firstAnswer } = value
  const names = namesIn(models)
  const isThinkingOn = hasThinking(value, families)
  const thinkingNote = useThinkingNote(providerId)
  const seconds = secondsIn(firstAnswer)
  const endpoint = isAddress(baseUrl)
    ? {
        baseUrl: baseUrl.trim(),
        ...(family === '' ? {} : { family }),
        ...(providerId === null ? {} : { provider: providerId }),
        ...(typedKey === '' ? {} : { key: typedKey }),
      }
    : null
  return (
    <>
      <Field
        label={t('settings.providerName')}
        value={name}
        maxLength={120}
        onChange={(typed) => onChange({ name: typed })}
      />
      <Field
        label={t('settings.baseUrl')}
        value={baseUrl}
        maxLength={2000}
        type="url"
        onChange={(typed) => onChange({ baseUrl: typed })}
        {...(onAddressLeft && { onLeave: onAddressLeft })}
      />
      {baseUrl !== '' && !isAddress(baseUrl) && <p className="form-error">{t('settings.invalidUrl')}</p>}
      {keyField}
      <Field
        label={t('settings.models')}
        value={models}
        rows={3}
        error={
          hasTooMuch(models)
            ? t('settings.modelsTooMuch', { most: mostModels, length: mostOfModelName })
            : undefined
        }
        onChange={(typed) => onChange({ models: typed })}
      />
      <ModelPicker
        request={endpoint}
        selected={names}
        onToggle={(each) => onChange({ models: toggled(models, each) })}
      />
      <SelectField
        label={t('settings.family')}
        hint={t('settings.familyHint')}
        value={family}
        options={[
          { value: '', label: t('settings.familyAuto') },
          ...families.map((each) => ({
            value: each.id,
            label: each.name[i18n.language === 'zh' ? 'zh' : 'en'],
          })),
        ]}
        onChange={(selected) => onChange({ family: selected })}
      />
      <SelectField
        label={t('settings.thinking')}
        hint={t(isThinkingOn ? 'settings.thinkingHint' : 'settings.thinkingUntold')}
        note={thinkingNote}
        value={isThinkingOn ? thinking : ''}
        options={[
          { value: '', label: t('settings.thinkingAuto') },
          ...(isThinkingOn
            ? [
                { value: 'on' as const, label: t('settings.thinkingOn') },
                { value: 'off' as const, label: t('settings.thinkingOff') },
              ]
            : []),
        ]}
        onChange={(selected) => onChange({ thinking: selected })}
      />
      <SelectField
        label={t('settings.toolProtocol')}
        hint={t('settings.toolProtocolHint')}
        value={toolProtocol}
        options={[
          { value: '', label: t('settings.toolProtocolAuto') },
          { value: 'native' as const, label: t('settings.toolProtocolNative') },
          { value: 'react' as const, label: t('settings.toolProtocolReact') },
        ]}
        onChange={(selected) => onChange({ toolProtocol: selected })}
      />
      <Field
        label={t('settings.firstAnswer')}
        hint={t('settings.firstAnswerHint')}
        value={firstAnswer}
        maxLength={3}
        onChange={(typed) => onChange({ firstAnswer: typed })}
      />
      {seconds === null && <p className="form-error">{t('settings.firstAnswerWrong')}</p>}
      <ServiceTest
        request={
          endpoint !== null && names[0] !== undefined && seconds !== null
            ? {
                ...{ ...endpoint, model: names[0] },
                ...(seconds === undefined ? {} : { firstAnswerSeconds: seconds }),
              }
            : null
        }
      />
    </>
  )
}

type Answer = ChannelOutput<'ai:test'>

/** Asks the service for a word and says what is wrong; null while the form does not say enough to ask. */
const ServiceTest = ({ request }: { readonly request: ChannelInput<'ai:test'> | null }) => {
  const { t } = useTranslation()
  const ipc = useIpc()
  const sentence = useErrorSentence()
  const [answer, setAnswer] = useState<Answer | 'asking' | null>(null)
  const test = async () => {
    if (request === null) return
    setAnswer('asking')
    const came = await ipc.invoke('ai:test', request)
    setAnswer(came.ok ? came.data : { ok: false, error: came.error })
  }
  return (
    <div className="form-field">
      <Button
        data-testid="service-test"
        disabled={request === null || answer === 'asking'}
        onClick={() => void test()}
      >
        {t('settings.test')}
      </Button>
      {answer === 'asking' && <p role="status">{t('settings.testing')}</p>}
      {answer !== null && answer !== 'asking' && answer.ok && <p role="status">{t('settings.testOk')}</p>}
      {answer !== null && answer !== 'asking' && !answer.ok && (
        <div className="form-error" role="alert">
          {sentence(answer.error)}
          <ProviderWords failed={answer.error} />
        </div>
      )}
    </div>
  )
}
