import { useTranslation } from 'react-i18next'
import { fileTitle } from '../contextViewer/sources.ts'
import type { ApprovalSection } from './approvalSelection.ts'

/** A file of an approval as the author calls it: the chapter's title, or what it is and its name. */
export const useFileTitle = () => {
  const { t } = useTranslation()
  return ({ path, document }: Pick<ApprovalSection, 'path' | 'document'>): string => {
    if (document === null) return fileTitle(path, t)
    const { title, chapterNumber, unnumbered } = document
    return unnumbered === true ? `${chapterNumber} ${title}` : title
  }
}
