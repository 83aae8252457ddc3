import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChannelOutput } from '#contract/index.ts'
import { useCodex, useProjectId } from '../../app/AppContext.tsx'
import { Notice } from '../../components/Notice.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { useErrorSentence } from '../../i18n/errorSentence.ts'
import { formatCount } from '../../i18n/format.ts'
import { useChannelQuery } from '../../ipc/queries.ts'
import { ChapterChoice } from '../codex/ChapterChoice.tsx'
import { useOpenChapter } from './useOpenChapter.ts'
import { ViewLink } from './ViewLink.tsx'

type Event = ChannelOutput<'codex:timeline:list'>['events'][number]

/** What cards say happens when: a picture of entries over chapters, and the same as a list. */
export const TimelineScreen = () => {
  const { t } = useTranslation()
  const sentence = useErrorSentence()
  const [last, setLast] = useState('')
  const { data, error } = useChannelQuery('codex:timeline:list', {
    projectId: useProjectId(),
    ...(last !== '' && { documentId: last }),
  })
  return (
    <>
      <p className="quiet">{t('timeline.about')}</p>
      <ChapterChoice label={t('timeline.upTo')} value={last} none={t('timeline.whole')} onChange={setLast} />
      {error !== null && <Notice tone="danger">{sentence(error)}</Notice>}
      {data === undefined && error === null && <Skeleton label={t('app.loading')} lines={4} />}
      {data?.events.length === 0 && <p className="quiet">{t('timeline.empty')}</p>}
      {data !== undefined && data.events.length > 0 && (
        <>
          <TimelinePicture events={data.events} />
          <EventList events={data.events} />
        </>
      )}
      {data !== undefined && data.dangling > 0 && (
        <p className="quiet">{t('timeline.dangling', { n: formatCount(data.dangling) })}</p>
      )}
    </>
  )
}

interface EventsProps {
  readonly events: readonly Event[]
}

/** More lines than this cannot be read in the picture. */
const maxLines = 24
const lineUnits = 22
const nameUnits = 96
const chartUnits = 270
const edgeUnits = 8

/** One line for each entry, one dot for each chapter in which it changes. */
const TimelinePicture = ({ events }: EventsProps) => {
  const { t } = useTranslation()
  const lines = [...Map.groupBy(events, ({ entryId }) => entryId).values()]
  const drawn = lines.toSorted((a, b) => b.length - a.length).slice(0, maxLines)
  const positions = events.map(({ position }) => position)
  const first = Math.min(...positions)
  const span = Math.max(1, Math.max(...positions) - first)
  const x = (position: number) =>
    nameUnits + edgeUnits + ((position - first) / span) * (chartUnits - 2 * edgeUnits)
  return (
    <figure className="view-picture">
      <svg
        viewBox={`0 0 ${nameUnits + chartUnits} ${drawn.length * lineUnits}`}
        role="img"
        aria-label={t('timeline.picture', {
          entries: formatCount(lines.length),
          events: formatCount(events.length),
          chapters: formatCount(new Set(positions).size),
        })}
        data-testid="timeline-picture"
      >
        {drawn.map((line, at) => {
          const [head] = line
          if (head === undefined) return null
          const y = at * lineUnits + lineUnits / 2
          return (
            <g key={head.entryId} className={`view-line view-${head.type}`}>
              <text x={nameUnits - edgeUnits} y={y + 4} textAnchor="end">
                {head.name}
              </text>
              <line x1={nameUnits} x2={nameUnits + chartUnits} y1={y} y2={y} />
              {[...new Set(line.map(({ position }) => position))].map((position) => (
                <circle key={position} cx={x(position)} cy={y} r="4" />
              ))}
            </g>
          )
        })}
      </svg>
      {drawn.length < lines.length && (
        <figcaption className="quiet">{t('timeline.partly', { n: formatCount(drawn.length) })}</figcaption>
      )}
    </figure>
  )
}

const EventList = ({ events }: EventsProps) => {
  const { t } = useTranslation()
  const codex = useCodex()
  const open = useOpenChapter()
  return (
    <ol className="view-chapters">
      {[...Map.groupBy(events, ({ documentId }) => documentId)].map(([documentId, members]) => (
        <li key={documentId} className="view-chapter" aria-label={members[0]?.chapterTitle ?? ''}>
          <h3>
            <ViewLink label={members[0]?.chapterTitle ?? ''} onPress={() => open(documentId)} />
          </h3>
          <ul className="view-list">
            {members.map(({ entryId, name, kind, text }, at) => (
              <li
                // biome-ignore lint/suspicious/noArrayIndexKey: an entry may have the same change twice
                key={`${entryId} ${kind} ${at}`}
                aria-label={`${at + 1} ${name} ${t(`timeline.kinds.${kind}`)}`}
                data-testid="event"
              >
                <ViewLink label={name} onPress={() => void codex.openEntry(entryId)} />{' '}
                <span className="quiet">{t(`timeline.kinds.${kind}`)}</span> {text}
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ol>
  )
}
