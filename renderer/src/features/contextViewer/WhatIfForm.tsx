import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useContextModel } from '../../app/AppContext.tsx'
import { Field } from '../../components/Field.tsx'
import { FormActions } from '../../components/FormActions.tsx'
import { SelectField } from '../../components/SelectField.tsx'
import { useModels } from '../settings/useAppSettings.ts'
import { layerNames } from './evidence.ts'
import type { WhatIf } from './useWhatIf.ts'
import { sumOf, type Terms } from './whatIf.ts'
import './WhatIfForm.css'

interface WhatIfFormProps {
  readonly whatIf: WhatIf
  readonly terms: Terms
  readonly onClose: () => void
}

/** Another model, other shares of the budget, entries pinned for once. */
export const WhatIfForm = ({ whatIf, terms, onClose }: WhatIfFormProps) => {
  const { t } = useTranslation()
  const context = useContextModel()
  const { models } = useModels()
  // Before the first look at the caret there is nothing to ask the same of.
  const ready = useStore(context.store, (state) => state.preview !== null || state.previewError !== null)
  const id = useId()
  const first = useRef<HTMLButtonElement>(null)
  useEffect(() => first.current?.focus(), [])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    whatIf.loadPreview()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
    // The list of models is open, in a place of its own: Escape closes that.
    if (!(event.target instanceof Node && event.currentTarget.contains(event.target))) return
    // The viewer would close.
    event.preventDefault()
    onClose()
  }
  return (
    <form className="what-if-form" data-testid="what-if-form" onSubmit={submit} onKeyDown={onKeyDown}>
      <SelectField
        ref={first}
        label={t('panel.model')}
        value={terms.modelId}
        options={models.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(modelId) => whatIf.change({ ...terms, modelId })}
      />
      <fieldset className="what-if-shares">
        <legend>{t('viewerTools.shares')}</legend>
        {layerNames.map((layer) => (
          <label key={layer} htmlFor={`${id}-${layer}`}>
            {t(`layer.${layer}`)}
            <input
              id={`${id}-${layer}`}
              className="field number"
              type="number"
              min={0}
              max={100}
              step="any"
              value={terms.shares[layer]}
              onChange={(event) =>
                whatIf.change({ ...terms, shares: { ...terms.shares, [layer]: event.target.value } })
              }
            />
          </label>
        ))}
        <output className="number quiet" htmlFor={layerNames.map((layer) => `${id}-${layer}`).join(' ')}>
          {t('viewerTools.sum', { n: sumOf(terms.shares) })}
        </output>
      </fieldset>
      <Field
        label={t('viewerTools.pinned')}
        hint={t('viewerTools.pinnedHint')}
        value={terms.pinned}
        rows={2}
        maxLength={20_000}
        onChange={(pinned) => whatIf.change({ ...terms, pinned })}
      />
      <FormActions
        submit={t('viewerTools.show')}
        cancel={t('viewerTools.cancel')}
        ready={ready}
        onCancel={onClose}
      />
    </form>
  )
}
