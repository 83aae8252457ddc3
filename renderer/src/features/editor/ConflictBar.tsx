import { useTranslation } from 'react-i18next'
import { useEditor } from '../../app/AppContext.tsx'
import { Notice } from '../../components/Notice.tsx'

/** Two versions of one chapter: the writer chooses, and neither is lost. */
export const ConflictBar = () => {
  const { t } = useTranslation()
  const editor = useEditor()
  return (
    <Notice
      tone="warning"
      actions={[
        { label: t('conflict.mine'), onPress: () => void editor.resolveConflict('mine') },
        { label: t('conflict.disk'), onPress: () => void editor.resolveConflict('disk') },
        { label: t('conflict.both'), onPress: () => void editor.resolveConflict('both') },
      ]}
    >
      {t('conflict.text')} <span className="quiet">{t('conflict.hint')}</span>
    </Notice>
  )
}
