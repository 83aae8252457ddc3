import type { Redacted, RedactionScope, Redactor } from '../types.ts'
import { applyRedaction } from './apply.ts'
import { scanSecrets } from './scan.ts'

export interface RedactorOptions {
  /** The keys stored in the app's settings, read at each call. */
  readonly keys?: () => readonly string[]
  /** True for an exact text the user has marked as no secret. Call `forget` when its answers change. */
  readonly allow?: (text: string) => boolean
  /** Content hash for the cache. */
  readonly hash: (text: string) => string
  /** Results kept; 512 by default. */
  readonly cacheEntries?: number
}

export interface TextRedactor extends Redactor {
  /** Secrets and paths, at once: for error messages and log lines. Not cached. */
  redactText(text: string): string
  /** Drops cached results, after the allow-list has changed. */
  forget(): void
}

/** Bounds the memory of the cache whatever the sizes of the texts (UTF-16 units of redacted results). */
const maxCachedUnits = 8_000_000
/** Below this a scan costs less than the hash of the text. */
const minCachedUnits = 64

type Kept = Omit<Redacted, 'text'> & { readonly text: string | undefined }

/** A redactor with a bounded least-recently-used cache by scope and content. */
export function createRedactor(options: RedactorOptions): TextRedactor {
  const { allow, hash, cacheEntries = 512 } = options
  const cache = new Map<string, Kept>()
  let cachedUnits = 0
  let knownKeys = ''

  function scan(text: string, scope: RedactionScope): Redacted {
    const keys = options.keys?.() ?? []
    return applyRedaction(text, scanSecrets(text, { scope, keys, ...(allow && { allow }) }))
  }

  function redactNow(text: string, scope: RedactionScope): Redacted {
    if (text.length < minCachedUnits) return scan(text, scope)
    const keys = (options.keys?.() ?? []).join('\0')
    if (keys !== knownKeys) forget()
    knownKeys = keys
    const id = `${scope}:${hash(text)}`
    const kept = cache.get(id)
    if (kept) {
      cache.delete(id)
      cache.set(id, kept)
      return { ...kept, text: kept.text ?? text }
    }
    const redacted = scan(text, scope)
    // A clean text is not kept: the next caller brings it along.
    const changed = redacted.replacements.length > 0
    keep(id, { ...redacted, text: changed ? redacted.text : undefined })
    return redacted
  }

  function keep(id: string, kept: Kept): void {
    cache.set(id, kept)
    cachedUnits += kept.text?.length ?? 0
    for (const [oldest, { text }] of cache) {
      if (cache.size <= cacheEntries && cachedUnits <= maxCachedUnits) return
      cache.delete(oldest)
      cachedUnits -= text?.length ?? 0
    }
  }

  function forget(): void {
    cache.clear()
    cachedUnits = 0
  }

  return {
    redact: async (text, scope) => redactNow(text, scope),
    redactText: (text) => scan(text, 'creonow').text,
    forget,
  }
}
