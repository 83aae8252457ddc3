import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createApp } from '../main/src/app.ts'
import type { RunEvent } from '../main/src/contract/events.ts'
import type { ChannelInput, ChannelName, ChannelOutput } from '../main/src/contract/index.ts'
import { silentLogger } from '../main/src/lib/logger.ts'

/** A folder with a book, opened by the whole app. */
export interface Project {
  readonly projectId: string
  /** Where the project's files are. */
  readonly folder: string
  /** Runs that have ended, by id. */
  readonly runs: ReadonlyMap<string, RunEvent>
  /** Calls a channel; throws on a refusal. */
  invoke<C extends ChannelName>(channel: C, input: ChannelInput<C>): Promise<ChannelOutput<C>>
  write(path: string, text: string): Promise<void>
  dispose(): Promise<void>
}

/** Writes the files into a new folder, opens it and indexes it. */
export async function openProject(files: Readonly<Record<string, string>>): Promise<Project> {
  const place = await mkdtemp(join(tmpdir(), 'creonow-bench-'))
  const folder = join(place, 'book')
  const write = async (path: string, text: string) => {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  for (const [path, text] of Object.entries(files)) await write(path, text)
  const app = await createApp({
    dataFolder: join(place, 'data'),
    logger: silentLogger,
    environment: {},
    fakePauseMs: 0,
  })
  const runs = new Map<string, RunEvent>()
  const session = app.createSession({
    id: 'bench',
    mayInspect: () => true,
    emit(event, payload) {
      if (event !== 'run') return
      const run = payload as RunEvent // the payload of this event
      if (run.type === 'done' || run.type === 'error') runs.set(run.runId, run)
    },
  })
  async function invoke<C extends ChannelName>(channel: C, input: ChannelInput<C>) {
    const answer = await app.router.dispatch(session, channel, input)
    if (!answer.ok) throw new Error(`${channel}: ${answer.error.message}`)
    return answer.data as ChannelOutput<C> // by the contract of the channel
  }
  const { projectId } = await invoke('projects:open', { rootPath: folder })
  await app.services.retrieval.ensureIndexed(projectId)
  return {
    ...{ projectId, folder, runs, invoke, write },
    async dispose() {
      await app.dispose()
      await rm(place, { recursive: true, force: true })
    },
  }
}

/** An entry of the codex as a file. */
export const entryFile = (name: string, aliases: readonly string[], text: string): string =>
  `---\nid: ${Buffer.from(name).toString('hex')}\nname: ${JSON.stringify(name)}\naliases: ${JSON.stringify(aliases)}\ntype: character\naiContextLevel: when_detected\n---\n${text}\n`

/** The path of the n-th chapter, from 0. */
export const chapterPath = (number: number): string => `manuscript/${String(number + 1).padStart(3, '0')}.md`
