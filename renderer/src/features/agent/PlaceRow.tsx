import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../components/Button.tsx'
import type { ProsePiece } from '../history/proseDiff.ts'
import type { ApprovalPlace } from './approvalSelection.ts'
import { entryFields, entryParts } from './placeChunks.ts'
import './PlaceRow.css'

interface PlaceRowProps {
  readonly place: ApprovalPlace
  readonly chunks: readonly ProsePiece[]
  /** The names of an entry's fields are shown in words. */
  readonly isEntry: boolean
  readonly isTicked: boolean
  readonly isTabStop: boolean
  readonly onTick: (placeId: number, isTicked: boolean) => void
}

/** One place with its tick: the words before and after in their line. */
export const PlaceRow = memo(({ place, chunks, isEntry, isTicked, isTabStop, onTick }: PlaceRowProps) => {
  const { placeId, removed, added, line } = place
  const { t } = useTranslation()
  return (
    <li className="approval-place" data-testid="approval-place" data-off={!isTicked || undefined}>
      <input
        type="checkbox"
        data-place={placeId}
        tabIndex={isTabStop ? 0 : -1}
        aria-label={t('approval.place', { line, removed: short(removed), added: short(added) })}
        checked={isTicked}
        onChange={(event) => onTick(placeId, event.target.checked)}
      />
      <PlaceWords place={place} chunks={chunks} isEntry={isEntry} />
    </li>
  )
})

interface UncertainRowProps {
  readonly place: ApprovalPlace
  readonly chunks: readonly ProsePiece[]
  readonly chapter: string
  /** Undefined: not decided. */
  readonly decision: boolean | undefined
  readonly isTabStop: boolean
  readonly onDecide: (placeId: number, decision: boolean | undefined) => void
}

/** A place where the name may be part of another one, with a button for each decision. */
export const UncertainRow = memo((props: UncertainRowProps) => {
  const { place, chunks, chapter, decision, isTabStop, onDecide } = props
  const { t } = useTranslation()
  const { placeId, uncertain } = place
  const choose = (chosen: boolean) => onDecide(placeId, decision === chosen ? undefined : chosen)
  return (
    <li className="approval-uncertain" data-testid="approval-uncertain" data-decision={decision}>
      <div className="approval-uncertain-text">
        <PlaceWords place={place} chunks={chunks} isEntry={false} />
        <p className="quiet approval-about">
          {chapter}
          {uncertain && ` · ${t(`approval.uncertainReason.${uncertain.why}`, { phrase: uncertain.phrase })}`}
        </p>
      </div>
      <span className="approval-choice">
        <Button
          data-place={placeId}
          tabIndex={isTabStop ? 0 : -1}
          aria-pressed={decision === true}
          onClick={() => choose(true)}
        >
          {t('approval.change')}
        </Button>
        <Button tabIndex={isTabStop ? 0 : -1} aria-pressed={decision === false} onClick={() => choose(false)}>
          {t('approval.leave')}
        </Button>
      </span>
    </li>
  )
})

const short = (text: string) => (text.length > 40 ? `${text.slice(0, 40).toWellFormed()}…` : text)
const tags = { same: 'span', added: 'ins', removed: 'del' } as const

const PlaceWords = ({ place, chunks, isEntry }: Pick<PlaceRowProps, 'place' | 'chunks' | 'isEntry'>) => {
  const { before, after } = place
  const shown = [{ state: 'same' as const, text: before }, ...chunks, { state: 'same' as const, text: after }]
  return (
    <p className="approval-words">
      {shown.map(({ state, text }, at) => {
        const Tag = tags[state]
        const isLineStart =
          at === 0 || (at === 1 && before === '') || shown[at - 1]?.text.endsWith('\n') === true
        return text === '' ? null : (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts of a finished comparison
          <Tag key={at}>
            {isEntry ? (
              <EntryWords text={text} isLineStart={isLineStart} />
            ) : (
              <Lines text={text} isMarked={state !== 'same'} />
            )}
          </Tag>
        )
      })}
    </p>
  )
}

/** Text in which a line break that comes or goes can be seen. */
const Lines = ({ text, isMarked }: { readonly text: string; readonly isMarked: boolean }) =>
  isMarked
    ? text.split(/(\n)/).map((part, at) =>
        part === '\n' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <span key={at} className="approval-break">
            {part}
          </span>
        ) : (
          part
        ),
      )
    : text

const EntryWords = ({ text, isLineStart }: { readonly text: string; readonly isLineStart: boolean }) => {
  const { t } = useTranslation()
  return entryParts(text, isLineStart).map((part, at) =>
    part.kind === 'text' ? (
      part.text
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: as above
      <span key={at} className="approval-field" title={part.field}>
        {t(entryFields[part.field])}
      </span>
    ),
  )
}
