import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import type { Effort } from '#contract/runChoices.ts'
import { useWorkspace } from '../../app/AppContext.tsx'
import { Select } from '../../components/SelectField.tsx'
import { useEffortNote } from './CacheNote.tsx'
import { highestTemperature } from './runChoices.ts'
import { useRunChoices } from './useRunChoices.ts'

const lengths = [100, 200, 300, 500, 800, 1200, 2000, 3000, 5000]
const temperatures = [0.3, 0.7, 1, 1.3]
const versions = [1, 2, 3, 4]

/** A choice that was made elsewhere is among the others. */
const withChosen = (values: readonly number[], chosen: number | undefined) =>
  chosen === undefined || values.includes(chosen) ? values : [...values, chosen].toSorted((a, b) => a - b)

/** How long, how hard, how freely and how often the next run of a skill writes; only what its model takes. */
export const RunChoicesRow = ({ skillId }: { readonly skillId: string }) => {
  const { t } = useTranslation()
  const language = useStore(useWorkspace().store, (state) => state.project?.language)
  const { chosen, choose } = useRunChoices(skillId)
  const { model, choices } = chosen
  const note = useEffortNote(chosen)
  const highest = highestTemperature(model, choices.effort)
  const lengthKey = language === 'en' ? 'runChoices.lengthWords' : 'runChoices.lengthCharacters'
  const usual = model?.effort
  return (
    <div className="instruction-row run-choices">
      <Select
        variant="quiet"
        label={t('runChoices.length')}
        testId="ai-length"
        value={`${choices.length ?? ''}`}
        options={[
          { value: '', label: t('runChoices.lengthUsual') },
          ...withChosen(lengths, choices.length).map((n) => ({ value: `${n}`, label: t(lengthKey, { n }) })),
        ]}
        onChange={(value) => choose({ length: numberIn(value) })}
      />
      {model !== undefined && model.efforts.length > 0 && (
        <Select<Effort | ''>
          variant="quiet"
          label={t('runChoices.effort')}
          testId="ai-effort"
          note={note}
          value={choices.effort ?? ''}
          options={[
            {
              value: '',
              label:
                usual === undefined
                  ? t('runChoices.effortUsual')
                  : t('runChoices.effortAsSet', { effort: t(`runChoices.efforts.${usual}`) }),
            },
            ...model.efforts.map((value) => ({ value, label: t(`runChoices.efforts.${value}`) })),
          ]}
          onChange={(value) => choose({ effort: value === '' ? undefined : value })}
        />
      )}
      {highest >= 0 && (
        <Select
          variant="quiet"
          label={t('runChoices.temperature')}
          testId="ai-temperature"
          value={`${choices.temperature ?? ''}`}
          options={[
            { value: '', label: t('runChoices.temperatureUsual') },
            ...withChosen(temperatures, choices.temperature)
              .filter((n) => n <= highest)
              .map((n) => ({ value: `${n}`, label: t('runChoices.temperatureOf', { n }) })),
          ]}
          onChange={(value) => choose({ temperature: numberIn(value) })}
        />
      )}
      <Select
        variant="quiet"
        label={t('runChoices.versions')}
        testId="ai-version-count"
        value={`${chosen.versions}`}
        options={versions.map((count) => ({
          value: `${count}`,
          label: t('runChoices.versionCount', { count }),
        }))}
        onChange={(value) => choose({ versions: value === '1' ? undefined : numberIn(value) })}
      />
    </div>
  )
}

const numberIn = (value: string) => (value === '' ? undefined : Number(value))
