import type { UpdateAction, UpdateState } from '../../../contract/desktop.ts'
import { AppError, isAppError, toPayload } from '../../../lib/appError.ts'
import type { Logger } from '../../../lib/logger.ts'
import type { Updater } from './libraryUpdater.ts'

/** What new versions need of the app around them. */
export interface UpdatesOptions {
  /** The version that runs. */
  readonly current: string
  /** Makes what finds and installs new versions; `off`: no feed is set, `byHand`: this program cannot replace itself. */
  readonly updater: 'off' | 'byHand' | (() => Promise<Updater>)
  /** What a restart would cost the author now; saves first what can be saved. */
  readonly obstacle: () => Promise<UpdateState['obstacle']>
  /** Ends everything that writes; after it this process only installs. */
  readonly stop: () => Promise<void>
  /** After `stop`, when the new version could not be installed: says so and starts this one again. */
  readonly startAgain: () => Promise<void>
  /** Called after every change. */
  readonly onChange: (state: UpdateState) => void
  readonly logger: Logger
}

/** New versions of the app: looked for, fetched and installed each by a wish of the author. */
export interface Updates {
  /** Where it is now. */
  state(): UpdateState
  /** Does a step that is possible now, else nothing. A download and an installation go on behind it. Never rejects. */
  act(action: UpdateAction): Promise<UpdateState>
}

/** From which steps an action leads on. */
const possible: Readonly<Record<UpdateAction, readonly UpdateState['step'][]>> = {
  read: [],
  check: ['idle', 'latest', 'available', 'failed'],
  download: ['available', 'failed'],
  install: ['ready'],
}

/** Whether an action does something now: nothing is fetched that was not found, nothing installed that is not there. */
export function isPossible(action: UpdateAction, { step, version }: UpdateState): boolean {
  return possible[action].includes(step) && (action !== 'download' || version !== undefined)
}

export function createUpdates(options: UpdatesOptions): Updates {
  const { current, logger } = options
  const start = typeof options.updater === 'string' ? options.updater : 'idle'
  let state: UpdateState = { step: start, current }
  let loading: Promise<Updater> | undefined

  function become(next: Omit<UpdateState, 'current'>): void {
    state = { current, ...next }
    options.onChange(state)
  }
  function updater(): Promise<Updater> {
    if (typeof options.updater === 'string') throw new Error('there are no updates')
    loading ??= options.updater()
    return loading
  }
  function failed(error: unknown, version?: string): void {
    const coded = isAppError(error) ? error : new AppError('UPDATE_NOT_INSTALLED', {}, { cause: error })
    logger.warn({ code: coded.code, cause: String(coded.cause) }, 'no update')
    become({ step: 'failed', error: toPayload(coded), ...(version !== undefined && { version }) })
  }

  async function check(): Promise<void> {
    become({ step: 'checking' })
    try {
      const version = await (await updater()).check()
      become(version === undefined ? { step: 'latest' } : { step: 'available', version })
    } catch (error) {
      failed(error)
    }
  }

  async function download(version: string): Promise<void> {
    let shown = 0
    become({ step: 'downloading', version, ratio: 0 })
    try {
      await (await updater()).download((ratio) => {
        if (ratio < 1 && ratio - shown < 0.01) return
        shown = ratio
        become({ step: 'downloading', version, ratio })
      })
      become({ step: 'ready', version })
    } catch (error) {
      failed(error, version)
    }
  }

  async function install(version: string): Promise<void> {
    const obstacle = await options.obstacle()
    if (obstacle !== undefined) return become({ step: 'ready', version, obstacle })
    if (state.step !== 'ready') return
    become({ step: 'installing', version })
    void replace(version)
  }

  async function replace(version: string): Promise<void> {
    try {
      await options.stop()
      await (await updater()).install()
    } catch (error) {
      failed(error, version)
      await options.startAgain()
    }
  }

  return {
    state: () => state,
    async act(action) {
      if (!isPossible(action, state)) return state
      const { version = '' } = state
      if (action === 'check') await check()
      else if (action === 'download') void download(version)
      else await install(version)
      return state
    },
  }
}
