import { useTranslation } from 'react-i18next'
import { useWorkspace } from '../../app/AppContext.tsx'

/** While an import is at work: what is being done, and the way out. Nothing stays of one that was stopped. */
export const ImportProgress = ({ characters }: { readonly characters: number }) => {
  const { t, i18n } = useTranslation()
  const workspace = useWorkspace()
  return (
    <div className="import-progress" role="status" data-testid="import-progress">
      <progress aria-label={t('welcome.importing')} />
      <span>
        {t('picker.importing', { characters: new Intl.NumberFormat(i18n.language).format(characters) })}
      </span>
      <button type="button" className="button" onClick={() => workspace.cancelImport()}>
        {t('picker.cancel')}
      </button>
    </div>
  )
}
