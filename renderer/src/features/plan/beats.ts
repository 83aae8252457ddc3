import type { ChannelOutput } from '#contract/index.ts'

type Plan = NonNullable<ChannelOutput<'plan:get'>['plan']>

/** A step of a chapter's plan. */
export type Beat = Plan['beats'][number]

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567'

/** A beat of the author's words, with an id as the book makes them. */
export const newBeat = (text: string): Beat => {
  const letters = Array.from(crypto.getRandomValues(new Uint8Array(10)), (byte) => alphabet[byte & 31])
  return { id: `b_${letters.join('')}`, text }
}

interface SplitBeats {
  readonly beats: readonly Beat[]
  /** Id of the beat in which the caret is now. */
  readonly focus: string
}

/** Divides a beat at the selection, which goes; `from` and `to` in UTF-16 units of its text. */
export const splitBeat = (beats: readonly Beat[], id: string, from: number, to: number): SplitBeats => {
  const at = beats.findIndex((each) => each.id === id)
  const beat = beats[at]
  if (beat === undefined) return { beats, focus: id }
  const [before, behind] = [beat.text.slice(0, from).trimEnd(), beat.text.slice(to).trimStart()]
  // The words stay the beat that they were.
  const pair =
    before === '' && behind !== ''
      ? [newBeat(''), { ...beat, text: behind }]
      : [
          { ...beat, text: before },
          { ...newBeat(behind), ...(behind !== '' && beat.written && { written: beat.written }) },
        ]
  return { beats: beats.toSpliced(at, 1, ...pair), focus: pair[1]?.id ?? id }
}

/** One place towards the beginning (-1) or the end (1); at the edge it stays. */
export const movedBeat = (beats: readonly Beat[], id: string, by: -1 | 1): readonly Beat[] => {
  const at = beats.findIndex((each) => each.id === id)
  const beat = beats[at]
  return beat === undefined ? beats : beats.toSpliced(at, 1).toSpliced(Math.max(0, at + by), 0, beat)
}

export interface RemovedBeat {
  readonly text: string
  /** The beats with it, at its place or the nearest that there is. */
  restore(beats: readonly Beat[]): readonly Beat[]
}

interface ShorterBeats {
  readonly beats: readonly Beat[]
  /** Null: there was no such beat. */
  readonly removed: RemovedBeat | null
}

/** The beats without one, and the way back. */
export const withoutBeat = (beats: readonly Beat[], id: string): ShorterBeats => {
  const at = beats.findIndex((each) => each.id === id)
  const beat = beats[at]
  if (beat === undefined) return { beats, removed: null }
  return {
    beats: beats.toSpliced(at, 1),
    removed: { text: beat.text, restore: (now) => now.toSpliced(at, 0, beat) },
  }
}

/** What is to be written next: the first beat with words that is not written, and its number from 1; null: nothing. */
export const nextBeat = (beats: readonly Beat[]): { readonly beat: Beat; readonly number: number } | null => {
  const at = beats.findIndex(({ text, written }) => written === undefined && text.trim() !== '')
  const beat = beats[at]
  return beat === undefined ? null : { beat, number: at + 1 }
}

interface ShortBeats {
  /** Three at most, in their order. */
  readonly beats: readonly Beat[]
  /** How many of the plan are not among them. */
  readonly more: number
}

const shortCount = 3

/** What a card shows of the beats: from the one before the next, or the last ones where all are written. */
export const shortBeats = (beats: readonly Beat[]): ShortBeats => {
  const next = nextBeat(beats)
  const last = Math.max(0, beats.length - shortCount)
  const from = Math.min(last, next === null ? last : Math.max(0, next.number - 2))
  const shown = beats.slice(from, from + shortCount)
  return { beats: shown, more: beats.length - shown.length }
}

/** A bullet, or a number with the mark that makes it one of a list: `1.` `2、` `（3）` `一、` `-` `•`. */
const listMark =
  /^(?:[-*•·●]\s+|[•·●]|\d{1,3}[.．](?!\d)|\d{1,3}[、)）]|[（(]\d{1,3}[)）]|[一二三四五六七八九十]{1,3}、)\s*/u

/** The lines of a pasted list as the texts of beats. */
export const beatLines = (text: string): readonly string[] =>
  text
    .split(/\r\n|[\r\n]/)
    .map((line) => line.trim().replace(listMark, ''))
    .filter((line) => line !== '')
