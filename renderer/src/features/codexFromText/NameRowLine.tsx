import { Unlink } from 'lucide-react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../components/Button.tsx'
import { Chip } from '../../components/Chip.tsx'
import { formatCount } from '../../i18n/format.ts'
import { MergeChoice, type MergeTarget } from './MergeChoice.tsx'
import { type Chip as AliasChip, type NameRow, noteOf } from './nameRows.ts'
import './NameRowLine.css'

export interface NameRowLineProps {
  readonly row: NameRow
  /** Name of the entry that an alias belongs to; empty: of none. */
  readonly owner: string
  /** Title of the chapter that has the name first; empty: unknown. */
  readonly chapter: string
  readonly selected: boolean
  /** Its controls are reached by the Tab key. */
  readonly isTabStop: boolean
  readonly targets: (row: NameRow) => readonly MergeTarget[]
  readonly onToggle: (row: NameRow) => void
  readonly onPull: (chip: AliasChip) => void
  readonly onIgnore: (row: NameRow) => void
  readonly onMerge: (row: NameRow, target: MergeTarget) => void
}

/** A name with what the text says of it and what can become of it. */
export const NameRowLine = memo((props: NameRowLineProps) => {
  const { row, owner, chapter, selected, isTabStop, targets, onToggle, onPull, onIgnore, onMerge } = props
  const { t } = useTranslation()
  const { text, what, of, chips, count, sample, pulledFrom } = row
  const tabIndex = isTabStop ? 0 : -1
  const note =
    what === 'name'
      ? pulledFrom !== null && t('fromText.pulledFrom', { name: pulledFrom })
      : t(noteOf(row, owner), { of: owner })
  return (
    <div className={`name-row name-row-${what}`}>
      {what === 'name' && (
        <input
          type="checkbox"
          className="name-row-check"
          aria-label={t('fromText.select', { name: text })}
          tabIndex={tabIndex}
          checked={selected}
          onChange={() => onToggle(row)}
        />
      )}
      {/* A larger place to press; the box beside it has the keys. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the box beside it has the keys */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the box beside it has the keys */}
      <div className="name-row-name" onClick={() => what === 'name' && onToggle(row)}>
        <b>{text}</b>
        {note !== false && <span className="name-row-note">{note}</span>}
      </div>
      <span className="name-row-count number">
        {count !== null && t('fromText.times', { n: formatCount(count) })}
      </span>
      <span className="name-row-chapter quiet" title={chapter || undefined}>
        {chapter}
      </span>
      <Sample text={sample} name={text} />
      {chips.length > 0 && (
        <ul className="name-row-chips">
          {chips.map((chip) => (
            <li key={`${chip.origin} ${chip.text}`}>
              <Chip
                text={chip.text}
                icon={Unlink}
                tabIndex={tabIndex}
                title={t('fromText.pullShort')}
                label={t('fromText.pull', { alias: chip.text, name: text })}
                onPress={() => onPull(chip)}
              />
            </li>
          ))}
        </ul>
      )}
      <div className="name-row-actions">
        {what === 'alias' && of !== null && (
          <Button
            tabIndex={tabIndex}
            aria-label={t('fromText.addAliasOf', { name: text, of: owner })}
            onClick={() => onMerge(row, { id: of, label: owner, aliases: [], isNew: false })}
          >
            {t('fromText.addAlias')}
          </Button>
        )}
        {what !== 'shared_alias' && (
          <MergeChoice
            name={text}
            tabIndex={tabIndex}
            targets={() => targets(row)}
            onChoose={(target) => onMerge(row, target)}
          />
        )}
        <Button
          tabIndex={tabIndex}
          aria-label={t('fromText.ignoreOf', { name: text })}
          onClick={() => onIgnore(row)}
        >
          {t('fromText.ignore')}
        </Button>
      </div>
    </div>
  )
})

/** What is shown of a sentence around the name, in characters; all of it is in the tooltip. */
const mostBefore = 28
const mostBehind = 36

/** The sentence, with the first place of the name marked. */
const Sample = ({ text, name }: { readonly text: string; readonly name: string }) => {
  const at = text.indexOf(name)
  const before = [...text.slice(0, Math.max(0, at))]
  const behind = [...text.slice(at < 0 ? 0 : at + name.length)]
  return (
    <span className="name-row-sample" title={text || undefined}>
      {before.length > mostBefore && '…'}
      {before.slice(-mostBefore).join('')}
      {at >= 0 && <mark>{name}</mark>}
      {behind.slice(0, mostBehind).join('')}
      {behind.length > mostBehind && '…'}
    </span>
  )
}
