import { useTranslation } from 'react-i18next'
import type { StoredError } from '#contract/sentences/errorSentence.ts'
import { useViewStore } from '../../app/AppContext.tsx'
import { openSettings } from '../../app/viewStore.ts'
import { Button } from '../../components/Button.tsx'
import { sectionFor } from './sectionFor.ts'

/** The way to the setting that a failure speaks of; nothing where it speaks of none. */
export const WayToSettings = ({ error }: { readonly error: StoredError }) => {
  const { t } = useTranslation()
  const view = useViewStore()
  const section = sectionFor(error)
  if (section === null) return null
  return (
    <div className="run-actions">
      <Button data-testid="way-to-settings" onClick={() => openSettings(view, section)}>
        {t('run.toSettings')}
      </Button>
    </div>
  )
}
