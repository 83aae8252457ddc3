import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Field } from '../../components/Field.tsx'
import { SelectField } from '../../components/SelectField.tsx'

type Known = 'first' | 'second' | 'third' | 'past' | 'present'

interface NarrationFieldProps {
  readonly fact: 'person' | 'tense'
  readonly known: readonly Known[]
  readonly value: string
  readonly onChange: (value: string) => void
}

/** Person or tense: one of those the app has words for, or in the author's own. */
export const NarrationField = ({ fact, known, value, onChange }: NarrationFieldProps) => {
  const { t } = useTranslation()
  const isKnown = value === '' || known.some((each) => each === value)
  const [own, setOwn] = useState(!isKnown)
  return (
    <>
      <SelectField<Known | '' | 'own'>
        label={t(`profile.${fact}`)}
        value={own ? 'own' : (known.find((each) => each === value) ?? '')}
        options={[
          { value: '', label: t('profile.unset') },
          ...known.map((each) => ({ value: each, label: t(`profile.narration.${each}`) })),
          { value: 'own', label: t('profile.own') },
        ]}
        onChange={(next) => {
          setOwn(next === 'own')
          onChange(next === 'own' ? '' : next)
        }}
      />
      {own && (
        <Field label={t(`profile.ownWords.${fact}`)} value={value} maxLength={2000} onChange={onChange} />
      )}
    </>
  )
}
