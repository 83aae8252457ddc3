import { afterEach, describe, expect, it } from 'vitest'
import type { TestApp } from '../../support/app.ts'
import { character, constraintsFile, prose, startNovel } from '../../support/novel.ts'
import { sourcesOf } from '../../support/planted.ts'

let test: TestApp
afterEach(() => test.remove())

const request = (more: object = {}) => ({
  projectId: test.projectId,
  documentId: 'manuscript/001.md',
  cursorPosition: 500,
  skillId: 'continue',
  ...more,
})

describe('Requirement: Constraints（创作约束）', () => {
  it('用户添加创作约束', async () => {
    test = await startNovel({ 'manuscript/001.md': prose(1000) })
    const { projectId } = test
    const text = '主角在第五章之前不知道真相'
    await test.invoke('constraints:create', { projectId, text, kind: 'plot' })
    const prompts = []
    for (const skillId of ['continue', 'polish'])
      prompts.push((await test.invoke('context:assemble', request({ skillId }))).systemPrompt)
    for (const prompt of prompts) expect(prompt).toContain(`<<<规则>>>\n[创作约束 - 不可违反]\n1. ${text}\n`)
    const listed = await test.invoke('constraints:list', { projectId })
    expect(JSON.stringify(listed)).toContain(text)
  })

  it('约束过多导致 Rules 层膨胀', async () => {
    const logged: object[] = []
    const own = Array.from({ length: 30 }, (_, i) => `用户约束${i}：${prose(20, `其${i}`).trim()}`)
    const derived = Array.from({ length: 40 }, (_, i) => ({
      source: 'codexConstraints',
      path: 'memory:derived',
      item: `d${i}`,
      label: '创作约束',
      priority: i,
      text: `自动约束${i}：${prose(20, `其${i}`).trim()}`,
    }))
    test = await startNovel(
      { '.creonow/rules/constraints.json': constraintsFile(own), 'manuscript/001.md': prose(1000) },
      sourcesOf([character('林远', prose(200)), ...derived]),
      { logger: { debug() {}, info() {}, warn: (fields) => void logged.push(fields), error() {} } },
    )
    const { systemPrompt, warnings, trim, budget, layers } = await test.invoke(
      'context:assemble',
      request({ limits: { window: 16_000, outputReserve: 2000 } }),
    )
    expect(budget.estimate.rulesTokens).toBeGreaterThan(2500)
    expect(warnings.map((text) => text.split(':')[0])).toEqual(['CONTEXT_RULES_OVERBUDGET'])
    for (const text of own) expect(systemPrompt).toContain(text)
    expect(layers.rules.tokens).toBeLessThanOrEqual(Math.floor(budget.total * 0.15))
    const left = trim.filter(({ reason }) => reason === 'not_selected').map(({ sourceRef }) => sourceRef)
    const kept = derived.filter(({ text }) => systemPrompt.includes(text)).map(({ priority }) => priority)
    expect([left.length > 0, kept.length > 0]).toEqual([true, true])
    expect(Math.min(...kept)).toBe(40 - kept.length)
    expect(left.toSorted()).toEqual(
      derived
        .filter(({ priority }) => priority < 40 - kept.length)
        .map(({ item }) => `memory:derived#${item}`)
        .toSorted(),
    )
    for (const source of left) expect(logged).toContainEqual(expect.objectContaining({ source }))
  })

  it('each of the constraints beyond 500 has a row of its own in the evidence', async () => {
    const texts = Array.from({ length: 510 }, (_, i) => (i % 2 === 0 ? `第${i + 1}条` : `Rule ${i + 1}`))
    test = await startNovel({
      '.creonow/rules/constraints.json': constraintsFile(texts),
      'manuscript/001.md': prose(1000),
    })
    const { trim } = await test.invoke('context:assemble', request())
    const rows = trim.filter(({ layer, action }) => layer === 'rules' && action !== 'kept')
    expect(rows).toEqual(
      texts.slice(500).map((text, i) => ({
        layer: 'rules',
        sourceRef: `.creonow/rules/constraints.json#c${500 + i}`,
        ...{ action: 'dropped', reason: 'not_selected', beforeChars: text.length, afterChars: 0 },
      })),
    )
  })

  it('reads the first 500 of a file with 501 constraints edited by hand, and says so', async () => {
    const texts = Array.from({ length: 501 }, (_, i) => `第${i + 1}条`)
    test = await startNovel({
      '.creonow/rules/constraints.json': constraintsFile(texts),
      'manuscript/001.md': prose(1000),
    })
    const { systemPrompt, warnings } = await test.invoke('context:assemble', request())
    expect(systemPrompt).toContain('\n500. 第500条\n')
    expect(systemPrompt).not.toContain('第501条')
    expect(warnings.map((text) => text.split(':')[0])).toContain('CONSTRAINT_LIMIT')
    expect(
      await test.codeOf('constraints:create', { projectId: test.projectId, text: '再一条', kind: 'world' }),
    ).toBe('CONSTRAINT_LIMIT')
  })
})
