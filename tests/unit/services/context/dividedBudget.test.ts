import { describe, expect, test } from 'vitest'
import type { Assembly, ContextRequest } from '../../../../main/src/services/context/index.ts'
import { createHistory } from '../../../../main/src/services/conversation/index.ts'
import { engineOf, passage, requestFor, rule, setting, tokenizer } from '../../../support/engine.ts'
import { type Planted, sourcesOf } from '../../../support/planted.ts'

const chapter = '　　许三娘没有回头。潮水涨了又落。\n'.repeat(900)
const model = { id: 'fake', windowTokens: 10_000, outputReserveTokens: 1000 }
const said = (n: number, words: string, tokens: number): string => {
  const unit = `${words}${n}。`
  return unit.repeat(Math.ceil(tokens / tokenizer.count(unit)))
}
const preferences = [1, 2, 3, 4, 5, 6].map(
  (n): Planted => ({
    ...{ source: 'preferences', path: `memory:p${n}`, label: '写作偏好', confidence: 0.9 - n / 10 },
    text: said(n, '对话要短，少用形容词', 300),
  }),
)
const episodes = [1, 2, 3].map(
  (n): Planted => ({
    ...{ source: 'episodes', path: `memory:e${n}`, label: '以前的一次', score: 0.5 - n / 10 },
    text: said(n, '作者要求写雾港的早市', 700),
  }),
)
const passages = [1, 2, 3, 4, 5, 6, 7, 8].map((n) => passage(n, said(n, '林远把信折好', 700), 0.9 - n / 20))

/** So many rounds of about forty tokens. */
function talkOf(rounds: number): NonNullable<ContextRequest['history']> {
  const events = Array.from({ length: rounds }, (_, n) => [
    { id: `u${n}`, type: 'user', content: `第${n}问：林远为什么把信藏起来，又没有告诉沈青？` },
    { id: `a${n}`, type: 'assistant', content: `因为第${n}封信里写着当铺掌柜的名字，他还不敢说。` },
  ]).flat()
  return {
    ...{ conversationId: 'c1', rounds, latest: [] },
    outside: () => ({ conversationId: 'c1', find: () => [] }),
    view(budgetTokens, count) {
      const { messages, tokens, leftOut } = createHistory(events).view({ budgetTokens, count })
      const sent = messages.map(({ event: { id, content }, role, tokens: own }) => ({
        ...{ id, role, content, tokens: own },
      }))
      return { conversationId: 'c1', messages: sent, tokens, leftOut, redaction: [] }
    },
  }
}

const assemble = (planted: readonly Planted[], part: Partial<ContextRequest>) =>
  engineOf(sourcesOf(planted)).assemble(
    requestFor(chapter, { model, historyBudgetTokens: 100_000, stateless: true, ...part }),
  )
const sentOf = ({ placed }: Assembly, source: string) =>
  [...placed.settings, ...placed.retrieved]
    .filter(({ chunk }) => chunk.source.name === source)
    .reduce((sum, { text }) => sum + (text === '' ? 0 : tokenizer.count(text)), 0)
const rowsOf = ({ trim }: Assembly, path: string) =>
  trim
    .filter(({ sourceRef }) => sourceRef.startsWith(path))
    .map(({ action, reason }) => `${action} ${reason}`)

describe('the part of a chat’s budget', () => {
  test('for preferences limits semantic memory, and the rows show what gave way', async () => {
    const free = await assemble(preferences, {})
    const chat = await assemble(preferences, { profile: 'chat' })
    expect(free.parts).toBeUndefined()
    expect(sentOf(free, 'preferences')).toBeGreaterThan(chat.parts?.preferences ?? 0)
    expect(sentOf(chat, 'preferences')).toBeGreaterThan(0)
    expect(sentOf(chat, 'preferences')).toBeLessThanOrEqual(chat.parts?.preferences ?? 0)
    expect(rowsOf(chat, 'memory:p6')).toEqual(['dropped over_budget'])
  })

  test('for preferences includes the author’s settings, and their cut has a row', async () => {
    const author = { source: 'author', path: 'settings:author', label: '作者', confidence: 1 }
    const long = Array.from({ length: 60 }, (_, n) => said(n, '回答的风格是先说结论', 40)).join('\n\n')
    const chat = await assemble([{ ...author, text: long }, ...preferences], { profile: 'chat' })
    const most = chat.parts?.preferences ?? 0
    expect(sentOf(chat, 'author')).toBeGreaterThan(0)
    expect(sentOf(chat, 'author') + sentOf(chat, 'preferences')).toBeLessThanOrEqual(most)
    expect(rowsOf(chat, 'settings:author')).toEqual(['trimmed over_budget'])
  })

  test('for longTerm limits earlier exchanges', async () => {
    const free = await assemble([...episodes, ...passages.slice(0, 1)], {})
    const chat = await assemble([...episodes, ...passages.slice(0, 1)], { profile: 'chat' })
    expect(sentOf(free, 'episodes')).toBeGreaterThan(chat.parts?.longTerm ?? 0)
    expect(sentOf(chat, 'episodes')).toBeGreaterThan(0)
    expect(sentOf(chat, 'episodes')).toBeLessThanOrEqual(chat.parts?.longTerm ?? 0)
    expect(rowsOf(chat, 'memory:e3')).toEqual(['dropped over_budget'])
  })

  test.each([
    ['zh', '作者要求写雾港的早市'],
    ['en', 'The author asked for the morning market. '],
  ] as const)(
    'for retrieval goes to earlier exchanges when nothing was retrieved (%s)',
    async (language, words) => {
      const exchanges = episodes.map((episode, n) => ({ ...episode, text: said(n, words, 700) }))
      const withResult = await assemble([...exchanges, ...passages.slice(0, 1)], {
        profile: 'chat',
        language,
      })
      const without = await assemble(exchanges, { profile: 'chat', language })
      expect(withResult.parts).toMatchObject({ longTerm: expect.any(Number), retrieval: expect.any(Number) })
      expect(without.parts?.retrieval).toBe(0)
      expect(without.parts?.longTerm).toBeGreaterThan(2.9 * (withResult.parts?.longTerm ?? 0))
      expect(sentOf(without, 'episodes')).toBeGreaterThan(sentOf(withResult, 'episodes'))
    },
  )

  test('for retrieval limits the rest of what was retrieved, and not the earlier exchanges', async () => {
    // The layers' shares alone would leave more to Retrieved.
    const share = (ratio: number) => ({ ratio, minimumTokens: 0 })
    const budget = { rules: share(0.1), settings: share(0.1), retrieved: share(0.7), immediate: share(0.1) }
    const free = await assemble([...passages, ...episodes], { budget })
    const chat = await assemble([...passages, ...episodes], { budget, profile: 'chat' })
    expect(sentOf(free, 'passages')).toBeGreaterThan(chat.parts?.retrieval ?? 0)
    expect(sentOf(chat, 'passages')).toBeGreaterThan(2000)
    expect(sentOf(chat, 'passages')).toBeLessThanOrEqual(chat.parts?.retrieval ?? 0)
    expect(sentOf(chat, 'episodes')).toBeGreaterThan(0)
    expect(rowsOf(chat, 'manuscript/008.md')).toEqual(['dropped over_budget'])
  })

  test('for shortTerm limits history, less from the 21st round on, and the agent has no setting of its own', async () => {
    const historyOf = async (rounds: number, part: Partial<ContextRequest>) => {
      const { budget, history } = await assemble([], {
        ...{ conversationId: 'c1', history: talkOf(rounds), ...part },
      })
      const { tokens = 0, leftOut } = history ?? {}
      return { most: budget.historyTokens, fits: tokens <= budget.historyTokens, leftOut }
    }
    const wide = { windowTokens: 10_000, outputReserveTokens: 0, id: 'fake' }
    const setting = { profile: 'chat', historyBudgetTokens: 700 } as const
    const bySetting = await historyOf(100, setting)
    const byQuarter = await historyOf(5, { profile: 'chat', model: wide })
    const byPart = await historyOf(100, { profile: 'chat', model: wide })
    const agent = await historyOf(100, { profile: 'agent', model: wide, historyBudgetTokens: 1 })
    expect([bySetting.most, byQuarter.most]).toEqual([700, 2500])
    expect(byPart.most).toBeLessThan(2500)
    expect(byPart.most).toBe(agent.most)
    expect([bySetting, byPart, agent].map(({ fits }) => fits)).toEqual([true, true, true])
    expect(byPart.leftOut?.overBudget).toBeGreaterThan(20)
  })

  test('for system grows to what the rules need, which are all there, and the others give way', async () => {
    const rules = [1, 2, 3, 4].map((n) => rule(said(n, '主角不得在第五章之前知道真相', 500)))
    const few = await assemble(passages, { profile: 'chat' })
    const many = await assemble([...passages, ...rules], { profile: 'chat' })
    expect(few.parts?.system).toBe(500)
    expect(many.parts?.system).toBeGreaterThan(2000)
    expect(many.placed.rules.map(({ action }) => action)).toEqual(['kept', 'kept', 'kept', 'kept'])
    expect(many.parts?.retrieval).toBeLessThan(few.parts?.retrieval ?? 0)
    expect(sentOf(many, 'passages')).toBeLessThanOrEqual(many.parts?.retrieval ?? 0)
    expect(sentOf(many, 'passages')).toBeLessThan(sentOf(few, 'passages'))
  })
})

describe('the printed Retrieved layer', () => {
  test('is made anew when it outgrows its part, and never exceeds it', async () => {
    const planted: Planted[] = passages.slice(0, 3)
    const engine = engineOf(sourcesOf([...planted, ...episodes.slice(0, 1)]))
    const ask = (rounds: number) =>
      engine.assemble(
        requestFor(chapter, {
          ...{ model, profile: 'chat', conversationId: 'c1', history: talkOf(rounds) },
        }),
      )
    for (const rounds of [1, 40, 100]) {
      const assembly = await ask(rounds)
      expect(sentOf(assembly, 'passages')).toBeLessThanOrEqual(assembly.parts?.retrieval ?? 0)
      expect(sentOf(assembly, 'episodes')).toBeLessThanOrEqual(assembly.parts?.longTerm ?? 0)
    }
  })
})

describe('the budget of writing', () => {
  test('is not divided: the request without a profile and with `write` are one', async () => {
    const planted = [
      ...preferences,
      ...episodes,
      ...passages,
      setting('世界.md', said(1, '雾港没有魔法', 200)),
    ]
    const plain = await assemble(planted, {})
    const write = await assemble(planted, { profile: 'write' })
    expect(write.promptHash).toBe(plain.promptHash)
    expect(write.parts).toBeUndefined()
  })
})
