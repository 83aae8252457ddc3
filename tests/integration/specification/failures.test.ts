import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { creonow, type Workplace, workplace } from '../../support/commandLine.ts'
import { constraintsFile, prose, writeNovel } from '../../support/novel.ts'
import { type Answer, type RpcProcess, startPlantedRpc } from '../../support/rpcProcess.ts'
import { strangeTexts } from '../../support/strangeText.ts'

let place: Workplace
const chapter = `# 第十章\n${prose(3000)}`
const selected = `${prose(50_000, '选区').slice(0, 50_000)}`
const strange = [
  ...strangeTexts.map(({ name, text }) => ({ name, text: text.replace(/^\uFEFF/, '') })),
  { name: 'BOM', text: '第一行。\n' },
  { name: '100,000 characters without punctuation', text: '雾'.repeat(100_000) },
]

beforeAll(async () => {
  place = await workplace()
  await writeNovel(place.project, {
    '.creonow/rules/constraints.json': constraintsFile(['严格第一人称叙述']),
    'manuscript/001.md': `# 第一章\n${prose(900, '旧港')}`,
    'manuscript/010.md': chapter,
    'manuscript/050.md': selected,
    ...Object.fromEntries(
      strange.map(({ name, text }, i) => [
        `manuscript/1${String(i).padStart(2, '0')}.md`,
        name === 'BOM' ? `\uFEFF${text}` : text,
      ]),
    ),
  })
})
afterAll(() => place.remove())

const base = {
  projectId: 'novel-under-test',
  documentId: 'manuscript/010.md',
  cursorPosition: 1500,
  skillId: 'continue',
  stateless: true,
}
const line = (id: string, part: object, channel = 'context:assemble') => ({
  id,
  channel,
  input: { ...base, ...part },
})

/** Sends the requests to a `creonow rpc` of their own and gives back the answers by id. */
async function askAlone(...lines: readonly (object | string)[]): Promise<Map<string, Answer>> {
  const input = lines.map((one) => `${typeof one === 'string' ? one : JSON.stringify(one)}\n`).join('')
  const { stdout } = await creonow(['rpc', '--project', place.project], place.dataFolder, input)
  return new Map(
    stdout
      .trim()
      .split('\n')
      .map((text) => JSON.parse(text))
      .map((answer) => [String(answer.id), answer]),
  )
}

const codesOf = (answers: Map<string, Answer>) =>
  Object.fromEntries([...answers].map(([id, { ok, error }]) => [id, ok ? 'ok' : error?.code]))
const warningsOf = (answer: Answer) => (answer.data as unknown as { warnings: string[] }).warnings

describe('a request through rpc', () => {
  let rpc: RpcProcess
  beforeAll(async () => {
    rpc = await startPlantedRpc(place.dataFolder, place.project, [])
  })
  afterAll(() => rpc.end())

  /** Sends the requests to the one that all tests share. */
  async function ask(...lines: readonly ReturnType<typeof line>[]): Promise<Map<string, Answer>> {
    rpc.send(...lines)
    return new Map(await Promise.all(lines.map(async ({ id }) => [id, await rpc.answer(id)] as const)))
  }

  it('is answered with its own code for each fault', async () => {
    const { stateless: _stateless, ...inspected } = base
    const answers = await askAlone(
      line('unknown project', { projectId: 'nobody' }),
      line('unknown document', { documentId: 'manuscript/没有.md' }),
      line('unknown skill', { skillId: '魔法' }),
      line('outside', { documentId: 'manuscript/../../x.md' }),
      line('negative cursor', { cursorPosition: -1 }),
      line('fractional cursor', { cursorPosition: 1.5 }),
      line('no cursor', { cursorPosition: null }),
      line('unknown field', { colour: 'red' }),
      line('selection outside', { selection: { from: 0, to: 1e6 } }),
      line('stale hash', { documentHash: '0'.repeat(64) }),
      line('too much to say', { additionalInput: 'x'.repeat(1_000_001) }),
      { id: 'not a channel', channel: 'context:everything', input: {} },
      { id: 'inspect', channel: 'context:inspect', input: inspected },
      {
        id: 'budget',
        channel: 'context:budget:update',
        input: { projectId: base.projectId, version: 99, layers: layersWith(0.15) },
      },
      {
        id: 'ratio',
        channel: 'context:budget:update',
        input: { projectId: base.projectId, version: 1, layers: layersWith(0.9) },
      },
      {
        id: 'minimum',
        channel: 'context:budget:update',
        input: { projectId: base.projectId, version: 1, layers: layersWith(0.15, -1) },
      },
      // JSON has no Infinity, but a number can be too large to be finite.
      endless('endless ratio', 1),
      endless('endless minimum', 2),
    )
    expect(codesOf(answers)).toEqual({
      'unknown project': 'NOT_FOUND',
      'unknown document': 'NOT_FOUND',
      'unknown skill': 'NOT_FOUND',
      outside: 'PATH_OUTSIDE_PROJECT',
      'negative cursor': 'INVALID_ARGUMENT',
      'fractional cursor': 'INVALID_ARGUMENT',
      'no cursor': 'INVALID_ARGUMENT',
      'unknown field': 'INVALID_ARGUMENT',
      'selection outside': 'INVALID_ARGUMENT',
      'stale hash': 'CONFLICT',
      'too much to say': 'INVALID_ARGUMENT',
      'not a channel': 'UNKNOWN_CHANNEL',
      inspect: 'CONTEXT_INSPECT_FORBIDDEN',
      budget: 'CONTEXT_BUDGET_CONFLICT',
      ratio: 'CONTEXT_BUDGET_INVALID_RATIO',
      minimum: 'CONTEXT_BUDGET_INVALID_MINIMUM',
      'endless ratio': 'CONTEXT_BUDGET_INVALID_RATIO',
      'endless minimum': 'CONTEXT_BUDGET_INVALID_MINIMUM',
    })
    for (const { error } of answers.values()) expect(error?.message).toMatch(/[。”]$/)
  })

  it('is refused with a what-if budget that could not be stored either', async () => {
    const budgets = { sum: layersWith(0.9), negative: layersWith(-0.15), low: layersWith(0.15, 0.5) }
    const answers = await ask(
      ...Object.entries(budgets).map(([id, budget]) =>
        line(id, { overrides: { budget } }, 'context:inspect'),
      ),
    )
    expect(codesOf(answers)).toEqual({
      sum: 'CONTEXT_BUDGET_INVALID_RATIO',
      negative: 'CONTEXT_BUDGET_INVALID_RATIO',
      low: 'CONTEXT_BUDGET_INVALID_MINIMUM',
    })
  })

  it('is refused when it is over capacity or cannot fit, with layers and sources', async () => {
    const answers = await ask(
      line('capacity', {
        additionalInput: prose(150_000, '要求'),
        limits: { window: 200_000, outputReserve: 4096 },
      }),
      line('window', { limits: { window: 256, outputReserve: 0 } }),
      line('selection', {
        documentId: 'manuscript/050.md',
        cursorPosition: 50_000,
        selection: { from: 0, to: 50_000 },
        skillId: 'polish',
        limits: { window: 16_384 },
      }),
    )
    expect(codesOf(answers)).toEqual({
      capacity: 'CONTEXT_INPUT_TOO_LARGE',
      window: 'CONTEXT_INPUT_TOO_LARGE',
      selection: 'CONTEXT_INPUT_TOO_LARGE',
    })
    const details = (id: string) =>
      answers.get(id)?.error?.details as unknown as {
        why: string
        layers: Record<string, number>
        sources: { source: string; tokens: number }[]
      }
    expect(details('capacity')).toMatchObject({
      why: 'capacity',
      layers: { immediate: expect.any(Number), rules: expect.any(Number) },
    })
    expect(details('capacity').sources[0]).toEqual({
      source: 'request:additionalInput',
      tokens: expect.any(Number),
    })
    expect(details('selection').sources[0]?.source).toBe('manuscript/050.md#0-50000')
    // Two constraints of eight characters are not to blame for a window that the template fills.
    expect(details('window').why).toBe('floors')
    expect(answers.get('capacity')?.error?.message).toMatch(/请缩小选区/)
  })

  it('may select a whole chapter of 50,000 characters where the window has room for it', async () => {
    const answers = await ask(
      line('whole', {
        documentId: 'manuscript/050.md',
        cursorPosition: 50_000,
        selection: { from: 0, to: 50_000 },
        skillId: 'polish',
        limits: { window: 100_000, outputReserve: 30_000 },
      }),
    )
    expect(JSON.stringify(answers.get('whole')?.data?.userContent)).toContain(
      JSON.stringify(selected).slice(1, -1),
    )
  })

  it('assembles strange text at its start, middle and end, counted exactly and within the window', async () => {
    const cursors = (text: string) => [0, Math.floor(text.length / 2), text.length, text.length + 1e9]
    const files = (await readdir(join(place.project, 'manuscript'))).filter((name) => name.startsWith('1'))
    expect(files.length).toBe(strange.length)
    const answers = await ask(
      ...strange.flatMap(({ text }, i) =>
        cursors(text).map((cursorPosition, at) =>
          line(`${i}-${at}`, {
            documentId: `manuscript/1${String(i).padStart(2, '0')}.md`,
            cursorPosition,
            limits: { window: 9000, outputReserve: 1000 },
          }),
        ),
      ),
    )
    const refused = [...answers].filter(([, { ok }]) => !ok)
    // Half a surrogate pair cannot stand in a UTF-8 file: written, it has become U+FFFD.
    expect(refused).toEqual([])
    for (const [id, answer] of answers) {
      const clamped = id.endsWith('-3')
      expect([id, warningsOf(answer)]).toEqual([
        id,
        clamped ? ['CURSOR_CLAMPED: 光标位置超出了文件，已移到末尾。'] : [],
      ])
    }
  })

  it('does not find a chapter that was deleted between panel and run, and writes nothing', async () => {
    const path = join(place.project, 'manuscript/900.md')
    await writeFile(path, '# 终章\n雾散了。')
    expect(codesOf(await ask(line('there', { documentId: 'manuscript/900.md' })))).toEqual({ there: 'ok' })
    await rm(path)
    const names = await readdir(place.project, { recursive: true })
    expect(codesOf(await ask(line('gone', { documentId: 'manuscript/900.md', stateless: false })))).toEqual({
      gone: 'NOT_FOUND',
    })
    expect(await readdir(place.project, { recursive: true })).toEqual(names)
  })
})

/** A request to change the budget with 1e999 in it, as it stands on the wire. */
const endless = (id: string, number: 1 | 2) => {
  const layers = number === 1 ? layersWith(1234) : layersWith(0.15, 1234)
  const input = { projectId: base.projectId, version: 1, layers }
  return JSON.stringify({ id, channel: 'context:budget:update', input }).replace('1234', '1e999')
}

const layersWith = (rules: number, minimumTokens = 500) => ({
  rules: { ratio: rules, minimumTokens },
  settings: { ratio: 0.1, minimumTokens: 200 },
  retrieved: { ratio: 0.25, minimumTokens: 0 },
  immediate: { ratio: 0.5, minimumTokens: 2000 },
})

describe('an assembly of planted sources', () => {
  const one = async (sources: readonly string[], part: object = {}) => {
    const rpc = await startPlantedRpc(place.dataFolder, place.project, sources)
    rpc.send(line('a', part))
    const answer = await rpc.answer('a')
    const { stderr } = await rpc.end()
    return { answer, stderr }
  }

  it('goes on without sources that throw, hang or lie, each with its own warning', async () => {
    const { answer } = await one([
      'kg-throws',
      'memory-hangs',
      'rag-lies',
      'settings-throws',
      'immediate-hangs',
    ])
    expect(warningsOf(answer).toSorted()).toEqual(
      [
        'KG_UNAVAILABLE: 知识图谱数据未注入',
        'MEMORY_UNAVAILABLE: 这次没有用上写作偏好。',
        'RAG_UNAVAILABLE: 这次没有找前文，其余照常。',
        'SETTINGS_UNAVAILABLE: 这次没有读到设定文件。',
        'IMMEDIATE_UNAVAILABLE: 这次没有读到上一章的结尾。',
      ].toSorted(),
    )
    expect(JSON.stringify(answer.data)).toContain('严格第一人称叙述')
  })

  it('takes the sound chunks of a source whose warnings and rows are nonsense', async () => {
    const { answer } = await one(['rag-boasts'])
    expect([answer.ok, warningsOf(answer)]).toEqual([true, []])
    expect(JSON.stringify(answer.data)).toContain('植入的一段。')
  })

  it('rejects malformed chunks with evidence and a warning, the rest goes on', async () => {
    const { answer } = await one(['rag-malformed'])
    const { trim } = answer.data as unknown as {
      trim: { sourceRef: string; reason: string; action: string }[]
    }
    expect(
      trim
        .filter(({ sourceRef }) => sourceRef.startsWith('planted'))
        .map((row) => [row.sourceRef, row.reason]),
    ).toEqual([
      ['planted:sound', 'within_budget'],
      ['planted:negative', 'invalid_format'],
      ['planted:infinite', 'invalid_format'],
      ['planted:nobody', 'invalid_format'],
    ])
    expect(new Set(warningsOf(answer).map((text) => text.split(':')[0]))).toEqual(
      new Set(['CONTEXT_INVALID_CHUNK']),
    )
  })

  it('fails when a chunk belongs to another project, with a security line and no text in the log', async () => {
    const { answer, stderr } = await one(['rag-foreign'])
    expect(answer.error?.code).toBe('CONTEXT_SCOPE_VIOLATION')
    expect(stderr).toMatch(/"security":true.*"foreign":"another-project"/)
    expect(stderr).not.toContain('植入的一段')
  })

  it('keeps the best 200 of more retrieved chunks and says so', async () => {
    const { answer } = await one(['rag-many'])
    const { layers, trim } = answer.data as unknown as {
      layers: { retrieved: { chunks: number } }
      trim: { sourceRef: string; reason: string }[]
    }
    const left = trim.filter(({ reason }) => reason === 'not_selected').map(({ sourceRef }) => sourceRef)
    expect(warningsOf(answer).map((text) => text.split(':')[0])).toEqual(['CONTEXT_RETRIEVED_CHUNK_LIMIT'])
    expect(layers.retrieved.chunks).toBe(200)
    expect(left.filter((source) => source.startsWith('planted:')).length).toBeGreaterThanOrEqual(60)
    expect(left).toContain('planted:0')
    expect(left).not.toContain('planted:259')
  })
})
