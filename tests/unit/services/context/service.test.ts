import { expect, it } from 'vitest'
import { sha256Hex } from '../../../../main/src/lib/hash.ts'
import { createContextService, defaultBudget } from '../../../../main/src/services/context/index.ts'
import type { RecentReceipt } from '../../../../main/src/services/context/receipts/receiptStore.ts'
import { continueSkill, engineOf, rule } from '../../../support/engine.ts'
import { sourcesOf } from '../../../support/planted.ts'

const text = '　　林远推开门，雾漫了上来。'

/** The service over the real engine; receipts stay in memory. */
function setUp() {
  const kept: RecentReceipt[] = []
  const nowhere = () => Promise.reject(new Error('not asked for here'))
  const service = createContextService({
    engine: engineOf(sourcesOf([rule('不写梦。')])),
    sources: {
      language: async () => 'zh',
      readDocument: async () => ({ text, hash: 'h', title: '第一章', chapterNumber: 1 }),
      skill: () => continueSkill,
      model: async () => ({ id: 'fake', windowTokens: 8000, outputReserveTokens: 500 }),
      budget: async () => defaultBudget,
      limits: () => ({
        historyBudgetTokens: 0,
        capacityTokens: 64_000,
        sourceDeadlineMs: 60_000,
        runSourceDeadlineMs: 60_000,
      }),
    },
    receipts: {
      add: (entry) => void kept.push(entry),
      list: nowhere,
      read: nowhere,
      addAccepted: nowhere,
      addRun: nowhere,
      flush: async () => undefined,
    },
    receiptReader: {
      listSources: () => [],
      listReceipts: nowhere,
      readReceipt: nowhere,
      recordOutcome: nowhere,
      recordRun: nowhere,
    },
    redactText: (raw) => raw,
    sha256Hex,
    clock: { now: () => 1_790_000_000_000, monotonic: () => 0 },
  })
  return { service, kept }
}

const input = { projectId: 'p', documentId: 'd', skillId: 'continue', cursorPosition: text.length }

it('a request leaves a receipt of the very prompt; a stateless one and one that is not sent leave none', async () => {
  const { service, kept } = setUp()
  const { result, readFrom } = await (await service.prepare(input)).assemble()
  expect(kept.map(({ receipt, prompt }) => [receipt.receiptId, prompt])).toEqual([
    [result.receiptId, result.prompt],
  ])
  expect([result.receiptId?.slice(0, 14), readFrom, result.prompt.includes('不写梦。')]).toEqual([
    '1790000000000-',
    0,
    true,
  ])
  const stateless = await (await service.prepare({ ...input, stateless: true })).assemble()
  const unsent = await (await service.prepare(input)).assemble(undefined, () => false)
  expect([stateless.result.receiptId, unsent.result.receiptId, kept.length]).toEqual([null, null, 1])
})

it('an inspection shows each piece with its text, under the budget it is given, and leaves nothing', async () => {
  const { service, kept } = setUp()
  const { result } = await (await service.prepare({ ...input, stateless: true })).assemble()
  const seen = await service.inspect(input, undefined)
  expect([seen.prompt, seen.receiptId]).toEqual([result.prompt, null])
  expect(seen.chunks.filter(({ layer }) => layer === 'rules').map(({ text }) => text)).toEqual(['不写梦。'])
  const broken = { ...defaultBudget, rules: { ...defaultBudget.rules, ratio: 0.9 } }
  // Each refused one gives its place back: twenty that kept theirs would leave none for the chapter.
  for (let i = 0; i < 20; i += 1)
    await expect(service.inspect(input, broken)).rejects.toMatchObject({
      code: 'CONTEXT_BUDGET_INVALID_RATIO',
    })
  expect((await service.inspect(input, undefined)).prompt).toBe(result.prompt)
  expect(kept).toEqual([])
})

it('an inspection whose caller has closed is given up', async () => {
  const { service } = setUp()
  await expect(service.inspect(input, undefined, AbortSignal.abort())).rejects.toMatchObject({
    code: 'CANCELLED',
  })
})

it('what was noticed about a request is told before what its assembly noticed, each once', async () => {
  const { service } = setUp()
  const beyond = { ...input, cursorPosition: text.length + 5, stateless: true }
  const { result } = await (await service.prepare(beyond)).assemble()
  const plain = await (await service.prepare({ ...input, stateless: true })).assemble()
  expect(result.notices).toEqual([{ code: 'CURSOR_CLAMPED', params: {} }, ...plain.result.notices])
  expect((await service.inspect(beyond, undefined)).notices).toEqual(result.notices)
})
