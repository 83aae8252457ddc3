import { useTranslation } from 'react-i18next'
import { CacheNote } from '../aiPanel/CacheNote.tsx'
import { TextEditor } from './TextEditor.tsx'

/** The style sheet of the book: read with every request. */
export const StyleScreen = ({ projectId }: { readonly projectId: string }) => {
  const { t } = useTranslation()
  return (
    <div className="sheet-body">
      <p className="quiet">{t('texts.styleLead')}</p>
      <CacheNote />
      <TextEditor projectId={projectId} path=".creonow/rules/style.md" label={t('texts.style')} />
    </div>
  )
}
