import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { zipSync } from 'fflate'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { charxCard, pngCard } from '../../support/cards.ts'
import { creonowHere } from '../../support/commandHere.ts'
import { creonow, type Ended, type Workplace, workplace } from '../../support/commandLine.ts'
import { zipOf } from '../../support/officeFiles.ts'

let place: Workplace
beforeEach(async () => {
  place = await workplace()
})
afterEach(() => place.remove())

interface Book {
  readonly entries: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

let start: (args: readonly string[], dataFolder: string) => Promise<Ended> = creonow
const codex = (...args: string[]) => start(['codex', ...args, '--json'], place.dataFolder)

/** A project without a codex of its own. */
async function emptyProject(name: string): Promise<string> {
  const project = join(place.folder, name)
  await mkdir(join(project, 'manuscript'), { recursive: true })
  await writeFile(join(project, 'manuscript', '001-雾.md'), '# 第一章　雾\n\n林远来了。\n')
  return project
}

async function importInto(project: string, fileName: string, content: string | Buffer) {
  const file = join(place.folder, fileName)
  await writeFile(file, content)
  return codex('import', file, '--project', project)
}

async function exportFrom(project: string): Promise<Book> {
  const out = join(place.folder, 'out.json')
  const ended = await codex('export', '--project', project, '--format', 'worldinfo', '--out', out)
  expect([ended.code, ended.stderr]).toEqual([0, ''])
  return JSON.parse(await readFile(out, 'utf8'))
}

const keysOf = ({ entries }: Book) => Object.values(entries).map(({ key }) => key)
const filesOf = async (project: string) =>
  (await readdir(join(project, '.creonow'), { recursive: true }).catch(() => [])).filter((name) =>
    /\.(md|json)$/.test(name),
  )

const book = {
  entries: {
    '7': {
      uid: 7,
      key: ['林远', '小林'],
      comment: '林远',
      content: '抄图员。\r\n左手缺一指。𠮷',
      order: 30,
      x_own: { 深: [1] },
    },
    '9': {
      uid: 9,
      key: ['/雾.*港/i'],
      comment: '雾港',
      content: '@@depth 4\n常年有雾。',
      constant: true,
      sticky: 3,
    },
    '11': { uid: 11, key: ['账本'], comment: '账本', content: '藏在灯塔里。', disable: true, group: '证物' },
  },
  originalData: { name: '雾港设定', 作者: ['甲'] },
}

describe('with creonow codex in a process of its own,', () => {
  beforeEach(() => {
    start = creonow
  })

  it('World Info comes back field by field after import → export → import → export', async () => {
    const [first, second] = [await emptyProject('甲'), await emptyProject('乙')]
    const imported = await importInto(first, '世界书.json', JSON.stringify(book))
    expect([imported.code, imported.json()]).toMatchObject([0, { entries: 3 }])
    const once = await exportFrom(first)
    // What SillyTavern keeps of the file it was made from would win there over what was changed here.
    const { originalData: _left, ...kept } = book
    expect(once).toMatchObject(kept)
    expect((await importInto(second, '再来.json', JSON.stringify(once))).json()).toMatchObject({ entries: 3 })
    expect(await exportFrom(second)).toEqual(once)
  })
})

describe('with creonow codex,', () => {
  beforeEach(() => {
    start = creonowHere
  })

  it('a V2 picture and a V3 CHARX bring character and lorebook, and what has no equivalent is listed', async () => {
    const character_book = {
      entries: [
        {
          keys: ['许三娘', '三娘'],
          content: '客栈老板。',
          extensions: { own: 1 },
          enabled: true,
          insertion_order: 5,
        },
      ],
    }
    const data = {
      name: '林远',
      description: '抄图员。',
      first_mes: '你好',
      extensions: { 某程序: { 深: true } },
      character_book,
    }
    const cards: [string, Buffer][] = [
      ['林远.png', pngCard({ spec: 'chara_card_v2', spec_version: '2.0', data })],
      [
        '林远.charx',
        charxCard({
          spec: 'chara_card_v3',
          spec_version: '3.0',
          data: { ...data, group_only_greetings: [] },
        }),
      ],
      [
        '新.png',
        pngCard({ spec: 'chara_card_v3', spec_version: '3.0', data: { ...data, nickname: '阿远' } }, 'ccv3'),
      ],
    ]
    for (const [name, bytes] of cards) {
      const project = await emptyProject(name.replace('.', '-'))
      const ended = await importInto(project, name, bytes)
      const { entries, loss } = ended.json<{ entries: number; loss: { field: string }[] }>()
      expect([name, ended.code, entries]).toEqual([name, 0, 2])
      expect(loss.map(({ field }) => field)).toContain('first_mes')
      const exported = await exportFrom(project)
      expect(keysOf(exported)).toEqual([
        ['林远', ...(name === '新.png' ? ['阿远'] : [])],
        ['许三娘', '三娘'],
      ])
      expect(JSON.stringify(exported)).toContain('某程序')
    }
  })

  it.each<[string, string, () => string | Buffer, string]>([
    [
      'a zip bomb',
      'a.charx',
      () => Buffer.from(zipSync({ 'card.json': new Uint8Array(40_000_000).fill(32) })),
      'FILE_TOO_LARGE',
    ],
    [
      'a zip that climbs out of its folder',
      'a.charx',
      () => zipOf({ 'card.json': '{}', '../../evil.md': '坏' }),
      'IMPORT_BROKEN',
    ],
    [
      '100,000 entries',
      'a.json',
      () => JSON.stringify({ entries: Array.from({ length: 100_000 }, (_, uid) => ({ uid, comment: 'x' })) }),
      'FILE_TOO_LARGE',
    ],
    ['endless nesting', 'a.json', () => `{"entries":${'['.repeat(1_000_000)}`, 'IMPORT_BROKEN'],
  ])(
    '%s ends with the exit code of a bad file and a coded error on stdout, and not one file is written',
    async (_, name, content, code) => {
      const project = await emptyProject('空')
      const ended = await importInto(project, name, content())
      expect([ended.code, ended.json()]).toMatchObject([
        6,
        { ok: false, error: { code, message: expect.stringMatching(/[。！]$/) } },
      ])
      expect(ended.stdout + ended.stderr).not.toContain(place.folder)
      expect(await filesOf(project)).toEqual(['book.json', 'project.json'])
      expect(await readdir(place.folder)).not.toContain('evil.md')
    },
  )

  it('__proto__, names that climb and regular expressions that never end do no harm', async () => {
    const project = await emptyProject('空')
    const hostile = `{"entries":{"0":{"__proto__":{"polluted":1},"comment":"../../../外面","key":["/(a+)+$/","林远"],"content":"${'a'.repeat(200)}!"},
      "1":{"comment":"CON","content":"x","constructor":{"prototype":{"polluted":1}}}}}`
    const ended = await importInto(project, 'a.json', hostile)
    expect([ended.code, ended.json()]).toMatchObject([0, { entries: 2 }])
    expect((await filesOf(project)).filter((name) => name.includes('lore'))).toHaveLength(2)
    expect((await readdir(place.folder)).toSorted()).toEqual(['a.json', 'data', '书', '空'])
    const found = await creonow(
      ['mentions', '--project', project, '--json'],
      place.dataFolder,
      `${'a'.repeat(30)}!林远`,
    )
    expect([found.code, found.stdout.includes('林远')]).toEqual([0, true])
    expect(JSON.stringify(await exportFrom(project))).not.toMatch(/polluted/)
  })

  it('a missing file, a folder, and a place that cannot be written end with the exit code of their kind and a sentence', async () => {
    const project = await emptyProject('空')
    const refused: [string[], string, number][] = [
      [['import', join(place.folder, '没有.json'), '--project', project], 'NOT_FOUND', 3],
      [['import', project, '--project', project], 'NOT_FOUND', 3],
      [['export', '--project', project, '--out', join(place.folder, '没有', 'a.json')], 'NOT_FOUND', 3],
      [['export', '--project', project, '--format', 'xml', '--out', 'a.json'], 'INVALID_ARGUMENT', 2],
    ]
    for (const [args, code, exit] of refused) {
      const ended = await codex(...args)
      expect([ended.code, ended.json()]).toMatchObject([exit, { ok: false, error: { code } }])
    }
  })
})
