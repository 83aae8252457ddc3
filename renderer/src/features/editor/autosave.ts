/** How a save ended; `blocked` means it must wait for a person (a conflict). */
export type SaveOutcome = 'saved' | 'failed' | 'blocked'

export interface AutosaveOptions {
  readonly delayMs: number
  /** True while saving would disturb, as during composition; asked again after the delay. */
  readonly isBusy: () => boolean
  /** Saves what is there now. Called by one caller at a time. */
  readonly save: () => Promise<SaveOutcome>
  readonly onDirty: () => void
}

export interface Autosave {
  /** The text changed: save after a pause. */
  touch(): void
  /** Saves now if anything is unsaved; true when everything is on disk. */
  flush(): Promise<boolean>
  /** Forgets pending work, for a text that is no longer shown. */
  reset(): void
  isDirty(): boolean
}

/** Debounced saving with one save at a time; edits made during a save are saved after it. */
export const createAutosave = (options: AutosaveOptions): Autosave => {
  let version = 0
  let saved = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<boolean> | null = null

  const schedule = () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      if (options.isBusy()) schedule()
      else void flush()
    }, options.delayMs)
  }

  const saveOnce = async (): Promise<boolean> => {
    const current = version
    const outcome = await options.save()
    if (outcome !== 'saved') return false
    saved = Math.max(saved, current)
    return true
  }

  const flush = async (): Promise<boolean> => {
    clearTimeout(timer)
    if (running !== null) await running
    if (version === saved) return true
    running = saveOnce()
    const done = await running
    running = null
    if (done && version !== saved) schedule()
    return done
  }

  return {
    touch() {
      version += 1
      options.onDirty()
      schedule()
    },
    flush,
    reset() {
      clearTimeout(timer)
      saved = version
    },
    isDirty: () => version !== saved,
  }
}
