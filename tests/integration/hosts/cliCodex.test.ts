import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { App } from '../../../main/src/app.ts'
import { type CodexEntry, codex as channels } from '../../../main/src/contract/codex.ts'
import type { ChannelInput } from '../../../main/src/contract/index.ts'
import { projects } from '../../../main/src/contract/projects.ts'
import { codex } from '../../../main/src/hosts/cli/codex.ts'
import { parseCommandLine } from '../../../main/src/hosts/cli/commandLine.ts'
import { createRouter } from '../../../main/src/ipc/router.ts'
import { createSession } from '../../../main/src/ipc/session.ts'
import { silentLogger } from '../../../main/src/lib/logger.ts'
import { createExchange } from '../../../main/src/services/codex/exchange/index.ts'
import { toWordFile } from '../../../main/src/services/manuscript/export/wordFile.ts'
import { readDocx } from '../../../main/src/services/manuscript/import/docx.ts'
import { entryOf } from '../../fixtures/codex/entries.ts'
import { pngCard } from '../../support/cards.ts'

let folder: string
let stored: CodexEntry[]
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'creonow-codex-'))
  stored = []
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** The command over the real router and exchange; the entries lie in memory. */
async function run(...args: string[]) {
  const exchange = createExchange({
    chapterTitles: async () => new Map(),
    language: async () => 'zh' as const,
    wordFile: toWordFile,
    entries: { all: async () => stored, saveAll: async (_, entries) => void stored.push(...entries) },
  })
  const session = createSession({ id: 'cli', mayInspect: () => false, emit: () => undefined })
  session.openProjects.add('p')
  const router = createRouter({
    contract: { 'projects:open': projects['projects:open'], ...channels },
    handlers: {
      'projects:open': async ({ rootPath }: { rootPath: string }) => ({
        projectId: 'p',
        name: '书',
        rootPath,
      }),
      'codex:import': ({ upload }: { upload: { fileName: string; base64: string } }) =>
        exchange.import('p', upload),
      'codex:export': ({ format }: ChannelInput<'codex:export'>) => exchange.export('p', format),
    },
    projectExists: () => true,
    opening: new Set(),
    redact: (text) => text,
    logger: silentLogger,
  })
  const output = new PassThrough()
  await codex({
    line: parseCommandLine(['codex', ...args, '--project', folder]),
    language: 'zh',
    app: { router } as App, // the command uses nothing else of it
    session,
    input: new PassThrough(),
    output,
    printProgress: () => undefined,
    signal: new AbortController().signal,
  })
  return String(output.read())
}

test('a card comes in, World Info goes out, and the loss report is printed as JSON', async () => {
  const file = join(folder, '林远.png')
  const card = { spec: 'chara_card_v2', data: { name: '林远', description: '抄图员。', first_mes: '你好' } }
  await writeFile(file, pngCard(card))
  const imported = JSON.parse(await run('import', file, '--json'))
  const out = join(folder, '设定.json')
  const exported = JSON.parse(await run('export', '--format', 'worldinfo', '--out', out, '--json'))
  const { entries } = JSON.parse(await readFile(out, 'utf8'))
  expect([imported, exported, entries[0].comment, (await readdir(folder)).sort()]).toEqual([
    {
      entries: 1,
      loss: [
        {
          ...{ entry: '', field: '', reason: '图片本身没有导入，只导入了里面的文字。' },
          english: 'The picture itself was not imported, only the text in it.',
        },
        {
          ...{ entry: '林远', field: 'first_mes', reason: expect.stringContaining('开场白') },
          english: expect.stringContaining('greeting'),
        },
      ],
    },
    { entries: 1, loss: [] },
    '林远',
    ['林远.png', '设定.json'],
  ])
})

test('the format of an export is that of its file’s name, unless one is stated', async () => {
  stored = [entryOf({ id: 'lin', name: '林远', aliases: ['阿远'], body: '抄图员。' })]
  const written = async (name: string, ...args: string[]) => {
    const out = join(folder, name)
    expect(await run('export', '--out', out, ...args)).toBe('导出了 1 个条目，0 处没有对应\n')
    const bytes = await readFile(out)
    return name.endsWith('.docx') ? (await readDocx(bytes)).text : bytes.toString().slice(0, 9)
  }
  expect([
    await written('a.docx'),
    await written('a.md'),
    await written('a.csv'),
    await written('a.json'),
    await written('a.txt', '--format', 'words'),
    await written('b.md', '--format', 'worldinfo'),
  ]).toEqual([
    '# 人物\n\n## 林远\n\n别名：阿远\n\n抄图员。\n',
    '# 设定集\n\n##',
    '\uFEFF名称,种类,别名',
    '{\n  "entr',
    '林远\n阿远\n',
    '{\n  "entr',
  ])
})

test('without --json the losses are lines for people', async () => {
  const file = join(folder, '设定.json')
  await writeFile(file, JSON.stringify({ entries: [{ comment: '雾', group: '天气' }] }))
  expect(await run('import', file)).toBe(
    '导入了 1 个条目，1 处没有对应\n  雾　group　分组没有对应，不起作用。\n',
  )
})

test('a missing file, another format, no --out and no action are refused, and no file appears', async () => {
  const out = join(folder, 'a.json')
  const refused: [string[], string][] = [
    [['import', join(folder, '没有.json')], 'NOT_FOUND'],
    [['import'], 'INVALID_ARGUMENT'],
    [['export'], 'INVALID_ARGUMENT'],
    [['export', '--format', 'xml', '--out', out], 'INVALID_ARGUMENT'],
    [['export', '--out', join(folder, '没有', 'a.json')], 'NOT_FOUND'],
    [[], 'INVALID_ARGUMENT'],
  ]
  for (const [args, code] of refused) await expect(run(...args)).rejects.toMatchObject({ code })
  expect(await readdir(folder)).toEqual([])
})
