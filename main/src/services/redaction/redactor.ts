import { createTextCache, type TextCache } from '../../lib/textCache.ts'
import { applyRedaction, type SecretMatch } from './apply.ts'
import { scanSecrets } from './scan.ts'
import type { Redacted, RedactionScope, Redactor } from './types.ts'

export interface RedactorOptions {
  /** The keys stored in the app's settings, read at each call. */
  readonly keys?: () => readonly string[]
  /** Names of this computer's accounts as they are in its paths. */
  readonly accounts?: readonly string[]
  /** True for an exact text that was marked as no secret in this project. Call `forget` when its answers change. */
  readonly allow?: (text: string, projectId: string) => boolean
  /** More finds for texts on their way into a prompt, in good time; the own patterns do not depend on it. */
  readonly supplement?: (text: string) => Promise<readonly SecretMatch[]>
  /** Called with the reason when the supplement gave nothing; the redaction itself went on without it. */
  readonly onSupplementFailure?: (cause: string) => void
  /** Results cached for each project and scope; 4,096 by default. */
  readonly cacheEntries?: number
}

export interface TextRedactor extends Redactor {
  /** Secrets and paths, at once: for error messages and log lines. Own patterns only; not cached. */
  redactText(text: string, projectId?: string): string
  /** The same with the replaced spans; equal for equal texts as long as keys and allow-list are. */
  redactNow(text: string, projectId?: string): Redacted
  /** What `redact` would replace, in order and apart. */
  find(text: string, scope: RedactionScope, projectId?: string): Promise<readonly SecretMatch[]>
  /** Drops cached results, after the allow-list has changed. */
  forget(): void
}

/** Bounds the memory of the cache of each project and scope, whatever the sizes of the texts (UTF-16 units). */
const maxCachedUnits = 1_100_000

/** A redactor with a bounded least-recently-used cache by project, scope and content. */
export function createRedactor(options: RedactorOptions = {}): TextRedactor {
  const { allow, supplement, cacheEntries = 4096, accounts = [] } = options
  const caches = {
    creonow: new Map<string, TextCache<Redacted>>(),
    manuscript: new Map<string, TextCache<Redacted>>(),
  }
  let previousKeys: readonly string[] = []
  let generation = 0

  function scan(
    text: string,
    scope: RedactionScope,
    projectId = '',
    externalMatches: readonly SecretMatch[] = [],
  ) {
    const keys = options.keys?.() ?? []
    const allowHere = allow && ((exact: string) => allow(exact, projectId))
    return scanSecrets(text, {
      scope,
      keys,
      externalMatches,
      accounts,
      ...(allowHere && { allow: allowHere }),
    })
  }

  /** Undefined when the supplement failed or missed its deadline: the result is then not cached. */
  async function supplementFor(text: string): Promise<readonly SecretMatch[] | undefined> {
    if (!supplement) return []
    try {
      return await supplement(text)
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
    const cache = cacheOf(scope, projectId)
    const cached = cache.get(text)
    if (cached) return cached
    const startGeneration = generation
    const externalMatches = await supplementFor(text)
    const redacted = applyRedaction(text, scan(text, scope, projectId, externalMatches))
    if (externalMatches && startGeneration === generation) cache.set(text, redacted)
    return redacted
  }

  /** Grows with every change of keys or allow-list. */
  function version(): number {
    const keys = options.keys?.() ?? []
    if (keys.length !== previousKeys.length || keys.some((key, at) => key !== previousKeys[at])) {
      forget()
      previousKeys = [...keys]
    }
    return generation
  }

  function cacheOf(scope: RedactionScope, projectId: string): TextCache<Redacted> {
    version()
    const cache = caches[scope].get(projectId) ?? createTextCache<Redacted>(cacheEntries, maxCachedUnits)
    caches[scope].set(projectId, cache)
    return cache
  }

  function forget(): void {
    generation += 1
    caches.creonow.clear()
    caches.manuscript.clear()
  }

  return {
    redact,
    version,
    find,
    redactNow,
    redactText: (text, projectId) => redactNow(text, projectId).text,
    forget,
  }
}
