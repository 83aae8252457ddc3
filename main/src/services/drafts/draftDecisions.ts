import { z } from 'zod'
import { ErrorCode } from '../../contract/errorCodes.ts'
import { isAppError } from '../../lib/appError.ts'
import { appendLine } from '../../lib/appendLine.ts'
import { readContained, resolveContained } from '../../lib/containedPath.ts'
import { createFileQueue } from '../../lib/files.ts'
import { parseJson } from '../../lib/jsonPosition.ts'

const place = '.creonow/cache/drafts/decisions.jsonl'
const maxBytes = 64 * 1_048_576
const line = z.object({ accepted: z.array(z.string()).optional(), rejected: z.array(z.string()).optional() })

/** What the author has decided on, by the ids of statements. */
interface Decisions {
  readonly accepted: ReadonlySet<string>
  readonly rejected: ReadonlySet<string>
}

/** Decisions on drafts, one line each in the cache of the project, beside the records of the jobs. */
export interface DraftDecisions {
  /** Of a project without any: empty. A torn line is left out. */
  read(projectId: string): Promise<Decisions>
  /** Adds some. Throws as writing does. */
  add(
    projectId: string,
    decision: { readonly accepted: readonly string[] } | { readonly rejected: readonly string[] },
  ): Promise<void>
}

export function createDraftDecisions(rootOf: (projectId: string) => string): DraftDecisions {
  const queue = createFileQueue()
  return {
    async read(projectId) {
      const accepted = new Set<string>()
      const rejected = new Set<string>()
      for (const text of (await readText(rootOf(projectId))).split('\n')) {
        const json = text === '' ? undefined : parseJson(text)
        const read = json?.ok ? line.safeParse(json.value) : undefined
        for (const id of read?.data?.accepted ?? []) accepted.add(id)
        for (const id of read?.data?.rejected ?? []) rejected.add(id)
      }
      return { accepted, rejected }
    },
    async add(projectId, decision) {
      const path = await resolveContained(rootOf(projectId), place)
      await queue.run(path, () => appendLine(path, JSON.stringify(decision)))
    },
  }
}

async function readText(root: string): Promise<string> {
  try {
    return (await readContained(root, place, maxBytes)).toString('utf8')
  } catch (error) {
    if (isAppError(error, ErrorCode.NOT_FOUND)) return ''
    throw error
  }
}
