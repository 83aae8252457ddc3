import { cp, mkdir, readdir, readFile, realpath, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join, win32 } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ChannelName } from '../../main/src/contract/index.ts'
import { isInside, toProjectPath } from '../../main/src/lib/containedPath.ts'
import { sha256Hex } from '../../main/src/lib/hash.ts'
import { startApp, type TestApp } from '../support/app.ts'

const secret = '墙外的秘密\n'
let test: TestApp
let outside: string

async function start(): Promise<void> {
  test = await startApp()
  outside = join(await realpath(dirname(test.project)), '外面')
  await mkdir(join(outside, 'settings'), { recursive: true })
  for (const name of ['secret.md', 'settings/secret.md', 'secret.json'])
    await writeFile(join(outside, name), name.endsWith('.json') ? JSON.stringify(conversation('x')) : secret)
}

async function end(): Promise<void> {
  // Nothing outside may have been written, whatever a test tried.
  expect(await readFile(join(outside, 'secret.md'), 'utf8')).toBe(secret)
  expect((await readdir(outside)).sort()).toEqual(['secret.json', 'secret.md', 'settings'])
  await test.remove()
}

const at = (path: string) => join(test.project, path)
const conversation = (id: string) => ({
  version: 1 as const,
  id,
  title: '',
  createdAt: '2026-11-21T08:00:00.000Z',
  updatedAt: '2026-11-21T08:00:00.000Z',
  events: [],
})

/** Every channel that takes the name of a file, with the folder its names are read in. */
const channels: readonly {
  readonly name: ChannelName
  readonly folder: string
  readonly extension: string
  readonly input: (name: string, folder: string) => object
}[] = [
  {
    name: 'documents:read',
    folder: 'manuscript/',
    extension: '.md',
    input: (name, folder) => ({ documentId: folder + name }),
  },
  {
    name: 'documents:save',
    folder: 'manuscript/',
    extension: '.md',
    input: (name, folder) => ({ documentId: folder + name, text: '漏', baseHash: sha256Hex(secret) }),
  },
  {
    name: 'documents:rename',
    folder: 'manuscript/',
    extension: '.md',
    input: (name, folder) => ({ documentId: folder + name, title: '漏' }),
  },
  {
    name: 'documents:move',
    folder: 'manuscript/',
    extension: '.md',
    input: (name, folder) => ({ documentId: folder + name }),
  },
  {
    name: 'documents:undo',
    folder: 'manuscript/',
    extension: '.md',
    input: (name, folder) => ({ documentId: folder + name }),
  },
  {
    name: 'documents:delete',
    folder: 'manuscript/',
    extension: '.md',
    input: (name, folder) => ({ documentId: folder + name }),
  },
  {
    name: 'documents:create',
    folder: 'manuscript/',
    extension: '.md',
    input: (name, folder) => ({ title: '漏', after: folder + name }),
  },
  {
    name: 'retrieval:synopses:save',
    folder: 'manuscript/',
    extension: '.md',
    input: (name, folder) => ({ documentId: folder + name, text: '漏' }),
  },
  {
    name: 'retrieval:search',
    folder: 'manuscript/',
    extension: '.md',
    input: (name, folder) => ({ queries: ['漏'], k: 1, before: folder + name }),
  },
  {
    name: 'redaction:matches',
    folder: '.creonow/settings/',
    extension: '.md',
    input: (name, folder) => ({ sourceRef: folder + name }),
  },
  {
    name: 'context:assemble',
    folder: 'manuscript/',
    extension: '.md',
    input: (name, folder) => ({ documentId: folder + name, cursorPosition: 0, skillId: 'continue' }),
  },
  {
    name: 'context:inspect',
    folder: 'manuscript/',
    extension: '.md',
    input: (name, folder) => ({ documentId: folder + name, cursorPosition: 0, skillId: 'continue' }),
  },
  {
    name: 'context:creonow:settings:read',
    folder: '.creonow/settings/',
    extension: '.md',
    input: (name, folder) => ({ path: folder + name }),
  },
  {
    name: 'context:creonow:conversations:read',
    folder: '.creonow/conversations/',
    extension: '',
    input: (name) => ({ id: name }),
  },
  {
    name: 'context:creonow:conversations:save',
    folder: '.creonow/conversations/',
    extension: '',
    input: (name) => ({ conversation: conversation(name) }),
  },
  {
    name: 'context:creonow:conversations:analysis:update',
    folder: '.creonow/conversations/',
    extension: '',
    input: (name) => ({ id: name, analysis: { summary: '漏', topics: [] } }),
  },
]

const codeOf = (name: ChannelName, input: object) =>
  test.codeOf(name, { projectId: test.projectId, ...input } as never)

describe.each(channels)('$name', ({ name, folder, extension, input }) => {
  beforeAll(start)
  afterAll(end)

  const ask = (file: string) => codeOf(name, input(file + extension, folder))
  const askWhole = (path: string) => codeOf(name, input(path, ''))

  it('refuses a name that leads out of the project or contains NUL', async () => {
    const codes = await Promise.all(
      ['../../外面/secret', '../secret', 'a/../../../外面/secret', '..\\..\\外面\\secret', 'a\0'].map(ask),
    )
    expect(new Set(codes)).toEqual(new Set(['PATH_OUTSIDE_PROJECT']))
  })

  it('refuses an absolute path, a drive letter and a network share', async () => {
    const paths = [
      join(outside, 'secret.md'),
      '/etc/passwd',
      'C:\\Users\\writer\\secret.md',
      'C:/Users/writer/secret.md',
      'c:secret.md',
      '\\\\server\\share\\secret.md',
      '//server/share/secret.md',
      '\\\\?\\C:\\secret.md',
      '\\secret.md',
    ]
    expect(new Set(await Promise.all(paths.map(askWhole)))).toEqual(new Set(['PATH_OUTSIDE_PROJECT']))
  })

  it('follows no link: to a file, to a folder, or to nothing', async () => {
    const file = extension === '' ? '.json' : extension
    const removeLinks = () =>
      Promise.all([`链${file}`, `断${file}`, '夹'].map((name) => rm(at(folder + name), { force: true })))
    await mkdir(at(folder), { recursive: true })
    // A run that did not come to its end has left them.
    await removeLinks()
    await symlink(join(outside, `secret${file}`), at(`${folder}链${file}`))
    await symlink(join(outside, `没有${file}`), at(`${folder}断${file}`))
    expect([await ask('链'), await ask('断')]).toEqual(['PATH_OUTSIDE_PROJECT', 'PATH_OUTSIDE_PROJECT'])
    await symlink(outside, at(`${folder}夹`))
    // A conversation is a file of one folder; the others name files below it.
    expect(await ask('夹/secret')).toBe(extension === '' ? 'PATH_INVALID' : 'PATH_OUTSIDE_PROJECT')
    await rename(at(folder), at('原来的'))
    await symlink(outside, at(folder.replace(/\/$/, '')))
    expect(await ask('secret')).toBe('PATH_OUTSIDE_PROJECT')
    await rm(at(folder.replace(/\/$/, '')))
    await rename(at('原来的'), at(folder))
    await removeLinks()
  })

  it('reads nothing outside while a folder is exchanged for a link between check and use', async () => {
    const file = extension === '' ? '.json' : extension
    const place = at(folder.replace(/\/$/, ''))
    await mkdir(place, { recursive: true })
    await writeFile(
      join(place, `secret${file}`),
      file === '.json' ? JSON.stringify(conversation('secret')) : '自己的\n',
    )
    let stop = false
    const swapping = (async () => {
      while (!stop) {
        await rename(place, at('kept'))
        await symlink(outside, place)
        await rm(place)
        // A write may have made the folder anew meanwhile.
        await rename(at('kept'), place).catch(async () => {
          await rm(place, { recursive: true, force: true })
          await rename(at('kept'), place)
        })
      }
    })()
    const session = test.app.createSession({ id: 'swap', mayInspect: () => true })
    session.openProjects.add(test.projectId)
    const seen: string[] = []
    for (let round = 0; round < 40; round++) {
      const question = { projectId: test.projectId, ...input(`secret${extension}`, folder) }
      seen.push(JSON.stringify(await test.app.router.dispatch(session, name, question)))
    }
    stop = true
    await swapping
    expect(seen.filter((answer) => answer.includes(secret.trim()))).toEqual([])
  })
})

it('a search is refused once the manuscript folder is a link out of the project, although the index has the chapter', async () => {
  await start()
  const { documents } = await test.invoke('documents:list', { projectId: test.projectId })
  const before = documents.at(-1)?.documentId
  const question = { queries: ['灯塔'], k: 1, before }
  expect(await codeOf('retrieval:search', question)).toBe('ok')
  await rename(at('manuscript'), at('原来的'))
  await symlink(outside, at('manuscript'))
  expect(await codeOf('retrieval:search', question)).toBe('PATH_OUTSIDE_PROJECT')
  await rm(at('manuscript'))
  await rename(at('原来的'), at('manuscript'))
  expect(await codeOf('retrieval:search', question)).toBe('ok')
  await end()
})

it('nothing is read or written below a .creonow that is itself a link out of the project', async () => {
  await start()
  const elsewhere = join(outside, 'settings')
  const copy = join(dirname(outside), '挪走的')
  await rename(at('.creonow'), copy)
  await cp(copy, elsewhere, { recursive: true })
  await symlink(elsewhere, at('.creonow'))
  const before = await listing(elsewhere)
  const { projectId } = test
  const layers = await test.invoke('context:budget:get', { projectId })
  const inputs: Partial<Record<ChannelName, object>> = {
    'context:creonow:settings:read': { path: '.creonow/settings/世界观.md' },
    'context:creonow:conversations:read': { id: 'c1' },
    'context:creonow:conversations:save': { conversation: conversation('c1') },
    'context:creonow:conversations:analysis:update': { id: 'c1', analysis: { summary: '', topics: [] } },
    'constraints:create': { text: '漏', kind: 'plot' },
    'constraints:set': { items: ['漏'] },
    'constraints:delete': { id: 'x' },
    'constraints:update': { id: 'x', patch: { text: '漏' } },
    'context:budget:update': layers,
  }
  const below = test.app.router.channels.filter(
    (name) =>
      /^(?:context:creonow|constraints|context:budget):/.test(name) && !/:stop$|budget:get$/.test(name),
  )
  const codes: Record<string, string> = {}
  for (const name of below) codes[name] = await codeOf(name as ChannelName, inputs[name as ChannelName] ?? {}) // names of the router
  expect(new Set(Object.values(codes))).toEqual(new Set(['PATH_OUTSIDE_PROJECT']))
  const { documents } = await test.invoke('documents:list', { projectId })
  const request = { documentId: documents.at(-1)?.documentId, cursorPosition: 10, skillId: 'continue' }
  expect(await codeOf('context:assemble', request)).toBe('PATH_OUTSIDE_PROJECT')
  await test.app.services.context.dispose()
  expect(await listing(elsewhere)).toEqual(before)
  await end()
})

const listing = async (folder: string) => (await readdir(folder, { recursive: true })).sort()

it('paths of Windows are judged by the rules of Windows', () => {
  const root = 'C:\\书\\雾港'
  expect(
    [
      'C:\\书\\雾港\\.creonow\\a.md',
      'C:\\书\\雾港2\\a.md',
      'D:\\书\\雾港\\a.md',
      '\\\\server\\share\\a.md',
      'C:\\书\\雾港\\..\\a.md',
      'c:\\书\\雾港\\a.md',
    ].map((path) => isInside(root, path, win32)),
  ).toEqual([true, false, false, false, false, true])
  expect(toProjectPath(root, 'C:\\书\\雾港\\.creonow\\settings\\世界观.md', win32)).toBe(
    '.creonow/settings/世界观.md',
  )
})
