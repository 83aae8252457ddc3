import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDocuments } from '../../app/useDocuments.ts'
import { Notice } from '../../components/Notice.tsx'
import { SelectField } from '../../components/SelectField.tsx'

/** Chapters of the book in a row, the whole book until others are chosen. */
export interface ChapterRange {
  /** As `book:export` takes them; both absent: the whole book. */
  readonly range: { readonly documentId?: string; readonly lastDocumentId?: string }
  /** The last chapter comes before the first. */
  readonly isBackwards: boolean
  /** The book has no chapter. */
  readonly isEmpty: boolean
  /** What `ChapterRangeFields` shows. */
  readonly fields: FieldsProps
}

interface FieldsProps {
  readonly first: string
  readonly last: string
  readonly chapters: readonly { readonly value: string; readonly label: string }[]
  readonly isBackwards: boolean
  readonly onChange: (chosen: { readonly first?: string; readonly last?: string }) => void
}

/** What is chosen lasts as long as the dialog; a chapter that is gone is not chosen any more. */
export function useChapterRange(): ChapterRange {
  const documents = useDocuments() ?? []
  const [chosen, setChosen] = useState<{ readonly first?: string; readonly last?: string }>({})
  const placeOf = (id: string | undefined, otherwise: number) => {
    const place = documents.findIndex(({ documentId }) => documentId === id)
    return place < 0 ? otherwise : place
  }
  const [from, to] = [placeOf(chosen.first, 0), placeOf(chosen.last, documents.length - 1)]
  const [first = '', last = ''] = [documents[from]?.documentId, documents[to]?.documentId]
  const isWhole = from === 0 && to === documents.length - 1
  const isBackwards = to < from
  return {
    range: isWhole ? {} : { documentId: first, lastDocumentId: last },
    isBackwards,
    isEmpty: documents.length === 0,
    fields: {
      ...{ first, last, isBackwards },
      chapters: documents.map(({ documentId, title }) => ({ value: documentId, label: title })),
      onChange: (change) => setChosen({ ...chosen, ...change }),
    },
  }
}

/** The first and the last chapter, to be chosen. */
export const ChapterRangeFields = ({ first, last, chapters, isBackwards, onChange }: FieldsProps) => {
  const { t } = useTranslation()
  return (
    <>
      <SelectField
        label={t('print.first')}
        value={first}
        options={chapters}
        onChange={(first) => onChange({ first })}
      />
      <SelectField
        label={t('print.last')}
        value={last}
        options={chapters}
        onChange={(last) => onChange({ last })}
      />
      {isBackwards && <Notice tone="warning">{t('print.backwards')}</Notice>}
    </>
  )
}
