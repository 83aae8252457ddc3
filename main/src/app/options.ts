import type { Clock } from '../lib/clock.ts'
import type { Disposables } from '../lib/disposables.ts'
import type { Logger } from '../lib/logger.ts'
import type { RetryTimer } from '../services/ai/index.ts'
import type { EngineLimits, Source } from '../services/context/index.ts'
import type { CreateId } from '../services/manuscript/index.ts'
import type { KeyStore } from '../services/settings/index.ts'
import type { EncodingName, Tokenizer } from '../services/tokens/index.ts'

export interface AppOptions {
  /** Where settings, keys and indexes live; see `lib/dataFolder.ts`. */
  readonly dataFolder: string
  readonly samplesFolder?: string
  readonly templateFolder?: string
  readonly environment?: Readonly<Record<string, string | undefined>>
  readonly keys?: KeyStore
  /** What a desktop says of its language; absent: what the runtime says. */
  readonly locale?: string
  readonly logger?: Logger
  readonly clock?: Clock
  /** Makes the ids of chapters, at random without it; for tests that name them. */
  readonly createId?: CreateId
  /** Changes the sources of the engine: for embedders and for tests of failing sources. */
  readonly sources?: (real: readonly Source[]) => readonly Source[]
  /** How many assemblies run and wait at once, and how long: for embedders and for tests on busy machines. */
  readonly engineLimits?: Partial<EngineLimits>
  /** The tokenizer of an encoding where several apps of a process share it; absent: each reads its table from its data folder. */
  readonly encoding?: (name: EncodingName) => Promise<Tokenizer>
  /** Pause between two pieces of the fake model's answer, in milliseconds. */
  readonly fakePauseMs?: number
  /** Timeouts and delays of requests to providers, in milliseconds; for embedders and tests. */
  readonly timeouts?: Partial<RetryTimer> & {
    readonly headersMs?: number
    readonly silenceMs?: number
    /** How long a model may take to read what was written. */
    readonly judgeMs?: number
    /** Aborts when a summary of a conversation takes too long. */
    readonly createSummaryTimeout?: () => AbortSignal
  }
}

/** The options of one app, and what is undone in reverse when it ends. */
export interface Building {
  readonly options: AppOptions
  readonly lifetime: Disposables
}
