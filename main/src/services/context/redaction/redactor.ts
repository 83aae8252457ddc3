import type { Redacted, RedactionScope, Redactor } from '../types.ts'
import { applyRedaction, type SecretMatch } from './apply.ts'
import { scanSecrets } from './scan.ts'

export interface RedactorOptions {
  /** The keys stored in the app's settings, read at each call. */
  readonly keys?: () => readonly string[]
  /** True for an exact text that was marked as no secret in this project. Call `forget` when its answers change. */
  readonly allow?: (text: string, projectId: string) => boolean
  /** More finds for texts on their way into a prompt; the own patterns do not depend on it. */
  readonly supplement?: (text: string) => Promise<readonly SecretMatch[]>
  /** Told why the supplement gave nothing; the redaction itself went on without it. */
  readonly onSupplementFailure?: (cause: string) => void
  /** Milliseconds to wait for the supplement; 500 by default. */
  readonly supplementMs?: number
  /** Content hash for the cache. */
  readonly hash: (text: string) => string
  /** Results kept; 512 by default. */
  readonly cacheEntries?: number
}

export interface TextRedactor extends Redactor {
  /** Secrets and paths, at once: for error messages and log lines. Own patterns only; not cached. */
  redactText(text: string, projectId?: string): string
  /** The same with what stands where; equal for equal texts as long as keys and allow-list are. */
  redactNow(text: string, projectId?: string): Redacted
  /** What `redact` would replace, in order and apart. */
  find(text: string, scope: RedactionScope, projectId?: string): Promise<readonly SecretMatch[]>
  /** Drops cached results, after the allow-list has changed. */
  forget(): void
}

/** Bounds the memory of the cache whatever the sizes of the texts (UTF-16 units of redacted results). */
const maxCachedUnits = 8_000_000
/** Below this a scan costs less than the hash of the text. */
const minCachedUnits = 64

type Kept = Omit<Redacted, 'text'> & { readonly text: string | undefined }

/** A redactor with a bounded least-recently-used cache by project, scope and content. */
export function createRedactor(options: RedactorOptions): TextRedactor {
  const { allow, hash, supplement, supplementMs = 500, cacheEntries = 512 } = options
  const cache = new Map<string, Kept>()
  let cachedUnits = 0
  let knownKeys = ''
  let generation = 0

  function scan(text: string, scope: RedactionScope, projectId = '', found: readonly SecretMatch[] = []) {
    const keys = options.keys?.() ?? []
    const allowHere = allow && ((exact: string) => allow(exact, projectId))
    return scanSecrets(text, { scope, keys, found, ...(allowHere && { allow: allowHere }) })
  }

  /** Undefined when the supplement failed or was late: the result is then not one to remember. */
  async function supplementFor(text: string): Promise<readonly SecretMatch[] | undefined> {
    if (!supplement) return []
    try {
      return await inTime(supplement(text), supplementMs)
    } catch (error) {
      options.onSupplementFailure?.(error instanceof Error ? error.name : 'unknown')
      return undefined
    }
  }

  const redactNow = (text: string, projectId?: string) =>
    applyRedaction(text, scan(text, 'creonow', projectId))

  async function find(text: string, scope: RedactionScope, projectId?: string) {
    return scan(text, scope, projectId, await supplementFor(text))
  }

  async function redact(text: string, scope: RedactionScope, projectId = ''): Promise<Redacted> {
    if (text.length < minCachedUnits) return applyRedaction(text, await find(text, scope, projectId))
    const keys = (options.keys?.() ?? []).join('\0')
    if (keys !== knownKeys) forget()
    knownKeys = keys
    const id = `${projectId}:${scope}:${hash(text)}`
    const kept = cache.get(id)
    if (kept) {
      cache.delete(id)
      cache.set(id, kept)
      return { ...kept, text: kept.text ?? text }
    }
    const asked = generation
    const found = await supplementFor(text)
    const redacted = applyRedaction(text, scan(text, scope, projectId, found))
    // A clean text is not kept: the next caller brings it along.
    const changed = redacted.replacements.length > 0
    if (found && asked === generation) keep(id, { ...redacted, text: changed ? redacted.text : undefined })
    return redacted
  }

  function keep(id: string, kept: Kept): void {
    cachedUnits += (kept.text?.length ?? 0) - (cache.get(id)?.text?.length ?? 0)
    cache.set(id, kept)
    for (const [oldest, { text }] of cache) {
      if (cache.size <= cacheEntries && cachedUnits <= maxCachedUnits) return
      cache.delete(oldest)
      cachedUnits -= text?.length ?? 0
    }
  }

  function forget(): void {
    generation += 1
    cache.clear()
    cachedUnits = 0
  }

  return {
    redact,
    find,
    redactNow,
    redactText: (text, projectId) => redactNow(text, projectId).text,
    forget,
  }
}

function inTime<T>(work: Promise<T>, ms: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new DOMException('late', 'TimeoutError')), ms)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
