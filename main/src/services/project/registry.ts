import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { systemCode } from '../../lib/appError.ts'
import type { Clock } from '../../lib/clock.ts'
import { writeFileAtomically } from '../../lib/files.ts'
import type { Logger } from '../../lib/logger.ts'

const known = z.object({ rootPath: z.string().min(1), name: z.string() })
const registryFile = z.record(z.string(), known)

export type KnownProject = z.infer<typeof known>

/** Which project lies where: `projects.json` in the data folder. */
export interface Registry {
  get(projectId: string): KnownProject | undefined
  all(): readonly (readonly [projectId: string, project: KnownProject])[]
  /** One root has one id: other ids at the same place are forgotten. Callers run one `set` at a time. */
  set(projectId: string, project: KnownProject): Promise<void>
}

const betweenLooksMs = 20

/**
 * Reads at once and again whenever another process (the command line beside a window) has written the file.
 * A broken file is kept aside as `projects.json.broken-<time>` and built up anew as projects are opened.
 */
export function createRegistry(options: {
  readonly dataFolder: string
  readonly clock: Clock
  readonly logger: Logger
}): Registry {
  const { dataFolder, clock, logger } = options
  const path = join(dataFolder, 'projects.json')
  let projects = new Map<string, KnownProject>()
  let stamp = ''
  let lookedAt = Number.NEGATIVE_INFINITY

  /** Asked dozens of times in a request: where a known project lies is looked up now and then. */
  function refreshNowAndThen(): void {
    if (performance.now() - lookedAt > betweenLooksMs) refresh()
  }

  function refresh(): void {
    lookedAt = performance.now()
    const now = stampOf()
    if (now === stamp) return
    stamp = now
    projects = now === '' ? new Map() : readAll()
  }

  function stampOf(): string {
    const stats = statSync(path, { bigint: true, throwIfNoEntry: false })
    return stats ? `${stats.size} ${stats.mtimeNs} ${stats.ctimeNs} ${stats.ino}` : ''
  }

  function readAll(): Map<string, KnownProject> {
    let text: string
    try {
      text = readFileSync(path, 'utf8')
    } catch (error) {
      if (systemCode(error) === 'ENOENT') return new Map()
      throw error
    }
    const parsed = registryFile.safeParse(parseJson(text))
    if (parsed.success) return new Map(Object.entries(parsed.data))
    const aside = `projects.json.broken-${clock.now()}-${randomBytes(2).toString('hex')}`
    renameSync(path, join(dataFolder, aside))
    logger.warn({ keptAs: aside }, 'projects.json is broken; kept aside and started anew')
    stamp = ''
    return new Map()
  }

  mkdirSync(dataFolder, { recursive: true })
  refresh()
  return {
    get(projectId) {
      if (projects.has(projectId)) refreshNowAndThen()
      else refresh()
      return projects.get(projectId)
    },
    all() {
      refresh()
      return [...projects]
    },
    async set(projectId, project) {
      refresh()
      const before = projects.get(projectId)
      if (before?.rootPath === project.rootPath && before.name === project.name) return
      const others = [...projects].filter(
        ([id, { rootPath }]) => id !== projectId && rootPath !== project.rootPath,
      )
      const next = new Map([...others, [projectId, project]])
      await writeFileAtomically(path, `${JSON.stringify(Object.fromEntries(next), null, 2)}\n`)
      projects = next
      stamp = stampOf()
    },
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Not JSON: the schema then refuses undefined, and the file is kept aside.
    return undefined
  }
}
