import { expect, it } from 'vitest'
import { figuresOf, requestsOf, usesOf } from '../../bench/cache/measure.ts'
import { playBothWays } from '../../bench/cache/overRpc.ts'
import { playSession, withProduct } from '../../bench/cache/session.ts'
import { tokenizer } from '../support/engine.ts'
import { growingBook as book, growingScript as script } from '../support/growingBook.ts'
import { lendTokenTables } from '../support/tokenTables.ts'

it('a chapter that grows through the contract alone keeps its beginning, and the plan says what a cache reads', async () => {
  const asked = await withProduct(
    book,
    (author, project) => playSession(author, project, book, script, 8000),
    { arrange: lendTokenTables },
  )
  const prompts = asked.map(({ result }) => result)
  const requests = requestsOf(prompts, tokenizer.count)
  const common = figuresOf('common', requests, asked)
  expect(common.quiet).toBeGreaterThan(0.8)
  expect(figuresOf('breakpoints', requests, asked).read).toBeGreaterThan(0)
  for (const [at, { delta, tokenCount }] of prompts.entries()) {
    if (at === 0) continue
    const [shared = 0] = requests[at]?.common ?? []
    const first = delta.blocks.findIndex(({ blockId }) => blockId === delta.firstChange?.blockId)
    // Within the block that differs: a cache that compares bytes reads on into it.
    expect(shared).toBeGreaterThanOrEqual(delta.reusedTokens - 2)
    expect(shared).toBeLessThanOrEqual(delta.reusedTokens + (delta.blocks[first]?.tokens ?? 0) + 2)
    expect(delta.reusedTokens + (delta.firstChange?.tokensAfter ?? 0)).toBe(tokenCount)
  }
  // Once a part of the chapter is frozen, a cache of marked blocks reports what was planned, to within one part.
  for (const name of ['marks', 'breakpoints'] as const) {
    const steps = usesOf(name, requests).flatMap(({ read }, at) => {
      const { blocks = [], reusedTokens = 0 } = prompts[at - 1] ? (prompts[at]?.delta ?? {}) : {}
      const parts = blocks.flatMap(({ blockId, tokens }) => (/@\d+$/.test(blockId) ? [tokens] : []))
      if (asked[at]?.event !== undefined || parts.length < 3) return []
      return [{ at, apart: Math.abs(read - reusedTokens), part: Math.max(...parts) }]
    })
    expect(steps.length).toBeGreaterThan(1)
    expect(steps.filter(({ apart, part }) => apart > part)).toEqual([])
  }
  // A rule that is added stands in front of everything: all that stands behind it is paid again.
  const broken = prompts[script.findIndex(({ event }) => event === 'constraint')]
  expect(broken?.stablePrefixUnchanged).toBe(false)
  expect(broken?.delta.firstChange?.blockId.startsWith('rules')).toBe(true)
  expect(broken?.delta.firstChange?.lostTokens).toBeGreaterThan(500)
})

it('a script that knows only the contract finds the same shares through rpc', async () => {
  const { here, rpc } = await playBothWays(book, script.slice(0, 5), 8000, tokenizer.count, lendTokenTables)
  expect(rpc).toEqual(here)
  expect(rpc.shares.common?.[0]).toBeGreaterThan(0.8)
})
