import type { JudgeKind, JudgeSettings, Verdict } from '#contract/judge.ts'
import type { Logger } from '../../../lib/logger.ts'
import type { AssembledContext, PreparedContext } from '../../context/index.ts'
import type { Redacted } from '../../redaction/index.ts'
import type { CodexCard, CodexQuery } from '../../sources/index.ts'
import type { EarlyName, WordList } from './judge.ts'
import type { SendQuestion } from './modelCheck.ts'

/** What the Judge reads from; each may be absent, and then that much is not checked. */
export interface JudgePorts {
  /** Words to use and to avoid; nothing is checked without it. */
  readonly wordList?: (projectId: string) => Promise<WordList>
  /** Of the constraints that have one, by id. */
  readonly kinds?: (projectId: string) => Promise<ReadonlyMap<string, JudgeKind>>
  /** Names in a text that come up only in a later chapter; undefined: there is no such name. */
  readonly earlyNames?: (
    projectId: string,
    documentId: string,
    text: string,
  ) => Promise<readonly EarlyName[] | undefined>
  /** Longer names that stand in a text where only the letters of one of these names are. */
  readonly longerNames?: (
    projectId: string,
    names: readonly string[],
    text: string,
  ) => Promise<readonly string[]>
  /** Entries that a text names, as of a chapter. */
  readonly entries?: (projectId: string, query: CodexQuery) => Promise<readonly CodexCard[]>
  /** Called for every text that goes to a model. */
  readonly redact?: (text: string, projectId: string) => Promise<Redacted>
  /** Whether and by which model the text is checked. */
  readonly settings?: (projectId: string) => JudgeSettings
  /** How long a model may take to read a text, in milliseconds; a minute when absent. */
  readonly limitMs?: number
}

export interface JudgeOptions {
  readonly judge?: JudgePorts
  readonly logger: Logger
}

/** A run whose text is complete. */
export interface JudgedRun {
  readonly assembled: AssembledContext
  readonly prepared: PreparedContext
  readonly text: string
  readonly signal: AbortSignal
  /** The run's model is the offline example, which reads nothing. */
  readonly isExample: boolean
  readonly sendQuestion: SendQuestion
  /** Writes the text once more, with this after the request; resolves to all of the new text. */
  readonly writeAgain: (tail: string) => Promise<string>
  readonly onJudging: () => void
  readonly onRewriting: (judged: Verdict) => void
  /** What has come of a second text so far. */
  readonly soFar: () => string
}
