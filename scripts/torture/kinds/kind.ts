import type { Call } from '../caller.ts'
import type { Place } from '../place.ts'

/** One write of one writer. */
export interface Writing {
  readonly call: Call
  readonly projectId: string
  readonly place: Place
  /** Which of the writers, from 0. */
  readonly who: number
  /** How many writes this writer began before. */
  readonly n: number
  /**
   * Said before the request that writes: once it is answered, `value` stands under `key`; undefined: nothing does.
   * Said again before another attempt.
   */
  readonly intend: (key: string, value: string | undefined) => void
}

/** A kind of file that the product writes, and how to see what of it is stored. */
export interface Kind {
  readonly name: string
  /** Puts what it needs into the project before anything opens it. */
  arrange?(place: Place): Promise<void>
  write(writing: Writing): Promise<void>
  /** What is stored, by the keys of `intend`. */
  read(reader: Pick<Writing, 'call' | 'projectId' | 'place'>): Promise<ReadonlyMap<string, string>>
  /** Codes that say "look again and try again"; CONFLICT without it. */
  readonly again?: readonly string[]
}

/** A name for what a writer stores at a time, different for every write. */
export const tokenOf = ({ who, n }: Pick<Writing, 'who' | 'n'>): string => `w${who}n${n}`
