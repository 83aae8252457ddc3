import { useTranslation } from 'react-i18next'
import { errorSentence, type StoredError } from '../../../main/src/contract/sentences/errorSentence.ts'

/** Codes whose sentences, in both languages, say themselves that nothing was changed. */
const nothingChanged: ReadonlySet<string> = new Set(['INTERNAL', 'IO_ERROR', 'READ_ONLY', 'OPEN_ELSEWHERE'])

export const hasNothingChanged = ({ code }: StoredError): boolean => nothingChanged.has(code)

/** An error in the language of the page. */
export const useErrorSentence = (): ((error: StoredError) => string) => {
  const { i18n } = useTranslation()
  return (error) => errorSentence(error, i18n.language === 'zh' ? 'zh' : 'en')
}
