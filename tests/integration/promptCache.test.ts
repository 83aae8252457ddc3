import { expect, it } from 'vitest'
import { figuresOf, requestsOf } from '../../bench/cache/measure.ts'
import { playSession, withProduct } from '../../bench/cache/session.ts'
import { tokenizer } from '../support/engine.ts'

const names = ['林远', '许三娘', '阿秀', '老陈', '顾青', '周砚']
const places = ['东礁', '旧仓', '灯塔', '码头', '盐田', '祠堂']
const line = (at: number) => {
  const [who, other] = [names[(at * 5) % 6], names[(at * 7 + 2) % 6]]
  return `　　${who}在${places[at % 6]}放下第${at}封信，${other}提着油灯走过石阶，谁也没有先开口。`
}
const lines = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => `${line(from + at)}\n`).join('')
const book = {
  name: 'small',
  files: {
    '.creonow/project.json': JSON.stringify({ id: 'small', name: '雾港', language: 'zh' }),
    ...Object.fromEntries(
      names.map((name, at) => [
        `.creonow/characters/${name}.md`,
        `---\nid: e${at}\nname: ${name}\naliases: []\ntype: character\naiContextLevel: when_detected\n---\n${name}住在${places[at]}。\n`,
      ]),
    ),
    ...Object.fromEntries(
      [1, 2, 3].map((chapter) => [`manuscript/00${chapter}-章.md`, lines(chapter * 100, chapter * 100 + 60)]),
    ),
  },
  unwritten: lines(500, 700),
}
const script = (
  [
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
    'constraint',
    undefined,
    undefined,
  ] as const
).map((event) => ({ event, at: 0.5 }))

it('a chapter that grows through the contract alone keeps its beginning, and the plan says what a cache reads', async () => {
  const asked = await withProduct(book, (author, project) =>
    playSession({ ...author, settle: async () => undefined }, project, book.unwritten, script, 8000),
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
  // A rule that is added stands in front of everything: all that stands behind it is paid again.
  const broken = prompts[script.findIndex(({ event }) => event === 'constraint')]
  expect(broken?.stablePrefixUnchanged).toBe(false)
  expect(broken?.delta.firstChange?.blockId.startsWith('rules')).toBe(true)
  expect(broken?.delta.firstChange?.lostTokens).toBeGreaterThan(500)
})
