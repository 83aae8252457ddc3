import { useTranslation } from 'react-i18next'
import type { DocumentSummary } from '#contract/documents.ts'

/** The statuses that every book has, as the book stores them; any other word is the author's own. */
export const chapterStatuses = ['idea', 'draft', 'revised', 'final'] as const

type ChapterStatus = (typeof chapterStatuses)[number]

const isListed = (status: string): status is ChapterStatus =>
  (chapterStatuses as readonly string[]).includes(status)

/** Words for statuses in the language of the page, and the way back. */
export const useStatusWords = () => {
  const { t } = useTranslation()
  const wordOf = (status: string): string => (isListed(status) ? t(`plan.statuses.${status}`) : status)
  const statusOf = (word: string): string =>
    chapterStatuses.find((each) => wordOf(each) === word.trim()) ?? word
  return { wordOf, statusOf }
}

/** What chapters of the list are chosen by: a status or a label. */
export interface ChapterFilter {
  readonly field: 'status' | 'label'
  readonly word: string
}

/** The statuses and labels that chapters have, listed statuses first, each once. */
export const filtersOf = (documents: readonly DocumentSummary[]): readonly ChapterFilter[] => {
  const used = (field: ChapterFilter['field']) =>
    [...new Set(documents.flatMap((document) => document[field] ?? []))].map((word) => ({ field, word }))
  const rank = ({ word }: ChapterFilter) =>
    isListed(word) ? chapterStatuses.indexOf(word) : chapterStatuses.length
  return [...used('status').toSorted((a, b) => rank(a) - rank(b)), ...used('label')]
}

/** Those that a filter chooses; null chooses all. */
export const chosenBy = (
  documents: readonly DocumentSummary[],
  filter: ChapterFilter | null,
): readonly DocumentSummary[] =>
  filter === null ? documents : documents.filter((document) => document[filter.field] === filter.word)
