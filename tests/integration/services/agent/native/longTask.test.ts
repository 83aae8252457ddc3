import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { frontOf, marksOf, shownTo, type WireBody } from '../../../../../scripts/torture/toolRequests.ts'
import type { WireFormat } from '../../../../../scripts/torture/toolServer.ts'
import type { Workplace } from '../../../../support/commandLine.ts'
import { startToolApp, type ToolApp } from '../../../../support/toolApp.ts'
import { tagWholeBut } from '../../../../support/whole.ts'

let app: ToolApp
afterEach(() => app.remove())

/** A window that some chapters fill. */
const smallWindow = async ({ dataFolder }: Workplace) => {
  const models = [{ match: '*', windowTokens: 24_000, outputReserveTokens: 2000 }]
  await writeFile(join(dataFolder, 'models.json'), JSON.stringify({ version: 1, models }))
}

const services: readonly (readonly [format: WireFormat, model: string, family: string])[] = [
  ['messages', 'claude-sonnet-5-5', 'anthropic'],
  ['chat', 'qwen3.7-max', 'qwen'],
  ['chat', 'deepseek-v4-pro', 'deepseek'],
]

const empty: WireBody = { messages: [] }
const withoutMarks = (body: WireBody) =>
  JSON.stringify(
    body.messages.map(({ role, content, ...rest }) => {
      const parts = typeof content === 'string' ? [{ type: 'text', text: content }] : (content ?? [])
      return { role, ...rest, parts: parts.map(({ cache_control: _, ...part }) => part) }
    }),
  ).slice(0, -1)

for (const [at, [format, model, family]] of services.entries())
  describe(`a task of 60 steps over ${format} with ${model}`, tagWholeBut(at === 0), () => {
    it('is refused by no rule of the service, shortens whole turns, and otherwise only appends', async () => {
      app = await startToolApp(
        format,
        (_, number) => {
          if (number > 60) return { text: '都看完了。All read.' }
          const path = chapters[number % chapters.length] ?? ''
          const calls = [{ name: 'Read', input: { path, from: number } }]
          if (number % 9 === 0) calls.push({ name: 'Read', input: { path, from: number + 1 } })
          if (number === 4)
            return {
              calls: [{ name: 'TodoWrite', input: { todos: [{ text: '读完全书', state: 'doing' }] } }],
            }
          return { thinking: `第 ${number} 步。`, text: number % 2 === 0 ? '接着读。' : '', calls }
        },
        { model, family, toolProtocol: 'auto', arrange: smallWindow },
      )
      const chapters = (await readdir(join(app.project, 'manuscript'))).map((name) => `manuscript/${name}`)
      const task = await app.task('把全书读一遍')
      const { bodies, faults } = app.server
      expect([faults, task.state, task.answer]).toEqual([[], 'finished', '都看完了。All read.'])
      expect([task.steps.length, bodies.length]).toEqual([67, 61])
      expect(new Set(bodies.map(frontOf)).size).toBe(1)
      expect(bodies[0]?.tools?.length).toBe(11)

      const shortened = new Set(
        task.steps.flatMap(({ notes, usage }) => (notes?.includes('shortened') ? [usage?.inputTokens] : [])),
      )
      expect(shortened.size).toBeGreaterThanOrEqual(2)
      let appended = 0
      for (const [at, body] of bodies.entries()) {
        const before = bodies[at - 1]
        if (!before || shortened.has(4001 + at)) continue
        appended += 1
        expect(withoutMarks(body).startsWith(withoutMarks(before))).toBe(true)
      }
      expect(appended).toBe(60 - shortened.size)

      const last = shownTo(bodies.at(-1) ?? empty)
      expect(last[0]?.includes('【计划】') || last[1]?.includes('【计划】')).toBe(true)
      expect(last.slice(0, 2).join('')).toMatch(
        /\n1\. Read\[\{"path":"manuscript\/[^\n]+ → \{"status":"success"/,
      )
      const marked = bodies.map((body) => marksOf(body))
      expect(marked.every((marks) => (family === 'deepseek' ? marks.length === 0 : marks.length >= 2))).toBe(
        true,
      )
    })
  })

describe.each<WireFormat>(['chat', 'messages'])('a conversation over %s', (format) => {
  const steps = [
    { text: '看。', calls: [{ name: 'LS', input: { path: 'manuscript' } }] },
    { text: '有十一章。' },
  ]

  it('sends earlier tasks in the text form, with the same tools in front, whatever is switched on meanwhile', async () => {
    app = await startToolApp(format, [...steps, { text: '好。' }, { text: '新的。' }, { text: '新的。' }])
    const { conversationId } = await app.task('有几章？')
    await app.invoke('settings:update', { patch: { developerMode: true } })
    await app.invoke('agent:permissions:set', { projectId: app.projectId, bash: 'ask' })
    await app.task('再说一遍', { conversationId })
    await app.task('另起一个')
    const { bodies, faults } = app.server
    expect(faults).toEqual([])
    expect(frontOf(bodies[2] ?? empty)).toBe(frontOf(bodies[0] ?? empty))
    const { messages } = bodies[2] ?? empty
    const texts = messages
      .filter(({ role }) => role !== 'system')
      .map(({ role, content }) => [
        role,
        typeof content === 'string' ? content : (content ?? []).map(({ text = '' }) => text).join(''),
      ])
    expect(texts.slice(0, 3)).toEqual([
      ['user', '有几章？'],
      ['assistant', 'Thought: 看。\nAction: LS[{"path":"manuscript"}]'],
      ['user', expect.stringMatching(/^\[tool\] \{"status":"success"/)],
    ])
    expect(texts[3]).toEqual(['assistant', 'Finish[有十一章。]'])
  })

  it('goes on from the steps of a task that the program left without an end', async () => {
    app = await startToolApp(format, [...steps, { text: '接着做完了。' }])
    const { conversationId } = await app.task('有几章？')
    const file = join(app.project, '.creonow/conversations', `${conversationId}.json`)
    const stored = JSON.parse(await readFile(file, 'utf8'))
    stored.events = stored.events.filter(({ type }: { type: string }) => type !== 'assistant')
    await writeFile(file, JSON.stringify(stored))
    const task = await app.task('继续', { conversationId })
    expect([app.server.faults, task.answer]).toEqual([[], '接着做完了。'])
    const sent = JSON.stringify(app.server.bodies[2]?.messages)
    expect(sent).toContain('Action: LS[{')
    expect(sent).toContain('[tool] {')
    expect(sent).toContain('程序在这里退出了')
  })
})
