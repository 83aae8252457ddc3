import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { silentLogger } from '../../../../main/src/lib/logger.ts'
import { createVersionedFiles } from '../../../../main/src/lib/versionedFile/versionedFiles.ts'
import {
  createMemoryService,
  type EpisodicProvider,
  type MemoryServiceOptions,
  type NewEpisode,
} from '../../../../main/src/services/memory/index.ts'
import { createRedactor } from '../../../../main/src/services/redaction/index.ts'
import { strangeTexts } from '../../../support/strangeText.ts'
import { projectFolder } from '../creonow/projectFolder.ts'

const path = '.creonow/memory/episodes.jsonl'
const chapters = ['manuscript/001.md', 'manuscript/002.md', 'manuscript/003.md']
const never = new AbortController().signal

async function memoryIn(options: Partial<MemoryServiceOptions> = {}) {
  const folder = await projectFolder()
  let ticks = 0
  const memory = createMemoryService({
    rootOf: () => folder.root,
    versioned: createVersionedFiles({ dataFolder: `${folder.base}/data`, logger: silentLogger }),
    documents: async () => chapters.map((documentId) => ({ documentId })),
    redactText: createRedactor().redactText,
    clock: { now: () => Date.UTC(2026, 10, 21) + ticks++, monotonic: () => 0 },
    logger: silentLogger,
    ...options,
  })
  const record = (part: Partial<NewEpisode> = {}) =>
    memory.recordEpisode('p', {
      documentId: 'manuscript/002.md',
      skillId: 'continue',
      instruction: '写得再冷一点',
      written: '雾又厚了一层，码头上的灯一盏接一盏地暗下去。',
      outcome: 'accepted',
      ...part,
    })
  const recall = (documentId: string, instruction = '再冷一点，别抒情', text = '') =>
    memory.recall('p', { documentId, query: { instruction, text } }, never)
  return { ...folder, memory, record, recall }
}

describe('the log of exchanges', () => {
  it('drops a torn last line, and the next one is on its own', async () => {
    const { memory, record, root, read } = await memoryIn()
    await record()
    await appendFile(join(root, path), '{"id":"torn","at":"2026')
    expect(await memory.episodes('p', { limit: 10 })).toHaveLength(1)
    await record({ instruction: '之后' })
    expect((await memory.episodes('p', { limit: 10 })).map(({ instruction }) => instruction)).toEqual([
      '之后',
      '写得再冷一点',
    ])
    expect((await read(path)).split('\n')).toHaveLength(4)
  })

  it('puts a correction in the place of what it corrects, and appends it to the file', async () => {
    const { memory, record, read } = await memoryIn()
    await record({ id: 'first', instruction: '甲' })
    await record({ instruction: '乙' })
    const before = await read(path)
    await record({ id: 'first', instruction: '甲', outcome: 'edited', text: '作者改过的' })
    const all = await memory.episodes('p', { limit: 10 })
    expect(all.map(({ instruction, outcome, text }) => [instruction, outcome, text])).toEqual([
      ['乙', 'accepted', undefined],
      ['甲', 'edited', '作者改过的'],
    ])
    expect((await read(path)).startsWith(before)).toBe(true)
  })

  it('skips foreign lines, and reads very many lines', async () => {
    const { memory, put, record } = await memoryIn()
    const line = (n: number) =>
      JSON.stringify({
        id: `e${n}`,
        at: '',
        skillId: 's',
        instruction: '雾'.repeat(300),
        excerpt: '',
        outcome: 'accepted',
      })
    const many = Array.from({ length: 6000 }, (_, n) => line(n)).join('\n')
    await put(path, `null\n[]\n{"id":1}\n\r\n${many}\n`)
    await record()
    const newest = await memory.episodes('p', { limit: 200 })
    expect(newest).toHaveLength(200)
    expect(newest[1]?.id).toBe('e5999')
    const older = await memory.episodes('p', { before: newest.at(-1)?.id, limit: 1 })
    expect(older.map(({ id }) => id)).toEqual(['e5800'])
  })

  it('writes no key to disk, not even half of one where the text is cut', async () => {
    const { record, read } = await memoryIn()
    const key = 'sk-ant-api03-THISSHOULDBEREDACTED0123456789abcdef'
    await record({
      instruction: `用 ${key}`,
      written: `${'雾'.repeat(490)} ${key}`,
      outcome: 'edited',
      text: `路径 /home/writer/秘密.txt，${key}`,
    })
    const stored = await read(path)
    expect(stored).not.toMatch(/REDACTED0123|sk-ant|\/home\/writer/)
    expect(stored).toContain('***REDACTED***')
  })

  it('returns strange text, cut between characters', async () => {
    const { memory, record } = await memoryIn()
    for (const { text } of strangeTexts) await record({ written: text, instruction: text.slice(0, 20) })
    await record({ written: `${'a'.repeat(499)}𠮷` })
    const all = await memory.episodes('p', { limit: 100 })
    expect(all).toHaveLength(strangeTexts.length + 1)
    for (const { excerpt, instruction } of all) {
      expect(excerpt.length).toBeLessThanOrEqual(500)
      expect((excerpt + instruction).isWellFormed()).toBe(true)
    }
    expect(all[0]?.excerpt).toBe('a'.repeat(499))
  })

  it('leaves the author their decision when the disk cannot be written', async () => {
    const { put, record } = await memoryIn()
    await put('.creonow/memory', '这里是一个文件')
    await expect(record()).resolves.toBe(false)
  })
})

describe('recall', () => {
  it('finds no exchange of a later chapter, or of none, in an earlier one', async () => {
    const { record, recall } = await memoryIn()
    for (const documentId of [...chapters, 'manuscript/已删除.md']) await record({ documentId })
    const { documentId: _none, ...without } = { documentId: '', skillId: 'chat', instruction: '写得再冷一点' }
    await record({ ...without, documentId: undefined as never })
    const found = async (from: string) => (await recall(from)).map(({ episode }) => episode.documentId)
    expect(await found('manuscript/001.md')).toEqual(['manuscript/001.md'])
    expect(await found('manuscript/002.md')).toEqual(['manuscript/002.md', 'manuscript/001.md'])
    expect(await found('manuscript/已删除.md')).toEqual([])
  })

  it('brings in at most three exchanges, and none unrelated to the request', async () => {
    const { record, recall } = await memoryIn()
    expect(await recall('manuscript/003.md')).toEqual([])
    for (let n = 0; n < 5; n++) await record()
    expect(await recall('manuscript/003.md', '让许三娘多说两句', '海图摊在桌上')).toEqual([])
    const found = await recall('manuscript/003.md')
    expect(found).toHaveLength(3)
    for (const { similarity } of found) expect(similarity).toBeCloseTo(0.6)
  })

  it('uses a provider with vectors, and its minimum applies', async () => {
    const provider: EpisodicProvider = {
      name: 'vectors',
      minimumSimilarity: 0.7,
      compare: async (_query, candidates) => candidates.map((_, n) => (n === 1 ? 0.71 : 0.69)),
    }
    const { record, recall } = await memoryIn({ provider })
    for (let n = 0; n < 3; n++) await record({ instruction: `第${n}` })
    expect((await recall('manuscript/002.md')).map(({ episode }) => episode.instruction)).toEqual(['第1'])
  })

  it('sends a provider with vectors no exchange of a later chapter, or of none', async () => {
    const compared: (string | undefined)[][] = []
    const provider: EpisodicProvider = {
      name: 'vectors',
      minimumSimilarity: 0.7,
      compare: async (_query, candidates) => {
        compared.push(candidates.map(({ documentId }) => documentId))
        return candidates.map(() => 0.9)
      },
    }
    const { record, recall } = await memoryIn({ provider })
    for (const documentId of [...chapters, 'manuscript/099.md']) await record({ documentId })
    const recalled = (await recall('manuscript/002.md')).map(({ episode }) => episode.documentId)
    expect({ compared, recalled }).toEqual({
      compared: [['manuscript/001.md', 'manuscript/002.md']],
      recalled: ['manuscript/002.md', 'manuscript/001.md'],
    })
  })
})

describe('the proposal of habits', () => {
  const edited = (written: string, text: string) => ({ written, text, outcome: 'edited' as const })

  it('includes a habit of three edits, and none of two', async () => {
    const { memory, record } = await memoryIn()
    await record(edited('快走！雾来了。', '快走。雾来了。'))
    await record(edited('小心！', '小心。'))
    expect(await memory.list('p')).toEqual([])
    await record(edited('灯灭了！真黑。', '灯灭了。真黑。'))
    expect((await memory.list('p')).map(({ id: _id, updatedAt: _at, ...rest }) => rest)).toEqual([
      {
        text: '少用感叹号',
        kind: 'style',
        status: 'proposed',
        confidence: 0.5,
        evidenceCount: 3,
        source: 'observed',
      },
    ])
    expect(await memory.confirmed('p')).toEqual([])
  })

  it('takes marks that were cut with half of the text, or often stay, for no habit', async () => {
    const { memory, record } = await memoryIn()
    for (let n = 0; n < 2; n++) await record({ written: '算了……' })
    for (let n = 0; n < 3; n++) await record(edited('快走！雾来了，谁也看不见谁。', '雾。'))
    for (let n = 0; n < 3; n++) await record(edited('等等……他没有说完。', '等等。他没有说完。'))
    expect(await memory.list('p')).toEqual([])
  })

  it('invents nothing without a model', async () => {
    const { memory, record } = await memoryIn()
    for (let n = 0; n < 5; n++) await record()
    expect(await memory.distil('p', never)).toEqual({ proposed: [], model: false })
  })

  it('lists nothing of a model that adds prose, repeats what was rejected or cites nothing', async () => {
    const prompts: string[] = []
    const answers = [
      '好的，我来看看。',
      '[{"text":"少用比喻","kind":"style","evidence":[1,2]},{"text":"对话短","kind":"人物","evidence":[1,2,3,99]},' +
        '{"text":"没有根据","kind":"style","evidence":[1]},{"text":"也没有","evidence":[77,78]},"乱写",null]',
    ]
    const { memory, record } = await memoryIn({
      distiller: () => ({
        instruction: '找出偏好',
        generate: async ({ systemPrompt, userContent }) => {
          prompts.push(systemPrompt + userContent)
          return answers.shift() ?? ''
        },
      }),
    })
    const { id } = await memory.save('p', { text: '少用比喻' })
    await memory.decide('p', id, false)
    for (let n = 0; n < 3; n++) await record({ instruction: `短一些 ${n}` })
    expect(await memory.distil('p', never)).toEqual({ proposed: [], model: true })
    const { proposed } = await memory.distil('p', never)
    expect(
      proposed.map(({ text, kind, evidenceCount, status }) => [text, kind, evidenceCount, status]),
    ).toEqual([['对话短', 'other', 3, 'proposed']])
    expect(prompts[0]).toContain('找出偏好')
    expect(prompts[0]).toContain('- 少用比喻')
    expect(prompts[0]).toContain('#3 采纳')
  })
})
