import { describe, expect, it, onTestFinished } from 'vitest'
import { createLogger, silentLogger } from '../../../../main/src/lib/logger.ts'
import { createVersionedFiles } from '../../../../main/src/lib/versionedFile/versionedFiles.ts'
import { createMemoryService, type MemoryServiceOptions } from '../../../../main/src/services/memory/index.ts'
import { strangeTexts } from '../../../support/strangeText.ts'
import { projectFolder } from '../creonow/projectFolder.ts'

const path = '.creonow/memory/preferences.json'
const at = Date.UTC(2026, 10, 21)
const iso = '2026-11-21T00:00:00.000Z'

async function memoryIn(options: Partial<MemoryServiceOptions> = {}) {
  const folder = await projectFolder()
  const memory = createMemoryService({
    rootOf: () => folder.root,
    versioned: createVersionedFiles({
      dataFolder: `${folder.base}/data`,
      logger: options.logger ?? silentLogger,
    }),
    documents: async () => [],
    redactText: (text) => text,
    clock: { now: () => at, monotonic: () => 0 },
    logger: silentLogger,
    ...options,
  })
  return { ...folder, memory }
}

const learned = { kind: 'style', confidence: 0.6, evidenceCount: 3, source: 'observed' } as const

describe('the file of preferences', () => {
  it('does not let a change overwrite one made meanwhile, nor restore a deleted one', async () => {
    const { memory } = await memoryIn()
    const { id, text, kind, confidence } = await memory.save('p', { text: '少用叠词' })
    const base = { text, kind, confidence }
    await memory.save('p', { id, text: '不用叠词' })
    await expect(memory.save('p', { id, text: '多用叠词' }, base)).rejects.toMatchObject({ code: 'CONFLICT' })
    const seen = { ...base, text: '不用叠词', asConstraint: false }
    await memory.save('p', { id, text: '慎用叠词', asConstraint: true }, seen)
    expect(await memory.list('p')).toMatchObject([{ id, text: '慎用叠词', asConstraint: true }])
    await memory.delete('p', id)
    await expect(memory.save('p', { id, text: '又来' }, seen)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await memory.list('p')).toEqual([])
  })

  it('preserves fields of a newer version or another tool on a write', async () => {
    const { memory, put, read } = await memoryIn()
    const item = { id: 'a', text: '短句', kind: 'style', status: 'proposed', confidence: 0.5 }
    await put(path, JSON.stringify({ version: 1, note: '手写', preferences: [{ ...item, colour: 'red' }] }))
    await memory.decide('p', 'a', true)
    expect(JSON.parse(await read(path))).toEqual({
      version: 1,
      note: '手写',
      preferences: [
        {
          ...item,
          status: 'confirmed',
          evidenceCount: 0,
          source: 'manual',
          updatedAt: iso,
          colour: 'red',
        },
      ],
    })
  })

  it('may be a plain array, have a BOM, and items with a text only', async () => {
    const { memory, put } = await memoryIn()
    await put(path, '\uFEFF[{"text":"短句"},{"text":"短句。"}]')
    const all = await memory.list('p')
    expect(all.map(({ text, status, confidence, kind }) => [text, status, confidence, kind])).toEqual([
      ['短句', 'confirmed', 1, 'other'],
      ['短句。', 'confirmed', 1, 'other'],
    ])
    expect(new Set(all.map(({ id }) => id)).size).toBe(2)
  })

  it('stays as it is when it is broken, and is reported once', async () => {
    const lines: string[] = []
    const logger = createLogger({ destination: { write: (line: string) => void lines.push(line) } })
    const { memory, put, read } = await memoryIn({ logger })
    for (const broken of [
      '{"version":1,\n "preferences":[{"text":"短句"},]}',
      '{"version":2,"preferences":[]}',
      '{"version":1,"preferences":[{"text":" "}]}',
      '[{"text":"短句","confidence":7}]',
      '<<<<<<< mine\n[]\n',
    ]) {
      await put(path, broken)
      for (const attempt of [() => memory.list('p'), () => memory.save('p', { text: '新' })])
        await expect(attempt(), broken).rejects.toMatchObject({
          code: 'FILE_BROKEN',
          details: { path, line: expect.any(Number), column: expect.any(Number) },
        })
      await expect(memory.confirmed('p')).rejects.toMatchObject({ code: 'MEMORY_UNAVAILABLE' })
      expect(await memory.constraintsFromMemory('p')).toEqual([])
      expect(await read(path)).toBe(broken)
    }
    expect(lines).toHaveLength(1)
    await put(path, '[{"text":"短句"}]')
    expect((await memory.list('p')).map(({ text }) => text)).toEqual(['短句'])
    expect(await memory.notices('p')).toEqual([])
    // From now on there is a good version to go back to.
    await put(path, '[{"text":"短句",]')
    expect((await memory.confirmed('p')).map(({ text }) => text)).toEqual(['短句'])
    expect(await memory.notices('p')).toEqual([
      { code: 'FILE_BROKEN', params: { path, line: 1, column: 15, fault: { code: 'json', params: {} } } },
    ])
    await expect(memory.save('p', { text: '新' })).rejects.toMatchObject({ code: 'FILE_BROKEN' })
  })

  it('preserves a change from outside between reading and writing', async () => {
    const folder = await projectFolder()
    let outside: Promise<void> | undefined
    const memory = createMemoryService({
      rootOf: () => folder.root,
      versioned: createVersionedFiles({ dataFolder: `${folder.base}/data`, logger: silentLogger }),
      documents: async () => [],
      redactText: (text) => text,
      clock: {
        now: () => {
          // The clock is asked after the file was read and before it is written.
          outside ??= folder.put(path, '[{"text":"外面写的"}]')
          return at
        },
        monotonic: () => 0,
      },
      logger: silentLogger,
    })
    onTestFinished(() => outside)
    await folder.put(path, '[]')
    const attempt = memory.save('p', { text: '短句' })
    await expect(attempt).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await folder.read(path)).toBe('[{"text":"外面写的"}]')
  })

  it('has both of two changes made at once', async () => {
    const { memory } = await memoryIn()
    await Promise.all(['甲', '乙', '丙', '丁'].map((text) => memory.save('p', { text })))
    expect((await memory.list('p')).map(({ text }) => text)).toEqual(['甲', '乙', '丙', '丁'])
  })

  it('has strange text as it is, without broken characters', async () => {
    const { memory } = await memoryIn()
    for (const { text } of strangeTexts) {
      const wanted = text.trim()
      if (wanted === '' || !wanted.isWellFormed()) {
        await expect(memory.save('p', { text })).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' })
      } else if (wanted.length <= 2000) {
        expect((await memory.save('p', { text })).text).toBe(wanted)
      }
    }
  })
})

describe('the author’s decision', () => {
  it('makes a manual preference certain, which is sent', async () => {
    const { memory } = await memoryIn()
    const saved = await memory.save('p', { text: ' 动作场景偏好短句 ', kind: 'scene' })
    expect(saved).toEqual({
      id: saved.id,
      text: '动作场景偏好短句',
      kind: 'scene',
      status: 'confirmed',
      confidence: 1,
      evidenceCount: 0,
      source: 'manual',
      updatedAt: iso,
    })
    expect(await memory.confirmed('p')).toEqual([saved])
  })

  it('prevents a rejected proposal from coming back, in other punctuation and width too', async () => {
    const folder = await memoryIn()
    const { memory } = folder
    await folder.put(path, JSON.stringify([{ id: 'r', text: '少用感叹号', status: 'rejected', ...learned }]))
    for (let at = 0; at < 4; at++) {
      await memory.recordEpisode('p', {
        skillId: 'continue',
        instruction: '',
        written: '快走！雾来了。',
        outcome: 'edited',
        text: '快走。雾来了。',
      })
    }
    expect((await memory.list('p')).map(({ id, status }) => [id, status])).toEqual([['r', 'rejected']])
    const byHand = await memory.save('p', { text: '少用感叹号。' })
    expect(byHand).toMatchObject({ id: 'r', status: 'confirmed', confidence: 1, source: 'manual' })
  })

  it('is refused when the preference was deleted', async () => {
    const { memory } = await memoryIn()
    const { id } = await memory.save('p', { text: '短句' })
    await memory.delete('p', id)
    expect(await memory.list('p')).toEqual([])
    await expect(memory.delete('p', id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(memory.decide('p', id, true)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('is refused when it edits a preference into the words of another, not into its own', async () => {
    const { memory } = await memoryIn()
    await memory.save('p', { text: '短句' })
    const { id } = await memory.save('p', { text: '少用比喻' })
    await expect(memory.save('p', { id, text: '短句！' })).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await memory.save('p', { id, text: '少用比喻', asConstraint: true })).toMatchObject({
      id,
      asConstraint: true,
      confidence: 1,
    })
    expect(await memory.constraintsFromMemory('p')).toEqual([
      {
        id: `memory:${id}`,
        text: '少用比喻',
        kind: 'style',
        priority: 100,
        updatedAt: iso,
        source: 'memory',
        sourceRef: `memory:${id}`,
        readOnly: true,
      },
    ])
  })
})
