import { useTranslation } from 'react-i18next'
import { useViewStore } from '../../app/AppContext.tsx'
import { openSettings } from '../../app/viewStore.ts'
import { Button } from '../../components/Button.tsx'
import { useModels } from './useAppSettings.ts'

interface ExampleNoteProps {
  /** As a run has it; null: the default one. */
  readonly modelId: string | null
  /** Where it stands once, it has the way to a model too. */
  readonly hasWay?: boolean
}

/** That what is written here comes of the offline example and means nothing; nothing with a real model. */
export const ExampleNote = ({ modelId, hasWay = false }: ExampleNoteProps) => {
  const { t } = useTranslation()
  const view = useViewStore()
  const { defaultModelId } = useModels()
  if ((modelId ?? defaultModelId) !== 'fake') return null
  return (
    <p className={hasWay ? 'panel-note' : 'run-usage'} data-testid="example-note">
      {t('panel.example')}{' '}
      {hasWay && (
        <Button variant="link" onClick={() => openSettings(view, 'services')}>
          {t('welcome.connect')}
        </Button>
      )}
    </p>
  )
}
