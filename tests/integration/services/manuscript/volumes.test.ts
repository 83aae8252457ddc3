import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { ChannelInput, ChannelName } from '../../../../main/src/contract/index.ts'
import { withFault } from '../../../../scripts/torture/faults/inject.ts'
import { startApp, type TestApp } from '../../../support/app.ts'
import { idOf } from '../../../support/chapterId.ts'

const [one, two, three, four] = [
  'manuscript/001-第一回 结义.md',
  'manuscript/002-第二回 怒鞭.md',
  'manuscript/003-第三回 议温明.md',
  'manuscript/004-无题.md',
] as const
/** With byte order mark, CRLF, U+3000 and surrogate pairs; the last one without a heading. */
const book: Readonly<Record<string, string>> = {
  [one]: '\uFEFF\r\n\u3000\u3000第一卷　桃园\r\n\r\n第一回 结义\r\n\r\n\u3000\u3000𠮷人结义。\r\n',
  [two]: '\uFEFF\r\n\r\n第二回 怒鞭\r\n\u3000\u3000鞭督邮。\r\n',
  [three]: '# 第二卷 许都\n\n# 第三回 议温明\n\n“可。”\n',
  [four]: '\u3000\u3000没有标题的一章。\r',
}

let test: TestApp
beforeEach(async () => {
  test = await startApp({}, async ({ project }) => {
    await rm(join(project, 'manuscript'), { recursive: true })
    await mkdir(join(project, 'manuscript'))
    for (const [path, text] of Object.entries(book)) await writeFile(join(project, path), text)
  })
})
afterEach(() => test.remove())

const call = <C extends ChannelName>(channel: C, input: object = {}) =>
  test.invoke(channel, { projectId: test.projectId, ...input } as ChannelInput<C>)
const errorOf = async (channel: ChannelName, input: object) => {
  const session = test.app.createSession({ id: 'other', mayInspect: () => false })
  await test.app.router.dispatch(session, 'projects:open', { rootPath: test.project })
  const answer = await test.app.router.dispatch(session, channel, { projectId: test.projectId, ...input })
  if (answer.ok) return 'ok'
  const { why } = (answer.error.details ?? {}) as { why?: string }
  return [answer.error.code, why].filter((part) => part !== undefined).join(' ')
}
async function files(): Promise<Record<string, string>> {
  const names = (await readdir(join(test.project, 'manuscript'))).sort()
  const read = async (name: string) => [
    `manuscript/${name}`,
    await readFile(join(test.project, 'manuscript', name), 'utf8'),
  ]
  return Object.fromEntries(await Promise.all(names.map(read)))
}
/** Each chapter's volume and title; without those of the sample that its project.json names. */
const listed = async () =>
  (await call('documents:list')).documents
    .filter(({ missing }) => !missing)
    .map(({ title, volume }) => `${volume?.title ?? ''}|${title}`)

it('a volume is made, renamed and taken away at a chapter, and each is undone to the byte', async () => {
  expect(await listed()).toEqual([
    ...['第一卷　桃园|第一回 结义', '第一卷　桃园|第二回 怒鞭'],
    ...['第二卷 许都|第三回 议温明', '第二卷 许都|无题'],
  ])
  const steps: readonly (readonly [ChannelName, object, string, string])[] = [
    [
      'volumes:create',
      { documentId: two, title: '南阳' },
      two,
      '\uFEFF第二卷 南阳\r\n\r\n\r\n\r\n第二回 怒鞭\r\n',
    ],
    ['volumes:create', { documentId: four, title: '' }, four, '第三卷\r\r# 无题\r\r\u3000\u3000没有标题'],
    [
      'volumes:rename',
      { documentId: one, title: '桃园结义' },
      one,
      '\uFEFF\r\n\u3000\u3000第一卷 桃园结义\r\n\r\n第一回',
    ],
    ['volumes:rename', { documentId: three, title: '第九卷 官渡' }, three, '# 第九卷 官渡\n\n# 第三回'],
    ['volumes:delete', { documentId: one }, one, '\uFEFF\r\n第一回 结义\r\n'],
    ['volumes:delete', { documentId: three }, three, '# 第三回 议温明\n'],
  ]
  for (const [channel, input, documentId, start] of steps) {
    const before = (await call('documents:read', { documentId })).hash
    expect(await call(channel, input)).toEqual({ documentId: idOf(documentId), stepId: expect.any(String) })
    expect({ ...(await files()), [documentId]: '' }).toEqual({ ...book, [documentId]: '' })
    expect((await files())[documentId]?.startsWith(start)).toBe(true)
    const [version] = (await call('history:list', { documentId })).versions
    expect([version?.cause, version?.hash]).toEqual(['volume', before])
    expect(await call('documents:undo', { documentId })).toEqual({ documentId: idOf(documentId) })
    expect(await files()).toEqual(book)
  }
})

it('a chapter of the volume gets its line when the chapter that carries it moves or goes, in the same step', async () => {
  await call('retrieval:synopses:save', { documentId: two, text: '张飞鞭督邮。' })
  const moved = await call('documents:move', { documentId: one, after: three })
  expect(moved.volume).toEqual({ title: '第一卷　桃园', to: idOf(two) })
  expect(await listed()).toEqual([
    ...['第一卷　桃园|第二回 怒鞭', '第二卷 许都|第三回 议温明'],
    ...['第二卷 许都|第一回 结义', '第二卷 许都|无题'],
  ])
  expect((await files())[two]).toBe(`\uFEFF\u3000\u3000第一卷　桃园\r\n\r\n${book[two]?.slice(1)}`)
  const { synopses } = await call('retrieval:synopses:list')
  expect(synopses.map(({ documentId, stale }) => [documentId, stale])).toEqual([[idOf(two), false]])
  expect(await call('documents:undo', { documentId: moved.documentId })).toEqual({ documentId: idOf(one) })
  expect(await files()).toEqual(book)

  const { trashId, volume } = await call('documents:delete', { documentId: three })
  expect(volume).toEqual({ title: '第二卷 许都', to: idOf(four) })
  expect((await files())[four]).toBe(`# 第二卷 许都\r\r# 无题\r\r${book[four]}`)
  expect(await call('documents:restore', { trashId })).toEqual({ documentId: idOf(three) })
  expect(await files()).toEqual(book)
})

it('a volume of one chapter moves with it between volumes, and ends where it would take others in', async () => {
  await call('volumes:delete', { documentId: three })
  await call('volumes:create', { documentId: four, title: '官渡' })
  const start = await files()
  const whole = await call('documents:move', { documentId: four })
  expect([whole.volume, (await listed())[0]]).toEqual([undefined, '第二卷 官渡|无题'])
  await call('documents:undo', { documentId: whole.documentId })
  const amid = await call('documents:move', { documentId: four, after: one })
  expect(amid.volume).toEqual({ title: '第二卷 官渡' })
  expect((await listed()).slice(0, 2)).toEqual(['第一卷　桃园|第一回 结义', '第一卷　桃园|无题'])
  await call('documents:undo', { documentId: amid.documentId })
  const gone = await call('documents:delete', { documentId: four })
  expect(gone.volume).toEqual({ title: '第二卷 官渡' })
  await call('documents:restore', { trashId: gone.trashId })
  expect(await files()).toEqual(start)
})

it('chapters of one volume that are deleted one after another come back in any order, under one volume', async () => {
  const first = await call('documents:delete', { documentId: one })
  const second = await call('documents:delete', { documentId: two })
  expect(second.volume).toEqual({ title: '第一卷　桃园' })
  await call('documents:restore', { trashId: first.trashId })
  await call('documents:restore', { trashId: second.trashId })
  expect((await listed()).slice(0, 2)).toEqual(['第一卷　桃园|第一回 结义', '第一卷　桃园|第二回 怒鞭'])
  expect((await files())[one]).toBe(book[one])
})

it('a delete that the disk refuses, or that a crash cuts short, leaves the line with its chapter alone', async () => {
  const deleting = () => errorOf('documents:delete', { documentId: three })
  const fault = { step: 'unlink', code: 'EACCES', folder: join(test.project, 'manuscript') } as const
  const { result, failed } = await withFault(fault, deleting)
  expect([result, failed > 0]).toEqual(['READ_ONLY', true])
  expect(await files()).toEqual(book)
  const { trashId } = await call('documents:delete', { documentId: three })
  // As it stands when the process is gone before the file went.
  await writeFile(join(test.project, three), book[three] ?? '')
  await call('documents:move', { documentId: two, after: one })
  expect([await files(), await call('documents:trash')]).toEqual([book, { items: [] }])
  expect(await errorOf('documents:restore', { trashId })).toBe('NOT_FOUND trash')
})

it('a volume that a crash has left between its two chapters is in one of them after the next opening', async () => {
  const start = book[two]?.slice(1) ?? ''
  const step = {
    version: 1,
    id: '1700000000000-0123abcd',
    root: test.project,
    state: 'started',
    documentId: one,
    renames: {},
    starts: [
      { documentId: one, from: '\r\n\u3000\u3000第一卷　桃园\r\n\r\n', to: '\r\n' },
      { documentId: two, from: '', to: '第一卷　桃园\r\n\r\n' },
    ],
  }
  const path = join(test.dataFolder, 'projects', test.projectId, 'undo', `${step.id}.json`)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, JSON.stringify(step))
  await writeFile(join(test.project, one), (book[one] ?? '').replace('\u3000\u3000第一卷　桃园\r\n\r\n', ''))
  await test.invoke('projects:open', { rootPath: test.project })
  expect((await listed()).slice(0, 2)).toEqual(['|第一回 结义', '第一卷　桃园|第二回 怒鞭'])
  await test.invoke('projects:open', { rootPath: test.project })
  expect((await files())[two]).toBe(`\uFEFF第一卷　桃园\r\n\r\n${start}`)
})

it('a step that is undone by its name takes back nothing that somebody else did after it', async () => {
  const { stepId } = await call('volumes:create', { documentId: two, title: '南阳' })
  await call('volumes:rename', { documentId: two, title: '宛城' })
  const start = await files()
  expect(await errorOf('documents:undo', { documentId: two, stepId })).toBe('CONFLICT undo')
  expect(await errorOf('documents:undo', { documentId: one, stepId })).toBe('NOT_FOUND undo')
  expect(await files()).toEqual(start)
  // Once the other one has taken its own back, so can this one.
  await call('documents:undo', { documentId: two })
  expect(await call('documents:undo', { documentId: two, stepId })).toEqual({ documentId: idOf(two) })
  expect(await files()).toEqual(book)
})

it('a change that changes nothing is no step, so that no earlier one is undone in its place', async () => {
  const { title = '' } = (await call('documents:list')).documents[0]?.volume ?? {}
  expect(await call('volumes:rename', { documentId: one, title })).toEqual({ documentId: idOf(one) })
  expect(await call('documents:rename', { documentId: one, title: '第一回 结义' })).toEqual({
    documentId: idOf(one),
  })
})

it('an impossible change is refused with its reason, and an undo does not overwrite words written since', async () => {
  await writeFile(join(test.project, 'manuscript/000-卷首.md'), '题记\n')
  await writeFile(join(test.project, four), Buffer.from([0xff, 0xfe, 0x41]))
  const front = 'manuscript/000-卷首.md'
  const start = await files()
  expect([
    await errorOf('volumes:create', { documentId: one, title: '第一卷 又' }),
    await errorOf('volumes:create', { documentId: front, title: '第一卷 又' }),
    await errorOf('volumes:create', { documentId: two, title: '他走了。她没走。' }),
    await errorOf('volumes:create', { documentId: 'manuscript/x.md', title: '第一卷' }),
    await errorOf('volumes:rename', { documentId: two, title: '第一卷 又' }),
    await errorOf('volumes:delete', { documentId: two }),
    await errorOf('volumes:create', { documentId: '../外.md', title: '第一卷' }),
    // The next chapter of the volume is not UTF-8.
    await errorOf('documents:delete', { documentId: three }),
    await errorOf('documents:move', { documentId: three }),
  ]).toEqual([
    'INVALID_ARGUMENT volumeThere',
    'INVALID_ARGUMENT frontVolume',
    'INVALID_ARGUMENT volumeTitle',
    'NOT_FOUND chapter',
    'NOT_FOUND volume',
    'NOT_FOUND volume',
    'PATH_OUTSIDE_PROJECT',
    'INVALID_ARGUMENT volumeStart',
    'INVALID_ARGUMENT volumeStart',
  ])
  expect(await files()).toEqual(start)
  await call('volumes:delete', { documentId: one })
  await writeFile(join(test.project, one), '第一卷 新写的\n\n第一回 结义\n')
  expect(await errorOf('documents:undo', { documentId: one })).toBe('CONFLICT undo')
  expect((await files())[one]).toBe('第一卷 新写的\n\n第一回 结义\n')
})
