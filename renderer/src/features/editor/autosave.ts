/** How a save ended; `blocked` means it must wait for a person (a conflict). */
export type SaveOutcome = 'saved' | 'failed' | 'blocked'

export interface AutosaveOptions {
  /** Rest after which the text is saved. */
  readonly delayMs: number
  /** Nothing typed waits longer than this for its save to begin, rest or not. */
  readonly longestMs: number
  /** True while saving would disturb, as during composition; asked again until `longestMs` is over. */
  readonly isBusy: () => boolean
  /** Saves what is there now. Called by one caller at a time. */
  readonly save: () => Promise<SaveOutcome>
  /** Something is unsaved: after a change, and after a save that did not take the last ones along. */
  readonly onDirty: () => void
  /** Nothing is unsaved any more: it is on disk, or given up. */
  readonly onIdle?: () => void
  readonly now?: () => number
}

export interface Autosave {
  /** The text changed: save after a pause. */
  touch(): void
  /** Nothing is half typed just now: saves if something has waited for a while. */
  goodMoment(): void
  /** Saves now if anything is unsaved; true when everything is on disk. */
  flush(): Promise<boolean>
  /** Forgets pending work, for a text that is no longer shown. */
  reset(): void
  isDirty(): boolean
}

/** Saving after a rest or when it has waited long enough, one at a time; edits during a save come after it. */
export const createAutosave = (options: AutosaveOptions): Autosave => {
  const { delayMs, longestMs, now = Date.now } = options
  let version = 0
  let saved = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<boolean> | null = null
  /** When the oldest change was made that no save has taken along. */
  let pendingSince: number | null = null

  const waited = () => (pendingSince === null ? 0 : now() - pendingSince)
  const schedule = () => {
    clearTimeout(timer)
    timer = setTimeout(due, Math.max(0, Math.min(delayMs, longestMs - waited())))
  }
  const due = () => {
    if (options.isBusy() && waited() < longestMs) schedule()
    else void flush()
  }

  const saveOnce = async (): Promise<boolean> => {
    const current = version
    pendingSince = null
    const outcome = await options.save()
    if (outcome !== 'saved') return false
    saved = Math.max(saved, current)
    if (saved === version) options.onIdle?.()
    else options.onDirty()
    return true
  }

  const flush = async (): Promise<boolean> => {
    clearTimeout(timer)
    while (running !== null) await running
    if (version === saved) return true
    clearTimeout(timer)
    running = saveOnce()
    const done = await running
    running = null
    return done
  }

  return {
    touch() {
      version += 1
      pendingSince ??= now()
      options.onDirty()
      schedule()
    },
    goodMoment() {
      if (waited() >= delayMs) void flush()
    },
    flush,
    reset() {
      clearTimeout(timer)
      pendingSince = null
      saved = version
      options.onIdle?.()
    },
    isDirty: () => version !== saved,
  }
}
