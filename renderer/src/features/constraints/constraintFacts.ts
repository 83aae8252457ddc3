import { useTranslation } from 'react-i18next'
import { useDocuments } from '../../app/useDocuments.ts'
import type { ConstraintDraft } from './constraintFields.ts'

/** What is to be said of a constraint beside its words: kind, priority, and the chapters it holds for by title. */
export const useConstraintFacts = (): ((
  constraint: Pick<ConstraintDraft, 'kind' | 'priority' | 'scope'>,
) => string) => {
  const { t } = useTranslation()
  const documents = useDocuments()
  const titleOf = (documentId: string | undefined) => {
    if (documentId === undefined) return t('constraints.anywhere')
    const title = documents?.find((document) => document.documentId === documentId)?.title
    return title ?? `${documentId}${t('constraints.missingChapter')}`
  }
  return ({ kind, priority, scope }) =>
    [
      t(`constraints.kinds.${kind}`),
      t('constraints.priorityValue', { n: priority }),
      scope === undefined
        ? t('constraints.scopeAll')
        : t('constraints.scope', { from: titleOf(scope.from), to: titleOf(scope.to) }),
    ].join(' · ')
}
