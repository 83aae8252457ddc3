import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChannelInput } from '#contract/index.ts'
import type { StoredError } from '#contract/sentences/errorSentence.ts'
import { useIpc } from '../../app/AppContext.tsx'
import { Button } from '../../components/Button.tsx'
import { CheckField } from '../../components/CheckField.tsx'
import { Field } from '../../components/Field.tsx'
import { useErrorSentence } from '../../i18n/errorSentence.ts'

interface ModelPickerProps {
  /** Null while the form does not say enough to ask. */
  readonly request: ChannelInput<'ai:endpointModels'> | null
  readonly selected: readonly string[]
  readonly onToggle: (name: string) => void
}

/** More are found by their names. */
const shown = 30

/** Fetches the names of a service's models and lets some be chosen. */
export const ModelPicker = ({ request, selected, onToggle }: ModelPickerProps) => {
  const { t } = useTranslation()
  const ipc = useIpc()
  const sentence = useErrorSentence()
  const [answer, setAnswer] = useState<readonly string[] | StoredError | 'asking' | null>(null)
  const [filter, setFilter] = useState('')
  const load = async () => {
    if (request === null) return
    setAnswer('asking')
    const came = await ipc.invoke('ai:endpointModels', request)
    setAnswer(came.ok ? came.data.models : came.error)
  }
  const names = Array.isArray(answer) ? (answer as readonly string[]) : [] // What an array here holds.
  const failed =
    answer !== null && answer !== 'asking' && !Array.isArray(answer) ? (answer as StoredError) : null
  const query = filter.trim().toLowerCase()
  const matching = names.filter((name) => name.toLowerCase().includes(query))
  return (
    <div className="form-field">
      <Button
        data-testid="fetch-models"
        disabled={request === null || answer === 'asking'}
        onClick={() => void load()}
      >
        {t('settings.fetchModels')}
      </Button>
      {answer === 'asking' && <p role="status">{t('settings.testing')}</p>}
      {failed && (
        <p className="form-error" role="alert">
          {sentence(failed)}
        </p>
      )}
      {names.length > shown && (
        <Field label={t('settings.filterModels')} value={filter} maxLength={120} onChange={setFilter} />
      )}
      {names.length > 0 && (
        <ul className="model-list" data-testid="fetched-models">
          {matching.slice(0, shown).map((name) => (
            <li key={name}>
              <CheckField label={name} checked={selected.includes(name)} onChange={() => onToggle(name)} />
            </li>
          ))}
        </ul>
      )}
      {matching.length > shown && (
        <p className="form-hint">{t('settings.moreModels', { n: matching.length - shown })}</p>
      )}
    </div>
  )
}
