import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChannelOutput } from '#contract/index.ts'
import { useProjectId, useViewStore, useWorkspace } from '../../app/AppContext.tsx'
import { Button } from '../../components/Button.tsx'
import { Notice } from '../../components/Notice.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { useErrorSentence } from '../../i18n/errorSentence.ts'
import { formatCount } from '../../i18n/format.ts'
import { useChannelQuery } from '../../ipc/queries.ts'
import { inChapters } from './listedChapters.ts'
import './ListedWords.css'

type Hit = ChannelOutput<'wordLists:search'>['hits'][number]

/** More are told by their number. */
const mostRows = 300

/** Where words of the author's lists stand in the book; nothing while no list is on. */
export const ListedWords = () => {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const { data } = useChannelQuery('wordLists:list', { projectId: useProjectId() })
  if (data?.lists.some(({ isOn, count }) => isOn && count > 0) !== true) return null
  return (
    <>
      <Button data-testid="listed-words" aria-expanded={open} onClick={() => setOpen(!open)}>
        {t('bookSearch.listed')}
      </Button>
      {open && <Hits />}
    </>
  )
}

const Hits = () => {
  const { t } = useTranslation()
  const sentence = useErrorSentence()
  const { data, error } = useChannelQuery('wordLists:search', { projectId: useProjectId() })
  if (error !== null) return <Notice tone="danger">{sentence(error)}</Notice>
  if (data === undefined) return <Skeleton label={t('bookSearch.listed')} lines={3} />
  const shown = data.hits.slice(0, mostRows)
  const rest = data.total - shown.length
  return (
    <div className="listed-words">
      <p role="status">
        {data.total === 0
          ? t('bookSearch.nothing')
          : t('bookSearch.listedCount', { n: formatCount(data.total) })}
      </p>
      {inChapters(shown).map(({ documentId, title, hits }) => (
        <section key={documentId} aria-label={title}>
          <h3>{title || t('chapters.front')}</h3>
          {hits.map((hit) => (
            <HitRow key={hit.from} hit={hit} />
          ))}
        </section>
      ))}
      {rest > 0 && <p className="quiet">{t('bookSearch.listedRest', { n: formatCount(rest) })}</p>}
    </div>
  )
}

/** One place: a press goes there. */
const HitRow = ({ hit }: { readonly hit: Hit }) => {
  const { t } = useTranslation()
  const view = useViewStore()
  const workspace = useWorkspace()
  const { documentId, from, to, word, right, excerpt } = hit
  const jump = () => {
    if (view.getState().narrow) view.setState({ leftOpen: false })
    void workspace.reveal(documentId, { from, to, text: word })
  }
  return (
    <div className="book-search-hit">
      <button type="button" data-testid="listed-word" onClick={jump}>
        <span className="book-search-words">
          <mark>{word}</mark> {right !== undefined && t('bookSearch.meant', { right })} {excerpt}
        </span>
      </button>
    </div>
  )
}
