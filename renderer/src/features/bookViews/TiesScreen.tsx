import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import type { ChannelOutput } from '#contract/index.ts'
import { useCodex, useEditor, useProjectId } from '../../app/AppContext.tsx'
import { useDocuments } from '../../app/useDocuments.ts'
import { Notice } from '../../components/Notice.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { useErrorSentence } from '../../i18n/errorSentence.ts'
import { formatCount } from '../../i18n/format.ts'
import { useChannelQuery } from '../../ipc/queries.ts'
import { ChapterChoice } from '../codex/ChapterChoice.tsx'
import type { Position } from './tieLayout.ts'
import { ViewLink } from './ViewLink.tsx'

type Ties = ChannelOutput<'codex:ties:list'>

/** The ties between entries as of a chapter: a picture, and the same as a list. */
export const TiesScreen = () => {
  const { t } = useTranslation()
  const editor = useEditor()
  const documents = useDocuments()
  const openChapter = useStore(editor.store, (state) => state.documentId)
  const [selected, setSelected] = useState<string | null>(null)
  const chapter = selected ?? openChapter ?? documents?.at(-1)?.documentId ?? null
  return (
    <>
      <p className="quiet">{t('ties.about')}</p>
      <ChapterChoice label={t('ties.asOf')} value={chapter ?? ''} onChange={setSelected} />
      {chapter !== null && <TiesOfChapter documentId={chapter} />}
    </>
  )
}

const TiesOfChapter = ({ documentId }: { readonly documentId: string }) => {
  const { t } = useTranslation()
  const sentence = useErrorSentence()
  const { data, error } = useChannelQuery('codex:ties:list', { projectId: useProjectId(), documentId })
  if (error !== null) return <Notice tone="danger">{sentence(error)}</Notice>
  if (data === undefined) return <Skeleton label={t('app.loading')} lines={4} />
  return (
    <>
      {data.ties.length === 0 ? (
        <p className="quiet">{t('ties.empty')}</p>
      ) : (
        <>
          <TiePicture {...data} />
          <TieList {...data} />
        </>
      )}
      {data.open > 0 && <p className="quiet">{t('ties.open', { n: formatCount(data.open) })}</p>}
    </>
  )
}

const size = { width: 380, height: 320 } as const
/** More names than this cannot be read in the picture. */
const maxDrawn = 60

const TiePicture = ({ entries, ties }: Ties) => {
  const { t } = useTranslation()
  const drawn = useMemo(() => mostTied(entries, ties), [entries, ties])
  const positions = usePositions(drawn)
  return (
    <figure className="view-picture">
      <svg
        viewBox={`0 0 ${size.width} ${size.height}`}
        role="img"
        aria-label={t('ties.picture', {
          entries: formatCount(entries.length),
          ties: formatCount(ties.length),
        })}
        data-testid="ties-picture"
      >
        {positions &&
          drawn.ties.map(({ from, to, kind }, at) => {
            const [start, end] = [positions.get(from), positions.get(to)]
            // biome-ignore lint/suspicious/noArrayIndexKey: two entries may have the same tie twice
            return start && end && <TieLine key={`${from} ${to} ${at}`} {...{ start, end, kind }} />
          })}
        {positions &&
          drawn.entries.map(({ id, name, type }) => {
            const place = positions.get(id)
            return (
              place && (
                <g key={id} transform={`translate(${place.x} ${place.y})`} className={`view-${type}`}>
                  <circle r="5" />
                  <text y="18" textAnchor="middle">
                    {name}
                  </text>
                </g>
              )
            )
          })}
      </svg>
      {drawn.entries.length < entries.length && (
        <figcaption className="quiet">
          {t('ties.partly', { n: formatCount(drawn.entries.length) })}
        </figcaption>
      )}
    </figure>
  )
}

interface TieLineProps {
  readonly start: Position
  readonly end: Position
  readonly kind: string
}

const TieLine = ({ start, end, kind }: TieLineProps) => (
  <g className="view-tie">
    <title>{kind}</title>
    <line x1={start.x} y1={start.y} x2={end.x} y2={end.y} />
  </g>
)

function mostTied(entries: Ties['entries'], ties: Ties['ties']): Pick<Ties, 'entries' | 'ties'> {
  const counts = new Map<string, number>()
  for (const id of ties.flatMap(({ from, to }) => [from, to])) counts.set(id, (counts.get(id) ?? 0) + 1)
  const most = entries
    .toSorted((a, b) => (counts.get(b.id) ?? 0) - (counts.get(a.id) ?? 0))
    .slice(0, maxDrawn)
  const ids = new Set(most.map(({ id }) => id))
  return { entries: most, ties: ties.filter(({ from, to }) => ids.has(from) && ids.has(to)) }
}

/** The library that places them is loaded with the first picture. */
function usePositions({ entries, ties }: Pick<Ties, 'entries' | 'ties'>) {
  const [positions, setPositions] = useState<ReadonlyMap<string, Position> | null>(null)
  useEffect(() => {
    let isCurrent = true
    void import('./tieLayout.ts').then(({ tieLayout }) => {
      const ids = entries.map(({ id }) => id)
      if (isCurrent) setPositions(tieLayout(ids, ties, size))
    })
    return () => {
      isCurrent = false
    }
  }, [entries, ties])
  return positions
}

const TieList = ({ entries, ties }: Ties) => {
  const { t } = useTranslation()
  const codex = useCodex()
  const names = new Map(entries.map(({ id, name }) => [id, name]))
  const nameOf = (id: string) => names.get(id) ?? id
  const link = (id: string) => <ViewLink label={nameOf(id)} onPress={() => void codex.openEntry(id)} />
  return (
    <ul className="view-list" aria-label={t('ties.list')}>
      {ties.map(({ from, to, kind }, at) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: two entries may have the same tie twice
          key={`${from} ${to} ${at}`}
          aria-label={`${at + 1} ${nameOf(from)} ${kind} ${nameOf(to)}`}
          data-testid="tie"
        >
          {link(from)} <span className="quiet">{kind === '' ? '—' : kind}</span> {link(to)}
        </li>
      ))}
    </ul>
  )
}
