import { describe, expect, it } from 'vitest'
import { createScratchpad } from '../../../../main/src/services/agent/scratchpad.ts'

const count = (text: string) => text.length
const step = (number: number, units: number) => ({
  number,
  modelText: `Thought: 第${number}步。\nAction: Read[{"path":"${number}.md"}]`,
  call: `Read[{"path":"${number}.md"}]`,
  full: `全${number}${'字'.repeat(units)}`,
  short: `{"status":"success","data":{"n":${number},"t":"${'短'.repeat(units / 10)}"}}`,
})
const filled = (steps: number, units = 1000) => {
  const pad = createScratchpad({ count, leftOut: '（略）' })
  for (let number = 1; number <= steps; number += 1) pad.add(step(number, units))
  return pad
}
const forms = (pad: ReturnType<typeof filled>) =>
  pad
    .blocks()
    .map(({ text }) => (text.includes('全') ? 'full' : text.includes('（略）') ? 'outline' : 'short'))

describe('createScratchpad', () => {
  it('has every observation whole, one block each, and only appends', () => {
    const pad = filled(2)
    const before = pad.blocks().map(({ text }) => text)
    pad.add(step(3, 1000))
    const after = pad.blocks().map(({ text }) => text)
    expect(after.slice(0, 2)).toEqual(before)
    expect(after[0]).toBe(`${step(1, 1000).modelText}\n\nObservation: ${step(1, 1000).full}\n\n`)
    expect(pad.tokens()).toBe(after.join('').length)
  })

  it('replaces all but the newest three at once', () => {
    const pad = filled(10)
    expect(pad.shrink(100_000)).toBe(true)
    expect(forms(pad)).toEqual([...Array(7).fill('short'), 'full', 'full', 'full'])
    expect(pad.shrink(100_000)).toBe(false)
  })

  it('turns the oldest into outlines until it fits, and no more of them', () => {
    const pad = filled(20, 10_000)
    pad.shrink(45_000)
    expect(pad.tokens()).toBeLessThanOrEqual(45_000)
    const kept = forms(pad)
    expect(kept.slice(-3)).toEqual(['full', 'full', 'full'])
    expect(new Set(kept.slice(0, 3))).toEqual(new Set(['outline']))
    expect(kept).toContain('short')
  })

  it('lets the newest give way only when nothing else is left', () => {
    const pad = filled(4, 10_000)
    pad.shrink(1500)
    expect(forms(pad)).toEqual(['outline', 'outline', 'outline', 'outline'])
    expect(pad.tokens()).toBeLessThanOrEqual(1500)
  })

  it('leaves the newest whole below a limit of their own', () => {
    const pad = filled(4, 10_000)
    pad.shrink(2000, 40_000)
    expect(forms(pad)).toEqual(['outline', 'full', 'full', 'full'])
    pad.shrink(2000, 25_000)
    expect(forms(pad)).toEqual(['outline', 'short', 'full', 'full'])
  })

  it('leaves a line of each of 200 steps where outlines are too long, with what was called', () => {
    const pad = filled(200, 2000)
    pad.shrink(64_000)
    expect(pad.tokens()).toBeLessThanOrEqual(64_000)
    const texts = pad.blocks().map(({ text }) => text)
    expect(texts.slice(-3).every((text) => text.includes('全'))).toBe(true)
    expect(texts.filter((text, at) => text.includes(`{"path":"${at + 1}.md"}`))).toHaveLength(200)
    expect(texts[0]).toBe(
      `Action: Read[{"path":"1.md"}]\n\nObservation: ${step(1, 2000).short.slice(0, 60)}…（略）\n\n`,
    )
  })

  it('has the call in a line also where the model wrote it in another dialect, behind a text that names actions', () => {
    const block = `<tool_call>{"name":"Write"}</tool_call>\n\`\`\`\nAction: 他说。${'雾'.repeat(400)}\n\`\`\``
    const dialect = createScratchpad({ count, leftOut: '（略）' })
    dialect.add({ ...step(1, 100), modelText: block, call: 'Write[{"path":"雾.md"}]' })
    dialect.add({ ...step(2, 100), modelText: '没有读懂的一步', call: undefined })
    for (const number of [3, 4, 5]) dialect.add(step(number, 100))
    dialect.shrink(0, 100_000)
    const [first, second] = dialect.blocks().map(({ text }) => text)
    expect(first).toMatch(/^Action: Write\[\{"path":"雾\.md"\}\]\n\nObservation: /)
    expect(second).toMatch(/^没有读懂的一步\n\nObservation: /)
  })

  it('cuts no character in two', () => {
    const pad = createScratchpad({ count, leftOut: '（略）' })
    pad.add({ ...step(1, 10), modelText: 'x', full: '𠮷'.repeat(4000), short: `a${'𠮷'.repeat(2000)}` })
    pad.shrink(0)
    expect(pad.blocks()[0]?.text.isWellFormed()).toBe(true)
  })
})
