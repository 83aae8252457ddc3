import { useTranslation } from 'react-i18next'
import { useDocuments } from '../../app/useDocuments.ts'
import { SelectField } from '../../components/SelectField.tsx'
import { type InsertPlace, keyOfPlace, type PlaceChoice, placeChoices } from './insertPlace.ts'

interface PlaceFieldProps {
  /** Undefined: the end of the book. */
  readonly place: InsertPlace | undefined
  readonly onChange: (place: InsertPlace | undefined) => void
}

/** Where new chapters come. */
export const PlaceField = ({ place, onChange }: PlaceFieldProps) => {
  const { t } = useTranslation()
  const choices = placeChoices(useDocuments() ?? [], place)
  const labelOf = ({ place: each, title }: PlaceChoice) =>
    each === undefined ? t('plan.places.end') : t(`plan.places.${each.at}`, { title })
  return (
    <SelectField
      inRow
      label={t('plan.place')}
      value={keyOfPlace(place)}
      options={choices.map((choice) => ({ value: keyOfPlace(choice.place), label: labelOf(choice) }))}
      onChange={(key) => onChange(choices.find((choice) => keyOfPlace(choice.place) === key)?.place)}
    />
  )
}
