import { useTranslation } from 'react-i18next'
import { Choice } from '../../components/Choice.tsx'

type Language = 'zh' | 'en'

const options = [
  { value: 'zh', label: '中文' },
  { value: 'en', label: 'English' },
] as const

/** The language the book is written in; the model is instructed in it. */
export const LanguageChoice = (props: {
  readonly value: Language
  readonly onChange: (language: Language) => void
}) => {
  const { t } = useTranslation()
  return <Choice label={t('profile.language')} options={options} {...props} />
}
