import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useWorkspace } from '../../app/AppContext.tsx'
import { Field } from '../../components/Field.tsx'
import { FolderForm } from './FolderForm.tsx'
import { LanguageChoice } from './LanguageChoice.tsx'

/** A new work: its name, its language and an empty folder. */
export const CreateForm = () => {
  const { t, i18n } = useTranslation()
  const workspace = useWorkspace()
  const [name, setName] = useState('')
  const [language, setLanguage] = useState<'zh' | 'en'>(i18n.language === 'en' ? 'en' : 'zh')
  return (
    <FolderForm
      confirm={t('welcome.confirmCreate')}
      ready={name.trim() !== ''}
      title={name}
      onFolder={(rootPath) => workspace.create(rootPath, name.trim(), language)}
    >
      <Field label={t('welcome.name')} value={name} maxLength={200} onChange={setName} />
      <LanguageChoice value={language} onChange={setLanguage} />
    </FolderForm>
  )
}
