import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ChannelInput, ChannelName } from '../../../../main/src/contract/index.ts'
import { isAppError } from '../../../../main/src/lib/appError.ts'
import { startApp, type TestApp } from '../../../support/app.ts'
import { copyMarks } from '../../../support/copyNames.ts'
import { countedChecks } from '../../../support/countedChecks.ts'

let test: TestApp
beforeEach(async () => {
  test = await startApp()
  await clear()
})
afterEach(() => test.remove())

const call = <C extends ChannelName>(channel: C, input: object = {}) =>
  test.invoke(channel, { projectId: test.projectId, ...input } as ChannelInput<C>)
const folder = () => join(test.project, 'manuscript')
const put = (name: string, text = '　　雾锁着港口。\n') => writeFile(join(folder(), name), text)
const listed = async () => {
  const { documents } = await call('documents:list')
  return new Set(documents.filter(({ missing }) => !missing).map(({ path }) => path))
}

async function clear(): Promise<void> {
  await rm(folder(), { recursive: true, force: true })
  await rm(join(test.project, '.creonow/book.json'), { force: true })
  await mkdir(folder(), { recursive: true })
}

const upload = (text: string) => ({ fileName: '续.txt', base64: Buffer.from(text).toString('base64') })

/** The ways of giving a chapter a name. */
const ways = {
  create: (title: string) => call('documents:create', { title }),
  rename: async (title: string) => {
    const { documents } = await call('documents:list')
    const chapter = documents.at(-1)
    if (chapter) await call('documents:rename', { documentId: chapter.documentId, title })
  },
  split: async (title: string) => {
    const { documents } = await call('documents:list')
    const { documentId = '' } = documents.findLast(({ characters }) => characters > 12) ?? {}
    const { text } = await call('documents:read', { documentId })
    await call('documents:split', { documentId, offsetUtf16: text.length - 4, title })
  },
  import: (...titles: readonly string[]) => {
    const chapters = titles.map((title, at) => `第${at + 1}章 ${title}\n　　林远走了，雾还在。\n`)
    return call('documents:import', { upload: upload(chapters.join('')), append: true })
  },
  tool: async (title: string) => {
    const round = test.app.services.edits.startRound(test.projectId, { kind: 'agent', label: '写' })
    try {
      await round.write(`manuscript/${title}.md`, `# ${title}\n\n　　雾。\n`, null)
    } finally {
      await round.done()
    }
  },
} as const

/** False when the app refuses the name, with a code. */
async function accepts(naming: () => Promise<unknown>): Promise<boolean> {
  try {
    await naming()
    return true
  } catch (error) {
    const { message } = error as Error // nothing else is thrown by the app
    if (isAppError(error) || /^documents:[a-z]+: [A-Z_]+ /.test(message)) return false
    throw error
  }
}

const stems = ['身份', '决战', 'Fog', '第一章 起', '001-身份', '002-Fog', '终章 2']
const marks = ['', '', ' 1', '~', '#', '\u202E', ...Object.values(copyMarks).flat()]
const title = fc
  .tuple(fc.constantFrom('', '', '', '~$', '.', '#'), fc.constantFrom(...stems), fc.constantFrom(...marks))
  .map((parts) => parts.join(''))
/** The names from a file, and one of each other way. */
const imported = 76
const namings = fc.record({
  imported: fc.array(title, { minLength: imported, maxLength: imported }),
  others: fc.shuffledSubarray(['create', 'rename', 'split', 'tool'] as const, { minLength: 4 }),
  titles: fc.array(title, { minLength: 4, maxLength: 4 }),
})

describe('a name that the app accepts', () => {
  it('is never hidden afterwards, whoever gives it', async () => {
    const checked = countedChecks()
    await fc.assert(
      fc.asyncProperty(namings, async ({ imported, others, titles }) => {
        await clear()
        await put('身份.md')
        await put('002-Fog.md')
        const before = (await listed()).size
        let added = 0
        for (const [at, way] of others.entries()) {
          const isAccepted = await accepts(() => ways[way](titles[at] ?? ''))
          checked.when(isAccepted)
          if (isAccepted && way !== 'rename') added += 1
        }
        // A book whose last name has no number is not continued by an import.
        if (await accepts(() => ways.import(...imported))) added += imported.length
        const after = await listed()
        const onDisk = (await readdir(folder())).map((name) => `manuscript/${name}`)
        expect({ hidden: onDisk.filter((path) => !after.has(path)), count: after.size }).toEqual({
          hidden: [],
          count: before + added,
        })
      }),
      { numRuns: 25 },
    )
    checked.expectShare(0.4)
  })

  it('stays listed in a row that the author counts when the first of the row goes', async () => {
    for (const name of ['决战.md', '决战 1.md', '决战 2.md']) await put(name)
    expect((await listed()).size).toBe(3)
    await call('documents:delete', { documentId: 'manuscript/决战 1.md' })
    const left = ['manuscript/决战 2.md', 'manuscript/决战.md']
    expect([...(await listed())].sort()).toEqual(left)
    // No chapter of the book, and a copy by its name.
    await put('决战 3.md')
    expect([...(await listed())].sort()).toEqual(left)
  })

  it('may look like a copy of a sync program: the chapter is listed, numbered and exported', async () => {
    await call('documents:create', { title: '身份（冲突副本）' })
    await call('documents:create', { title: 'Fog (conflicted copy)' })
    expect([...(await listed())]).toEqual([
      'manuscript/001-身份（冲突副本）.md',
      'manuscript/002-Fog (conflicted copy).md',
    ])
  })
})

describe('a copy of a sync program', () => {
  it.each(Object.entries(copyMarks))(
    '%s: is set aside beside its original, and only there',
    async (_, list) => {
      await put('001-身份.md')
      for (const mark of list) await put(`001-身份${mark}.md`)
      for (const mark of list) await put(`007-决战${mark}.md`)
      const paths = await listed()
      const { notices } = await call('documents:list')
      const lonely = list.map((mark) => `manuscript/007-决战${mark}.md`)
      expect({ paths: [...paths].sort(), notices }).toEqual({
        paths: ['manuscript/001-身份.md', ...lonely].sort(),
        notices: [
          {
            code: 'COPIES_SET_ASIDE',
            params: { path: expect.stringMatching(/^manuscript\/001-身份./), count: list.length },
          },
        ],
      })
    },
  )

  it('is a warning of every prompt', async () => {
    await put('001-身份.md')
    await put('001-身份 (冲突副本).md')
    const request = { documentId: 'manuscript/001-身份.md', cursorPosition: 3, skillId: 'continue' }
    const { notices } = await call('context:assemble', { ...request, modelId: 'fake' })
    expect(notices).toContainEqual({
      code: 'COPIES_SET_ASIDE',
      params: { path: 'manuscript/001-身份 (冲突副本).md', count: 1 },
    })
  })

  it('has its number: the next chapter and the next import take another', async () => {
    await put('001-起.md')
    await put('002-身份.md')
    await put('002-身份 (冲突副本).md')
    await put('003-终.md')
    await put('003-终 (冲突副本).md')
    await call('documents:create', { title: '新' })
    await rm(join(folder(), '003-终.md'))
    await put('004-终.md')
    await put('009-终.md')
    await put('009-终（冲突副本）.md')
    await call('documents:import', {
      upload: upload('第一章 甲\n　　雾。\n第二章 乙\n　　雾。\n'),
      append: true,
    })
    const names = await readdir(folder())
    expect(names.filter((name) => /新|甲|乙/.test(name)).sort()).toEqual([
      '004-新.md',
      '010-第一章 甲.md',
      '011-第二章 乙.md',
    ])
  })
})
