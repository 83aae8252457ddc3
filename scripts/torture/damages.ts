import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { type OpenedApp, openApp, Refused } from './caller.ts'
import { type Part, shareOf } from './part.ts'
import { filesBelow, makePlace, type Place } from './place.ts'

/** What may become of a file while the app is closed. */
const ways: Readonly<Record<string, (path: string) => Promise<unknown>>> = {
  'is empty': (path) => writeFile(path, ''),
  'is 100,000 brackets': (path) => writeFile(path, '['.repeat(100_000)),
  'is 5 MB of noise': (path) => writeFile(path, Buffer.alloc(5_000_000, 0xfe)),
  'is a list': (path) => writeFile(path, '[[],[]]'),
  'is of a newer version': (path) => writeFile(path, '{"version":999}'),
  'is cut in half': async (path) => {
    const bytes = await readFile(path)
    await writeFile(path, bytes.subarray(0, Math.floor(bytes.length / 2)))
  },
  'has a wrong byte': async (path) => {
    const bytes = await readFile(path)
    const middle = Math.floor(bytes.length / 2)
    bytes[middle] = (bytes[middle] ?? 0) ^ 0x20
    await writeFile(path, bytes)
  },
  'is gone': (path) => rm(path),
  'is a folder': async (path) => {
    await rm(path)
    await mkdir(path)
  },
}

/**
 * Every file that the app has written into its data folder is damaged in each of the ways, one at a time. The book
 * opens, is read, saved, searched and assembled all the same; of its records at most the damaged one is not listed.
 */
export const run: Part = async ({ share, print }) => {
  const place = await makePlace()
  const stored = `${place.folder}-stored`
  const failures: string[] = []
  let checked = 0
  try {
    const before = await fillBook(place)
    await cp(place.folder, stored, { recursive: true, verbatimSymlinks: true })
    const files = (await filesBelow(place.dataFolder)).map((path) => relative(place.dataFolder, path)).sort()
    const cases = files.flatMap((file) => Object.keys(ways).map((way) => ({ file, way })))
    const count = shareOf(cases.length, share, 6)
    for (let at = 0; at < count; at += 1) {
      const { file, way } = cases[Math.floor((at * cases.length) / count)] ?? { file: '', way: '' }
      for (const folder of [place.dataFolder, place.project]) {
        await rm(folder, { recursive: true, force: true, maxRetries: 3 })
        const from = join(stored, relative(place.folder, folder))
        await cp(from, folder, { recursive: true, verbatimSymlinks: true })
      }
      await ways[way]?.(join(place.dataFolder, file))
      const name = file.replace(/[0-9a-f-]{16,}/g, '…')
      failures.push(...(await faultsOf(place, before)).map((fault) => `${name} ${way}: ${fault}`))
      checked += 1
    }
    print(`damages  ${files.length} files, ${checked} damages, ${failures.length} failures`)
  } finally {
    await place.remove()
    await rm(stored, { recursive: true, force: true, maxRetries: 3 })
  }
  return { checked, failures }
}

/** How many records of each kind a book has. */
type Records = Readonly<Record<string, number>>

/** A book with two records of each kind that the data folder has. */
async function fillBook(place: Place): Promise<Records> {
  const app = await openApp(place)
  try {
    const { call, projectId } = app
    await app.app.services.retrieval.ensureIndexed(projectId)
    const chapters = await chaptersOf(app)
    for (const documentId of chapters.slice(1, 3)) await call('documents:delete', { projectId, documentId })
    for (const name of ['潮汐表', 'Harbour']) {
      const { path } = await call('creonow:file:create', { projectId, place: 'settings', name })
      await call('creonow:file:delete', { projectId, path })
      const round = app.app.services.edits.startRound(projectId, { kind: 'agent', label: name })
      await round.write(`.creonow/settings/${name} 2.md`, '雾。\n', null)
      await round.done()
    }
    for (const sentence of ['　　雾散了。\n', '　　The fog 𠮷 lifted.\n']) await save(app, sentence)
    const documentId = chapters[0] ?? ''
    for (const cursorPosition of [30, 60]) {
      const asked = { projectId, documentId, cursorPosition, skillId: 'continue', modelId: 'fake' }
      const { runId } = await call('ai:run', asked)
      await app.runs.end(runId)
    }
    await call('settings:key:set', { provider: 'own', key: 'torture-key-1' })
    await call('settings:update', { patch: { theme: 'dark' } })
    return await recordsOf(app)
  } finally {
    await app.dispose()
  }
}

async function faultsOf(place: Place, before: Records): Promise<readonly string[]> {
  let app: OpenedApp | undefined
  try {
    app = await openApp(place)
    const { call, projectId } = app
    await save(app, '　　潮水退了。\n')
    const [documentId = ''] = await chaptersOf(app)
    await call('context:assemble', { projectId, documentId, cursorPosition: 40, skillId: 'continue' })
    const query = { text: '雾', mode: 'literal', fold: true } as const
    const found = await call('book:search', { projectId, query, hitsPerChapter: 5 })
    const after = await recordsOf(app)
    return [
      ...(JSON.stringify(found).includes('雾') ? [] : ['nothing is found in the book']),
      ...Object.entries(before).flatMap(([kind, count]) =>
        (after[kind] ?? 0) >= count - 1 ? [] : [`${after[kind]} of ${count} ${kind} are listed`],
      ),
    ]
  } catch (error) {
    return [error instanceof Refused ? error.message : String(error)]
  } finally {
    await app?.dispose()
  }
}

async function chaptersOf({ call, projectId }: OpenedApp): Promise<readonly string[]> {
  const { documents } = await call('documents:list', { projectId })
  return documents.filter(({ kind }) => kind === 'chapter').map(({ documentId }) => documentId)
}

/** @throws Error when what is read afterwards is not what was saved. */
async function save(app: OpenedApp, sentence: string): Promise<void> {
  const { call, projectId } = app
  const [documentId = ''] = await chaptersOf(app)
  const { text, hash } = await call('documents:read', { projectId, documentId })
  const next = `${text}${sentence}`
  await call('documents:save', { projectId, documentId, text: next, baseHash: hash, before: 'ai' })
  if ((await call('documents:read', { projectId, documentId })).text !== next) throw new Error('not saved')
}

async function recordsOf(app: OpenedApp): Promise<Records> {
  const { call, projectId } = app
  const [documentId = ''] = await chaptersOf(app)
  return {
    chapters: (await chaptersOf(app)).length,
    'deleted chapters': (await call('documents:trash', { projectId })).items.length,
    'deleted files': (await call('creonow:file:list', { projectId, place: 'settings' })).removed.length,
    versions: (await call('history:list', { projectId, documentId })).versions.length,
    edits: (await app.app.services.edits.list(projectId)).length,
    receipts: (await call('context:receipt:list', { projectId })).receipts.length,
  }
}
