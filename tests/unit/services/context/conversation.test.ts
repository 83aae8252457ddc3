import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Conversation } from '../../../../main/src/contract/creonow.ts'
import { inMessages, segmentsOf } from '../../../../main/src/services/ai/cache/segments.ts'
import { hashesOf } from '../../../../main/src/services/ai/providers/prompt.ts'
import {
  type Assembly,
  createMemorySessionState,
  messagesOf,
  promptOf,
  type Reread,
  type Source,
} from '../../../../main/src/services/context/index.ts'
import { createPromptHistory } from '../../../../main/src/services/conversation/promptHistory.ts'
import { countedChecks } from '../../../support/countedChecks.ts'
import { engineOf, passage, requestFor, tokenizer } from '../../../support/engine.ts'
import { type Planted, sourceOf } from '../../../support/planted.ts'

const sentence = '他沿着石阶往上走，数到第三十级停下，听见雾里有人咳嗽。'
const chapter = `${sentence.repeat(4)}\n`.repeat(12)
/** What questions find: passages in Chinese and English, some of them long. */
const pool = Array.from({ length: 40 }, (_, n) =>
  passage(
    n + 1,
    `${n}：${(n % 3 === 0 ? 'The lamp went out. ' : '灯灭了，𠮷字旗一动不动。').repeat(4 + (n % 7))}`,
    0.5,
  ),
)

/** A conversation about a chapter, turn by turn, through the engine and the real history. */
function talk(options: { readonly historyTokens?: number; readonly windowTokens?: number } = {}) {
  const { historyTokens = 4000, windowTokens = 32_768 } = options
  const stored = new Map<string, Reread>(pool.map(({ path = '', text }) => [path, { text }]))
  const events: Conversation['events'] = []
  let today: readonly Planted[] = []
  const source: Source = {
    ...sourceOf('passages', async () => today),
    reread: async ({ path }) => stored.get(path),
  }
  const sessionState = createMemorySessionState()
  let engine = engineOf([source], { sessionState })
  const historyOf = createPromptHistory({
    read: async () => ({ conversation: { events } as unknown as Conversation }), // of it only these are read
    redact: async (text) => ({ text, evidence: [], replacements: [] }),
  })
  const add = (type: 'user' | 'assistant', content: string) =>
    events.push({
      ...{ id: `e${events.length}`, type, role: type, content, metadata: {} },
      timestamp: '2026-11-27T08:00:00.000Z',
    })
  return {
    restart: () => {
      engine = engineOf([source], { sessionState })
    },
    async ask(
      question: string,
      found: readonly Planted[],
      { answer = '可以。', text = chapter }: { readonly answer?: string; readonly text?: string } = {},
    ) {
      today = found
      const assembly = await engine.assemble(
        requestFor(text, {
          ...{ conversationId: 'c1', history: await historyOf('p1', 'c1'), additionalInput: question },
          ...{ historyBudgetTokens: historyTokens, profile: 'chat' },
          model: { id: 'fake', windowTokens, outputReserveTokens: 1000 },
        }),
      )
      add('user', question)
      if (answer !== '') add('assistant', answer)
      return assembly
    },
  }
}

const sentOf = ({ blocks, history }: Assembly) => promptOf(blocks, history?.messages)
const contentsOf = (assembly: Assembly) => messagesOf(sentOf(assembly)).map(({ content }) => content)
/** All of it but what is of its turn alone. */
function repeatable(assembly: Assembly): string {
  const sent = sentOf(assembly)
  const own = sent.user.filter(({ appended }) => !appended).map(({ text }) => text)
  const all = contentsOf(assembly).join('')
  return all.slice(0, all.length - own.join('').length)
}
const pick = (...numbers: number[]) => numbers.flatMap((n) => pool[n] ?? [])

describe('a conversation', () => {
  it('has its material in front, what was found later with its question, and the question last', async () => {
    const chat = talk()
    const [first, second, third] = [
      await chat.ask('他走到哪里了？', pick(0, 1)),
      await chat.ask('灯是谁灭的？', pick(0, 1, 2)),
      await chat.ask('Who saw it?', pick(3)),
    ]
    expect([first, second, third].map((one) => contentsOf(one).length)).toEqual([1, 3, 5])
    const [question = '', answer, next = '', , last = ''] = contentsOf(third)
    const marks = (content: string) => content.match(/<<<.*>>>/g)
    expect(marks(question)).toEqual([
      ...['<<<召回>>>', '<<<第1章>>>', '<<<第2章>>>', '<<<即时>>>', '<<<光标之前 · 第十章>>>'],
      '<<<作者先前的话>>>',
    ])
    expect(question.endsWith('\n<<<作者先前的话>>>\n他走到哪里了？')).toBe(true)
    expect(answer).toBe('可以。')
    expect(marks(next)).toEqual(['<<<召回·补充>>>', '<<<第3章>>>', '<<<作者先前的话>>>'])
    expect(next.endsWith('\n<<<作者先前的话>>>\n灯是谁灭的？')).toBe(true)
    expect(marks(last)).toEqual(['<<<召回·补充>>>', '<<<第4章>>>', '<<<本次要求>>>', '<<<作者补充>>>'])
    expect(last.endsWith('Who saw it?\n')).toBe(true)
  })

  it('only appends, through a restart too, and what has changed in the chapter is where it belongs', async () => {
    const chat = talk()
    const first = await chat.ask('他走到哪里了？', pick(0, 1))
    chat.restart()
    const second = await chat.ask('灯是谁灭的？', pick(5))
    chat.restart()
    const third = await chat.ask('旗呢？', pick(6))
    expect(contentsOf(second).join('').startsWith(repeatable(first))).toBe(true)
    expect(contentsOf(third).join('').startsWith(repeatable(second))).toBe(true)
    const written = await chat.ask('这一句怎么样？', [], { text: `${chapter}雾散了。\n` })
    expect(contentsOf(written)[0]).toContain('雾散了。\n\n<<<作者先前的话>>>\n他走到哪里了？')
  })

  it('has what an unanswered question found with the one that follows it', async () => {
    const chat = talk()
    await chat.ask('他走到哪里了？', pick(0))
    await chat.ask('灯是谁灭的？', pick(1), { answer: '' })
    const contents = contentsOf(await chat.ask('旗呢？', pick(2)))
    expect(contents.length).toBe(3)
    expect(contents[2]?.match(/<<<第.章>>>/g)).toEqual(['<<<第2章>>>', '<<<第3章>>>'])
  })

  it('without anything before the cursor has its material in front all the same', async () => {
    const chat = talk()
    await chat.ask('写什么？', pick(0), { text: '' })
    const contents = contentsOf(await chat.ask('还有呢？', pick(1), { text: '' }))
    expect(contents[0]).toContain('<<<第1章>>>')
    expect(contents[2]?.match(/<<<第.章>>>/g)).toEqual(['<<<第2章>>>'])
  })

  it('drops what was found when there is no room for more, and never an answer or the material in front', async () => {
    const chat = talk({ windowTokens: 12_000 })
    const front = contentsOf(await chat.ask('第0个问题', pick(0)))[0] ?? ''
    const material = front.slice(0, front.indexOf('<<<本次要求>>>'))
    const drops: number[] = []
    let before = 0
    for (let n = 1; n < 14; n += 1) {
      const assembly = await chat.ask(`第${n}个问题`, pick(n * 2, n * 2 + 1))
      const contents = contentsOf(assembly)
      expect(contents[0]?.startsWith(material)).toBe(true)
      expect(contents).toHaveLength(2 * n + 1)
      // What is found now is always there.
      for (const { text } of pick(n * 2, n * 2 + 1)) expect(contents.at(-1)).toContain(text)
      const added = assembly.blocks.filter(({ appended }) => appended).length
      if (added < before) drops.push(n)
      before = added
    }
    expect(drops.length).toBeGreaterThan(0)
  })

  it('drops with the rounds that leave what was found before, and moves what is found again to the question', async () => {
    const chat = talk({ historyTokens: 300 })
    let left: Assembly | undefined
    for (let n = 0; n < 20 && left === undefined; n += 1) {
      const assembly = await chat.ask(
        `第${n}问：${'为什么？'.repeat(8)}`,
        pick(...(n === 0 ? [5] : [6, n + 10])),
        { answer: '因为雾。' },
      )
      if ((assembly.history?.messages[0]?.round ?? 0) > 0) left = assembly
    }
    const contents = left ? contentsOf(left) : []
    expect(contents.length).toBeGreaterThan(3)
    expect(contents.slice(1, -1).join('')).not.toContain('<<<召回·补充>>>')
    expect(contents.at(-1)?.match(/<<<第\d+章>>>/g)?.[0]).toBe('<<<第7章>>>')
  })

  it('is within its budget, has every piece once and in one message, and mostly only appends', async () => {
    const appends = countedChecks()
    const leaving = countedChecks()
    const turn = fc.record({
      found: fc.uniqueArray(fc.nat({ max: pool.length - 1 }), { maxLength: 5 }),
      asked: fc.integer({ min: 1, max: 60 }),
      said: fc.integer({ min: 0, max: 200 }),
      isRestarted: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(turn, { minLength: 2, maxLength: 16 }),
        fc.constantFrom(300, 1000, 4000),
        fc.constantFrom(6000, 12_000, 40_000),
        async (turns, historyTokens, windowTokens) => {
          const chat = talk({ historyTokens, windowTokens })
          let before: Assembly | undefined
          for (const [n, { found, asked, said, isRestarted }] of turns.entries()) {
            if (isRestarted) chat.restart()
            const question = `第${n}问：${'为什么？'.repeat(asked)}`
            const answer = said === 0 ? '' : '因为雾。'.repeat(said)
            const assembly = await chat.ask(question, pick(...found), { answer })
            const sent = sentOf(assembly)
            const contents = contentsOf(assembly)
            const { history, budget, tokenCount, systemPrompt, userContent } = assembly
            expect(tokenCount + (history?.tokens ?? 0)).toBeLessThanOrEqual(budget.maxInputTokens)
            expect(tokenCount).toBe(tokenizer.count(systemPrompt + userContent))
            expect(contents.join('').length).toBe(
              userContent.length +
                (history?.messages ?? []).reduce((sum, one) => sum + one.content.length, 0),
            )
            for (const { text } of assembly.blocks.slice(sent.system.length))
              expect(contents.filter((content) => content.includes(text)).length).toBeGreaterThan(0)
            expect(hashesOf(sent).promptHash).toBe(assembly.promptHash)
            const wire = inMessages(segmentsOf(sent)).flatMap(({ role, segments }) =>
              role === 'system' ? [] : [{ role, content: segments.map(({ text }) => text).join('') }],
            )
            expect(wire).toEqual(messagesOf(sent))
            const roundsBefore = before?.history?.messages[0]?.round ?? 0
            const haveLeft = (history?.messages[0]?.round ?? 0) > roundsBefore
            leaving.when(haveLeft)
            if (before && !haveLeft) appends.when(contents.join('').startsWith(repeatable(before)))
            before = assembly
          }
        },
      ),
      { numRuns: 60 },
    )
    appends.expectShare(0.7)
    leaving.expectShare(0.03)
  })
})
