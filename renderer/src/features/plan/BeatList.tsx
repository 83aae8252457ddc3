import { Plus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../components/Button.tsx'
import { BeatRow } from './BeatRow.tsx'
import {
  type Beat,
  beatLines,
  movedBeat,
  newBeat,
  nextBeat,
  type RemovedBeat,
  splitBeat,
  withoutBeat,
} from './beats.ts'

interface BeatListProps {
  readonly beats: readonly Beat[]
  readonly onChange: (beats: readonly Beat[]) => void
}

/** Where the caret goes once the list is drawn anew: into a beat, or to the button that adds one. */
type Focus = { readonly beat: string; readonly atUtf16?: number } | 'add'

/** The beats of a plan, to be written, ticked, moved and deleted where they are. */
export const BeatList = ({ beats, onChange }: BeatListProps) => {
  const { t } = useTranslation()
  const list = useRef<HTMLDivElement>(null)
  const focus = useRef<Focus | null>(null)
  const [removed, setRemoved] = useState<RemovedBeat | null>(null)
  const next = nextBeat(beats)?.beat.id

  useEffect(() => {
    const target = focus.current
    focus.current = null
    if (target === null || list.current === null) return
    const selector = target === 'add' ? '.beat-add' : `[data-beat="${CSS.escape(target.beat)}"] textarea`
    // A menu gives the focus back to its button after this.
    requestAnimationFrame(() => {
      const element = list.current?.querySelector<HTMLElement>(selector)
      element?.focus()
      if (element instanceof HTMLTextAreaElement && target !== 'add') {
        const at = target.atUtf16 ?? element.value.length
        element.setSelectionRange(at, at)
      }
    })
  })

  const change = (changed: readonly Beat[], place: Focus | null = null) => {
    focus.current = place
    onChange(changed)
  }
  const patch = (id: string, part: Partial<Beat>) =>
    change(beats.map((each) => (each.id === id ? { ...each, ...part } : each)))
  const tick = ({ id, text }: Beat, written: boolean) =>
    change(
      beats.map((each) => {
        if (each.id !== id) return each
        return written ? { ...each, written: { at: new Date().toISOString() } } : { id, text }
      }),
    )
  const split = (id: string, from: number, to: number) => {
    const divided = splitBeat(beats, id, from, to)
    change(divided.beats, { beat: divided.focus, atUtf16: 0 })
  }
  const paste = (id: string, pasted: string, from: number, to: number) => {
    const [first = '', ...more] = beatLines(pasted)
    const at = beats.findIndex((each) => each.id === id)
    const beat = beats[at]
    if (beat === undefined) return
    const rows = more.map(newBeat)
    const text = beat.text.slice(0, from) + first
    const last = rows.at(-1)
    const behind = beat.text.slice(to)
    const whole =
      last === undefined
        ? [{ ...beat, text: text + behind }]
        : [{ ...beat, text }, ...rows.slice(0, -1), { ...last, text: last.text + behind }]
    change(beats.toSpliced(at, 1, ...whole), { beat: last?.id ?? id })
  }
  const remove = (id: string) => {
    const shorter = withoutBeat(beats, id)
    const at = beats.findIndex((each) => each.id === id)
    const neighbour = shorter.beats[Math.max(0, at - 1)]
    if (shorter.removed?.text.trim() !== '') setRemoved(shorter.removed)
    change(shorter.beats, neighbour === undefined ? 'add' : { beat: neighbour.id })
  }
  const add = () => {
    const last = beats.at(-1)
    const beat = last?.text.trim() === '' ? last : newBeat('')
    change(beat === last ? [...beats] : [...beats, beat], { beat: beat.id })
  }
  const restore = () => {
    if (removed !== null) change(removed.restore(beats))
    setRemoved(null)
  }
  return (
    <div ref={list} className="beats">
      {beats.length > 0 && (
        <ol aria-label={t('plan.beats')}>
          {beats.map((beat, at) => (
            <BeatRow
              key={beat.id}
              beat={beat}
              number={at + 1}
              isLast={at === beats.length - 1}
              isNext={beat.id === next}
              onType={(text) => patch(beat.id, { text })}
              onTick={(written) => tick(beat, written)}
              onSplit={(from, to) => split(beat.id, from, to)}
              onPaste={(text, from, to) => paste(beat.id, text, from, to)}
              onMove={(by) => change(movedBeat(beats, beat.id, by), { beat: beat.id })}
              onRemove={() => remove(beat.id)}
            />
          ))}
        </ol>
      )}
      <button type="button" className="beat-add" data-testid="beat-add" onClick={add}>
        <Plus size={14} aria-hidden />
        {t('plan.add')}
      </button>
      {removed !== null && (
        <p className="beat-removed quiet" role="status">
          {t('plan.removed', { text: removed.text.trim() })}
          <Button variant="link" onClick={restore}>
            {t('plan.restore')}
          </Button>
        </p>
      )}
    </div>
  )
}
