import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Conversation } from '../../../../main/src/contract/creonow.ts'
import { sha256Hex } from '../../../../main/src/lib/hash.ts'
import { startApp, type TestApp } from '../../../support/app.ts'
import { conversation } from '../../../support/conversation.ts'

let test: TestApp
let projectId: string
beforeEach(async () => {
  test = await startApp()
  projectId = test.projectId
})
afterEach(() => test.remove())

const at = (path: string) => join(test.project, path)

describe('conversations', () => {
  const save = (value: Conversation, baseHash?: string) =>
    test.invoke('context:creonow:conversations:save', {
      projectId,
      conversation: value,
      ...(baseHash === undefined ? {} : { baseHash }),
    })
  const read = (id: string) => test.invoke('context:creonow:conversations:read', { projectId, id })
  const saveCode = (value: Conversation, baseHash?: string) =>
    test.codeOf('context:creonow:conversations:save', {
      projectId,
      conversation: value,
      ...(baseHash === undefined ? {} : { baseHash }),
    })

  it('come back unchanged, in their order, and with their count', async () => {
    const first = await save(conversation())
    expect(first).toEqual({ id: 'c1', hash: sha256Hex(await readFile(at('.creonow/conversations/c1.json'))) })
    expect(await read('c1')).toEqual({ conversation: conversation(), hash: first.hash })
    const event = conversation().events[0] ?? expect.unreachable()
    await save(
      conversation({
        id: '第二段 😀',
        title: '',
        updatedAt: '2026-11-22T08:00:00+08:00',
        events: [
          event,
          { ...event, id: 'e2', type: 'plan', role: 'assistant', content: '先看第九章' },
          { ...event, id: 'e3', type: 'assistant', role: 'assistant', content: '信里没有字。' },
        ],
      }),
    )
    await writeFile(at('.creonow/conversations/坏.json'), '{"version": 1,\n "id": 5}')
    await writeFile(at('.creonow/conversations/.hidden.json'), '{}')
    expect(await test.invoke('context:creonow:conversations:list', { projectId })).toEqual({
      conversations: [
        { id: '第二段 😀', title: '', updatedAt: '2026-11-22T08:00:00+08:00', messageCount: 2 },
        { id: 'c1', title: '灯塔下的信', updatedAt: '2026-11-21T08:00:00.000Z', messageCount: 1 },
      ],
      warnings: [
        'FILE_BROKEN: .creonow/conversations/坏.json 第 2 行第 8 列写坏了（“id”的值不合规），用的是它上一次完好的内容，没有的话按没有这个文件处理；文件没有被改动。',
      ],
      notices: [
        {
          code: 'FILE_BROKEN',
          params: {
            ...{ path: '.creonow/conversations/坏.json', line: 2, column: 8 },
            fault: { code: 'value', params: { field: 'id' } },
          },
        },
      ],
    })
    expect(await test.codeOf('context:creonow:conversations:read', { projectId, id: '坏' })).toBe(
      'FILE_BROKEN',
    )
  })

  it('are not overwritten after a change outside, nor by a second writer', async () => {
    const { hash } = await save(conversation())
    expect(await saveCode(conversation())).toBe('CONFLICT')
    const writers = await Promise.all(
      ['甲', '乙', '丙'].map((title) => saveCode(conversation({ title }), hash)),
    )
    expect(writers.sort()).toEqual(['CONFLICT', 'CONFLICT', 'ok'])
    const now = await read('c1')
    await writeFile(at('.creonow/conversations/c1.json'), JSON.stringify(conversation({ title: '外面改的' })))
    expect(await saveCode(conversation(), now.hash)).toBe('CONFLICT')
    expect((await read('c1')).conversation.title).toBe('外面改的')
    expect(await saveCode(conversation({ id: '新' }), now.hash)).toBe('CONFLICT')
  })

  it('refuse an event of an unknown form', async () => {
    const event = conversation().events[0] ?? expect.unreachable()
    expect([
      await saveCode(conversation({ events: [event, event] })),
      await saveCode(conversation({ events: [{ ...event, timestamp: '昨天' }] })),
      await saveCode(conversation({ events: [{ ...event, metadata: { big: 'x'.repeat(30_000) } }] })),
      await saveCode({ ...conversation(), version: 2 } as never),
    ]).toEqual(['INVALID_ARGUMENT', 'INVALID_ARGUMENT', 'INVALID_ARGUMENT', 'INVALID_ARGUMENT'])
    expect(await readdir(at('.creonow')).then((names) => names.includes('conversations'))).toBe(false)
  })

  it('shorten a long output of a tool and hide its secrets in the log', async () => {
    const event = conversation().events[0] ?? expect.unreachable()
    const output = `sk-THIS_SHOULD_BE_REDACTED\n${'雾'.repeat(1973)}𠮷${'港'.repeat(3000)}`
    const observation = { ...event, id: 'e2', type: 'observation', role: 'tool', content: output } as const
    const long = { ...event, id: 'e3', content: '长'.repeat(3000) }
    const value = conversation({ events: [event, observation, long] })
    const { hash } = await save(value)
    const stored = (await read('c1')).conversation.events
    const path = '.creonow/outputs/c1/1.txt'
    const full = output.replace('sk-THIS_SHOULD_BE_REDACTED', '***REDACTED***')
    expect(await readFile(at(path), 'utf8')).toBe(full)
    expect(stored).toEqual([
      event,
      {
        ...observation,
        content: full.slice(0, 2000),
        metadata: { pinned: true, output: path, outputCharacters: full.length },
      },
      long,
    ])
    const again = { ...observation, id: 'e4', content: `${'潮'.repeat(2500)}` }
    await save(conversation({ events: [...value.events, again] }), hash)
    expect(await readdir(at('.creonow/outputs/c1'))).toEqual(['1.txt', '2.txt'])
    expect(await readFile(at(path), 'utf8')).toBe(full)
  })

  it('show the page no secret of the file, and preserve it when the page saves', async () => {
    const [one, two] = [`sk-${'Ab3'.repeat(8)}`, `ghp_${'9aZ'.repeat(12)}`]
    const event = conversation().events[0] ?? expect.unreachable()
    const value = conversation({
      title: `钥匙${one}`,
      events: [
        {
          ...event,
          content: `密钥是${one}，还有\r\n${two}。`,
          metadata: { tried: [two], deep: { at: '/home/writer/笔记' } },
        },
        { ...event, id: 'e2', content: '没有秘密。' },
      ],
      analysis: { summary: `说到${two}`, topics: [one, '信'], updatedAt: '2026-11-21T09:00:00.000Z' },
    })
    await save(value)
    const file = () => readFile(at('.creonow/conversations/c1.json'), 'utf8')
    const before = await file()
    expect([before.includes(one), before.includes(two)]).toEqual([true, true])

    const { conversation: shown, hash } = await read('c1')
    const { conversations } = await test.invoke('context:creonow:conversations:list', { projectId })
    const seen = JSON.stringify([shown, conversations])
    expect([seen.includes(one), seen.includes(two), seen.includes('/home/')]).toEqual([false, false, false])
    expect(hash).toBe(sha256Hex(before))

    // As it came, it changes nothing.
    expect((await save(shown, hash)).hash).toBe(hash)
    expect(await file()).toBe(before)

    // A word added beside the markers, and an event of the page's own that quotes one.
    const [first, second] = shown.events
    if (!first || !second) expect.unreachable()
    const quoting = { ...event, id: 'e3', type: 'assistant' as const, content: '我看到的是***REDACTED***。' }
    const edited = { ...shown, events: [{ ...first, content: `请看：${first.content}` }, second, quoting] }
    const saved = await save(edited, hash)
    expect(JSON.parse(await file()).events.map(({ content }: { content: string }) => content)).toEqual([
      `请看：密钥是${one}，还有\r\n${two}。`,
      '没有秘密。',
      '我看到的是***REDACTED***。',
    ])
    // One marker less: whose original it was cannot be told. None at all: the writer took them out.
    const now = (await read('c1')).conversation
    const cut = (content: string) => ({
      ...now,
      events: now.events.map((each) => (each.id === 'e1' ? { ...each, content } : each)),
    })
    expect(await saveCode(cut('密钥是***REDACTED***。'), saved.hash)).toBe('CONFLICT')
    expect(await file()).toContain(one)
    expect(await saveCode(cut('删去了。'), saved.hash)).toBe('ok')
    expect(JSON.parse(await file()).events[0].content).toBe('删去了。')

    const update = {
      projectId,
      id: 'c1',
      analysis: { summary: now.analysis?.summary ?? '', topics: ['新***REDACTED***'] },
    }
    await test.invoke('context:creonow:conversations:analysis:update', update)
    expect(JSON.parse(await file()).analysis).toMatchObject({ summary: `说到${two}`, topics: [`新${one}`] })
  })

  it('store their analysis, and refuse one for a conversation that does not exist', async () => {
    await save(conversation())
    const analysis = {
      summary: '谈了那封信。',
      topics: ['信', '灯塔'],
      updatedAt: '2026-11-21T09:00:00.000Z',
    }
    const update = { projectId, id: 'c1', analysis }
    const { hash } = await test.invoke('context:creonow:conversations:analysis:update', update)
    expect(await read('c1')).toEqual({ conversation: { ...conversation(), analysis }, hash })
    expect(
      await test.codeOf('context:creonow:conversations:analysis:update', { ...update, id: '没有' }),
    ).toBe('NOT_FOUND')
    await mkdir(at('.creonow/conversations/夹.json'))
    expect(
      (await test.invoke('context:creonow:conversations:list', { projectId })).conversations,
    ).toHaveLength(1)
  })
})
