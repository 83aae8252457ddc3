import { createHash } from 'node:crypto'
import { appendFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Tiktoken } from 'js-tiktoken/lite'
import o200kBase from 'js-tiktoken/ranks/o200k_base'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { assembleResult } from '../../../main/src/contract/context.ts'
import { exitCodeOf } from '../../../main/src/hosts/cli/exitCodes.ts'
import { creonowHere } from '../../support/commandHere.ts'
import { creonow, type Ended, type Workplace, workplace } from '../../support/commandLine.ts'

const reference = new Tiktoken(o200kBase)
let place: Workplace
let chapterTen: string

beforeAll(async () => {
  place = await workplace()
  const names = await readdir(join(place.project, 'manuscript'))
  chapterTen = `manuscript/${names.find((name) => name.startsWith('010'))}`
})
afterAll(() => place.remove())

const requestArgs = (command: string, ...more: string[]) => [
  command,
  ...['--project', place.project, '--document', chapterTen, '--cursor', '1500'],
  ...more,
]
const here = (...args: string[]) => creonowHere(args, place.dataFolder)
const request = (command: string, ...more: string[]) => here(...requestArgs(command, ...more))
const requestInProcess = (command: string, ...more: string[]) =>
  creonow(requestArgs(command, ...more), place.dataFolder)

const hashTree = async (folder: string) => {
  const hash = createHash('sha256')
  for (const entry of (await readdir(folder, { recursive: true, withFileTypes: true })).toSorted((a, b) =>
    a.parentPath + a.name < b.parentPath + b.name ? -1 : 1,
  )) {
    if (entry.isFile() && !entry.parentPath.includes('cache'))
      hash.update(entry.name).update(await readFile(join(entry.parentPath, entry.name)))
  }
  return hash.digest('hex')
}

describe('creonow assemble', () => {
  it('prints the documented result: four layers, the words before the cursor, an exact count', async () => {
    const ended = await requestInProcess('assemble', '--skill', 'continue', '--json')
    const result = assembleResult.parse(ended.json())
    const text = await readFile(join(place.project, chapterTen), 'utf8')
    expect([ended.code, result.warnings]).toEqual([0, []])
    expect(result.prompt).toBe(result.systemPrompt + result.userContent)
    expect(result.prompt).toContain(text.slice(1400, 1500))
    expect(result.tokenCount).toBe(reference.encode(result.prompt, [], []).length)
    expect(result.tokenCount).toBeLessThanOrEqual(result.budget.maxInputTokens)
    expect(Object.entries(result.layers).filter(([, { tokens }]) => tokens === 0)).toEqual([])
    expect(result.prompt).toMatch(
      /<<<规则>>>[\s\S]+\[创作约束 - 不可违反\]\n1\. [\s\S]+<<<设定>>>[\s\S]+<<<召回>>>[\s\S]+<<<即时>>>/,
    )
    expect(result.layers.retrieved.chunks).toBeGreaterThan(1)
  })

  it('keeps the prefix in another process and notices a changed setting', async () => {
    const first = (await requestInProcess('assemble', '--json')).json()
    const second = (await requestInProcess('assemble', '--json')).json()
    await appendFile(join(place.project, '.creonow/settings/世界观.md'), '\n潮汐表由公所每年印发。\n')
    const third = (await requestInProcess('assemble', '--json')).json()
    expect([second.stablePrefixHash, second.stablePrefixUnchanged]).toEqual([first.stablePrefixHash, true])
    expect(third.stablePrefixHash).not.toBe(first.stablePrefixHash)
    expect(third.stablePrefixUnchanged).toBe(false)
  })

  it('leaves a constraint out of the chapters behind its scope', async () => {
    const inFive = (await readdir(join(place.project, 'manuscript'))).find((name) => name.startsWith('004'))
    const document = ['--document', `manuscript/${inFive}`, '--cursor', '50']
    const early = await here('assemble', '--project', place.project, ...document, '--json')
    const { items } = JSON.parse(
      await readFile(join(place.project, '.creonow/rules/constraints.json'), 'utf8'),
    )
    const scoped = items.find((item: { scope?: object }) => item.scope)
    expect(early.json<{ prompt: string }>().prompt).toContain(scoped.text)
    expect((await request('assemble', '--json')).json<{ prompt: string }>().prompt).not.toContain(scoped.text)
  })
})

describe('the command with explain, inspect and run', () => {
  it('explains in a table that a person can read', async () => {
    const { stdout, code } = await request('explain', '--window', '6000', '--reserve', '1000')
    expect(code).toBe(0)
    for (const word of ['规则', '设定', '召回', '即时', '裁剪与未放入', '预算不足', '稳定前缀'])
      expect(stdout).toContain(word)
    // A book may have hundreds of constraints; they share their file, and one line.
    expect(stdout.match(/constraints\.json/g)?.length).toBe(1)
    expect(stdout).toMatch(/constraints\.json　\d+ 条/)
  })

  it('explains an earlier request by its receipt, with the text gone from memory', async () => {
    const { receiptId } = (await request('assemble', '--json')).json<{ receiptId: string }>()
    const explained = await here('explain', '--project', place.project, '--receipt', receiptId, '--json')
    const { chunks } = explained.json<{ chunks: { source: string; state: string; text: string | null }[] }>()
    expect(chunks.find(({ source }) => source === '.creonow/rules/style.md')).toMatchObject({
      state: 'same',
      text: expect.stringContaining('句'),
    })
  })

  it('inspects without memory of earlier requests when asked to', async () => {
    await request('assemble', '--json')
    type Seen = { stablePrefixUnchanged: boolean; delta: { kind: string } }
    const { stablePrefixUnchanged, delta } = (await request('inspect', '--stateless', '--json')).json<Seen>()
    expect([stablePrefixUnchanged, delta.kind]).toEqual([false, 'full'])
    expect((await request('inspect', '--json')).json<Seen>().stablePrefixUnchanged).toBe(true)
  })

  it('lists every chunk with its text for inspection', async () => {
    const { chunks } = (await request('inspect', '--json')).json<{
      chunks: { layer: string; text: string }[]
    }>()
    expect([...new Set(chunks.map(({ layer }) => layer))]).toEqual([
      'rules',
      'settings',
      'retrieved',
      'immediate',
    ])
  })

  it('runs the fake model: the same request gives the same text, event by event', async () => {
    const events = async () =>
      (await request('run', '--model', 'fake', '--json')).stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
    const [first, second] = [await events(), await events()]
    const types = first.map(({ type }) => type).filter((type) => type !== 'warning')
    expect(types.filter((type, i) => type !== types[i - 1])).toEqual([
      'started',
      'context',
      'text',
      'usage',
      'done',
    ])
    expect(first.at(-1).text).toBe(second.at(-1).text)
    expect(
      first
        .filter(({ type }) => type === 'text')
        .map(({ delta }) => delta)
        .join(''),
    ).toBe(first.at(-1).text)
  })
})

describe('the command with count and rpc', () => {
  it('counts stdin like the reference tokenizer, special tokens as plain text', async () => {
    const texts = ['', '林远把信折好。', '<|endoftext|>', '  \r\n\u3000甲', '👨‍👩‍👧‍👦']
    const ended = await creonow(['count', '--json'], place.dataFolder, JSON.stringify(texts))
    expect(ended.json()).toEqual({ counts: texts.map((text) => reference.encode(text, [], []).length) })
  })

  it('answers every line of rpc, also one that is no request, and guards inspection and other projects', async () => {
    const lines = [
      { id: 1, channel: 'projects:list', input: {} },
      { id: 2, channel: 'nope:nope' },
      { id: 3, channel: 'documents:list', input: { projectId: 'not-there' } },
    ]
    const ended = await creonow(
      ['rpc', '--project', place.project],
      place.dataFolder,
      `${lines.map((line) => JSON.stringify(line)).join('\n')}\n{broken\n`,
    )
    const answers = ended.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    const codes = Object.fromEntries(answers.map(({ id, ok, error }) => [String(id), ok ? 'ok' : error.code]))
    expect(codes).toEqual({ 1: 'ok', 2: 'UNKNOWN_CHANNEL', 3: 'NOT_FOUND', null: 'INVALID_ARGUMENT' })
  })

  it('does not end a line of rpc at a line separator inside a text, in a request or an answer', async () => {
    const text = `一\u2028二\u2029三\u0085四${'𠮷'.repeat(100_000)}`
    const request = { channel: 'constraints:create', input: { projectId: 'sample-wugang', kind: 'plot' } }
    const lines = [
      { ...request, id: 1, input: { ...request.input, text: text.slice(0, 101) } },
      { ...request, id: 2, input: { ...request.input, text } },
    ]
    const ended = await creonow(
      ['rpc', '--project', place.project],
      place.dataFolder,
      `${lines.map((line) => JSON.stringify(line)).join('\r\n')}`,
    )
    // As Node's readline and other readers split lines.
    const answers = ended.stdout
      .split(/\r?\n|\u2028|\u2029/)
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line))
    const byId = new Map(answers.map((answer) => [answer.id, answer.data?.text ?? answer.error?.code]))
    expect([byId.get(1), byId.get(2)]).toEqual([text.slice(0, 101), 'CONSTRAINT_VALIDATION_ERROR'])
  })
})

describe('the command answers with one sentence and a code, and loses nothing, for', () => {
  const refused = async (ended: Promise<Ended>) => {
    const { code, json, stderr } = await ended
    const { ok, error } = json<{ ok: boolean; error: { code: string; message: string } }>()
    expect([code, ok, stderr.split('\n').filter((line) => line.includes(error.code)).length]).toEqual([
      exitCodeOf(error.code),
      false,
      1,
    ])
    expect(error.message).toMatch(/[。”]$/)
    expect(error.message).not.toMatch(/\/tmp\/|at .*\.ts/)
    return error.code
  }
  const asked = (document: string, ...more: string[]) => [
    'assemble',
    ...['--project', place.project, '--document', document, '--json'],
    ...more,
  ]
  const at = (document: string, ...more: string[]) => here(...asked(document, ...more))

  it('a cursor of −1, of 1.5, of nothing', async () => {
    for (const cursor of ['-1', '1.5', 'x'])
      expect(await refused(at(chapterTen, '--cursor', cursor))).toBe('INVALID_ARGUMENT')
  })

  it('a project, a document, a skill, a command that is not there', async () => {
    const nowhere = join(place.folder, 'nowhere')
    const there = ['assemble', '--project', nowhere, '--document', chapterTen, '--cursor', '0', '--json']
    expect(await refused(here(...there))).toBe('NOT_FOUND')
    await mkdir(nowhere)
    expect(await refused(here(...there))).toBe('NOT_FOUND')
    expect(await readdir(nowhere)).toEqual([])
    expect(await refused(at('manuscript/没有.md', '--cursor', '0'))).toBe('NOT_FOUND')
    expect(await refused(at(chapterTen, '--cursor', '0', '--skill', '魔法'))).toBe('NOT_FOUND')
    expect(await refused(at('manuscript/../../x.md', '--cursor', '0'))).toBe('PATH_OUTSIDE_PROJECT')
  })

  it('a document that is not UTF-8', async () => {
    const bytes = Buffer.from([0xb5, 0xda, 0xd2, 0xbb, 0xd5, 0xc2])
    await writeFile(join(place.project, 'manuscript/012-旧稿.md'), bytes)
    const ended = creonow(asked('manuscript/012-旧稿.md', '--cursor', '0'), place.dataFolder)
    expect(await refused(ended)).toBe('DOCUMENT_ENCODING')
    expect(await readFile(join(place.project, 'manuscript/012-旧稿.md'))).toEqual(bytes)
  })

  it('a corrupt constraints file, which stays as it is while the run goes on and names the place', async () => {
    const path = join(place.project, '.creonow/rules/constraints.json')
    const sound = await readFile(path, 'utf8')
    await writeFile(path, sound.replace('"items"', 'items'))
    const result = (await request('assemble', '--json')).json<{ warnings: string[]; trim: object[] }>()
    expect(result.warnings).toEqual([expect.stringMatching(/^CONSTRAINT_FILE_BROKEN: .*第 ?\d+ ?行/)])
    expect(result.trim).toContainEqual({
      layer: 'rules',
      sourceRef: '.creonow/rules/constraints.json',
      action: 'dropped',
      reason: 'invalid_format',
      beforeChars: 0,
      afterChars: 0,
    })
    expect(await readFile(path, 'utf8')).toBe(sound.replace('"items"', 'items'))
    await writeFile(path, sound)
  })

  it('a stale documentHash, and a project folder that no request has changed', async () => {
    const { projectId } = (await readFile(join(place.project, '.creonow/project.json'), 'utf8')
      .then(JSON.parse)
      .then(({ id }) => ({ projectId: id }))) as { projectId: string }
    const before = await hashTree(place.project)
    const input = {
      projectId,
      documentId: chapterTen,
      cursorPosition: 10,
      skillId: 'continue',
      documentHash: '0'.repeat(64),
    }
    const ended = await creonow(
      ['rpc', '--project', place.project],
      place.dataFolder,
      `${JSON.stringify({ id: 1, channel: 'context:assemble', input })}\n${JSON.stringify({ id: 2, channel: 'context:inspect', input: { ...input, documentHash: undefined } })}\n`,
    )
    const codes = ended.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).error.code)
    expect(codes.toSorted()).toEqual(['CONFLICT', 'CONTEXT_INSPECT_FORBIDDEN'])
    expect(await hashTree(place.project)).toBe(before)
  })

  it('an import over a manuscript, and of a file that is no text', async () => {
    const novel = join(place.folder, '新书.txt')
    await writeFile(novel, '第一章 起\n正文。\n第二章 承\n正文。\n')
    const into = join(place.folder, '新')
    const notText = join(place.project, '.creonow/project.json')
    expect([
      await refused(here('import', novel, '--into', place.project, '--json')),
      await refused(here('import', join(place.folder, '没有.txt'), '--into', into, '--json')),
      await refused(here('import', notText, '--into', into, '--json')),
    ]).toEqual(['CONFLICT', 'NOT_FOUND', 'IMPORT_UNSUPPORTED'])
    const imported = await here('import', novel, '--into', into, '--name', '新书', '--json')
    expect(imported.json()).toMatchObject({
      encoding: 'utf-8',
      documents: [{ title: '第一章 起' }, { title: '第二章 承' }],
      doubts: [],
    })
  })
})
