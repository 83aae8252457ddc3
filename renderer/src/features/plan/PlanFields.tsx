import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useProjectId } from '../../app/AppContext.tsx'
import { SelectField } from '../../components/SelectField.tsx'
import { useChannelQuery } from '../../ipc/queries.ts'
import { BeatList } from './BeatList.tsx'
import { useStatusWords } from './chapterStatus.ts'
import { StatusFields } from './StatusFields.tsx'
import type { PlanValue } from './storedPlan.ts'
import './Plan.css'

interface PlanFieldsProps {
  readonly value: PlanValue
  readonly onChange: (part: Partial<PlanValue>) => void
  /** The form was opened to be written in. */
  readonly isFocused?: boolean
}

const maxPlanUnits = 200_000

/** What a chapter is about, its beats, its point of view and how far it is, written where they stand. */
export const PlanFields = ({ value, onChange, isFocused = false }: PlanFieldsProps) => {
  const { t } = useTranslation()
  const id = useId()
  return (
    <div className="plan-fields">
      <textarea
        id={id}
        className="plan-text"
        data-testid="plan-text"
        aria-label={t('plan.text')}
        placeholder={t('plan.textHint')}
        rows={1}
        maxLength={maxPlanUnits}
        spellCheck={false}
        // biome-ignore lint/a11y/noAutofocus: the field replaces the button the writer has just pressed
        autoFocus={isFocused}
        value={value.text}
        onChange={(event) => onChange({ text: event.target.value })}
      />
      <BeatList beats={value.beats} onChange={(beats) => onChange({ beats })} />
      <PovField value={value.pov} onChange={(pov) => onChange({ pov })} />
      <StatusFields status={value.status} label={value.label} onChange={onChange} />
    </div>
  )
}

interface PovFieldProps {
  readonly value: string
  readonly onChange: (pov: string) => void
}

/** Whose eyes a chapter is seen through: a character of the codex. */
const PovField = ({ value, onChange }: PovFieldProps) => {
  const { t } = useTranslation()
  const characters = useCharacters()
  const chosen = characters.find(({ id, name }) => id === value || name === value)?.id ?? value
  const isUnlisted = chosen !== '' && !characters.some(({ id }) => id === chosen)
  return (
    <SelectField
      inRow
      label={t('plan.pov')}
      value={chosen}
      options={[
        { value: '', label: t('plan.noPov') },
        // A name without a card, or a card that is gone.
        ...(isUnlisted ? [{ value: chosen, label: chosen }] : []),
        ...characters.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      onChange={onChange}
    />
  )
}

/** A plan as lines of text, for laying two versions side by side. */
export const usePlanFormat = () => {
  const { t } = useTranslation()
  const characters = useCharacters()
  const { wordOf } = useStatusWords()
  return ({ text, beats, pov, status, label }: PlanValue): string => {
    const name = characters.find(({ id }) => id === pov)?.name ?? pov
    const lines = beats.map((beat, at) => `${at + 1}. ${beat.written ? '✓ ' : ''}${beat.text}`)
    const words = [wordOf(status), label].filter((word) => word !== '').join(' · ')
    return [text, ...lines, pov === '' ? '' : t('plan.povOf', { name }), words]
      .filter((line) => line !== '')
      .join('\n')
  }
}

/** The people of the codex, in its order. */
export const useCharacters = () => {
  const { data } = useChannelQuery('codex:list', { projectId: useProjectId() })
  return data?.entries.filter(({ type, fault }) => type === 'character' && fault === undefined) ?? []
}

/** The name of a chapter's point of view, which the book has as a card or as a name; empty: none is stated. */
export const usePovName = (pov: string): string => {
  const { data } = useChannelQuery('codex:list', { projectId: useProjectId() })
  return data?.entries.find(({ id }) => id === pov)?.name ?? pov
}
