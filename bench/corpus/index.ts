import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApp } from '../../main/src/app.ts'
import { sha256Hex } from '../../main/src/lib/hash.ts'
import { silentLogger } from '../../main/src/lib/logger.ts'
import { type CorpusProject, corpusProjects } from './projects.ts'
import { type CorpusRequest, corpusRequests } from './requests.ts'

const recordedFile = join(import.meta.dirname, 'recorded.json')
const requestsPerProject = 110
/** Files count as settled, and are not read again, this long after they were written. */
const settledMs = 2500

/**
 * 330 stateless assemblies of the sample and two novels, each compared with the prompt it had when the corpus was
 * recorded. `CORPUS_RECORD=1` records anew; a change of the engine names the prompts that it changed.
 */
export async function run({ json = false }: { readonly json?: boolean } = {}) {
  const recorded = await readRecorded()
  const next: Record<string, string[]> = { ...recorded }
  const changed: Record<string, readonly string[]> = {}
  let compared = 0
  for (const project of corpusProjects(process.env.CREONOW_NOVELS)) {
    const { hashes, requests } = await hashesOf(project)
    next[project.name] = hashes
    const before = recorded[project.name] ?? []
    compared += hashes.length
    changed[project.name] = hashes.flatMap((hash, i) =>
      hash === before[i] ? [] : [`${i} ${JSON.stringify(requests[i])}`],
    )
  }
  const different = Object.values(changed).flat().length
  const all = sha256Hex(JSON.stringify(next))
  if (process.env.CORPUS_RECORD === '1') await writeFile(recordedFile, `${JSON.stringify(next, null, 1)}\n`)
  if (json) console.log(JSON.stringify({ compared, equal: compared - different, all, changed }))
  else {
    for (const [name, list] of Object.entries(changed))
      for (const one of list) console.log(`changed: ${name} ${one}`)
    console.log(`${compared - different} of ${compared} equal`)
    console.log(`hash of the corpus: ${all}`)
  }
}

async function readRecorded(): Promise<Record<string, string[]>> {
  try {
    return JSON.parse(await readFile(recordedFile, 'utf8')) as Record<string, string[]> // written by this file
  } catch {
    return {}
  }
}

async function hashesOf(
  project: CorpusProject,
): Promise<{ readonly hashes: string[]; readonly requests: readonly CorpusRequest[] }> {
  const folder = await mkdtemp(join(tmpdir(), 'creonow-corpus-'))
  const rootPath = join(folder, 'project')
  await project.write(rootPath)
  await new Promise((resolve) => setTimeout(resolve, settledMs))
  const app = await createApp({ dataFolder: join(folder, 'data'), logger: silentLogger, environment: {} })
  try {
    const session = app.createSession({ id: 'corpus', mayInspect: () => true })
    const dispatch = async <T>(channel: string, input: object): Promise<T> => {
      const answer = await app.router.dispatch(session, channel, input)
      if (!answer.ok) return { refused: answer.error.code } as T // a refusal belongs to the corpus too
      return answer.data as T
    }
    const { projectId } = await dispatch<{ projectId: string }>('projects:open', { rootPath })
    await app.services.retrieval.ensureIndexed(projectId)
    const { documents } = await dispatch<{ documents: { documentId: string; characters: number }[] }>(
      'documents:list',
      { projectId },
    )
    const { entries } = await dispatch<{ entries: { id: string; name: string }[] }>('codex:list', {
      projectId,
    })
    const requests = corpusRequests(
      documents,
      entries.map(({ id }) => id),
      entries.map(({ name }) => name),
      requestsPerProject,
    )
    const hashes: string[] = []
    for (const request of requests) {
      const result = await dispatch<{ promptHash?: string; refused?: string }>('context:assemble', {
        projectId,
        ...request,
      })
      hashes.push((result.promptHash ?? result.refused ?? '').slice(0, 16))
    }
    return { hashes, requests }
  } finally {
    await app.dispose()
    await rm(folder, { recursive: true, force: true })
  }
}
