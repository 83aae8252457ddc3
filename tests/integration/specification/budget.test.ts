import { afterEach, describe, expect, it } from 'vitest'
import { describeNotice } from '../../../main/src/contract/sentences/codedSentence.ts'
import { defaultBudget } from '../../../main/src/services/context/index.ts'
import { createConstraints } from '../../../main/src/services/sources/constraints.ts'
import { createProfile } from '../../../main/src/services/sources/profile.ts'
import { createSettingsFiles } from '../../../main/src/services/sources/settingsFiles.ts'
import { createStyleSheet } from '../../../main/src/services/sources/styleSheet.ts'
import { createTerminology } from '../../../main/src/services/sources/terminology.ts'
import type { TestApp } from '../../support/app.ts'
import { engineOf, requestFor, tokenizer } from '../../support/engine.ts'
import { character, constraintsFile, prose, startNovel } from '../../support/novel.ts'
import { sourceOf, sourcesOf } from '../../support/planted.ts'

let test: TestApp
afterEach(() => test.remove())

/** Prose of at most so many tokens, short of them by less than a sentence. */
function textOf(tokens: number, about: string): string {
  const sentences = prose(tokens * 3, about).split(/(?<=。\n?)(?!\n)/)
  let text = ''
  let used = 0
  for (const sentence of sentences) {
    used += tokenizer.count(sentence)
    if (used > tokens) break
    text += sentence
  }
  return text
}

const passages = (count: number, tokens: number) =>
  Array.from({ length: count }, (_, i) => ({
    source: 'passages',
    path: `planted:${i}`,
    label: `前文 ${i}`,
    score: (i + 1) / (count + 1),
    text: textOf(tokens / count, `第${i}处`),
  }))

/** Four layers of given sizes in tokens, in a window of 8,192 whose total is 6,000. */
async function assembleSizes(sizes: {
  rules: number
  settings: number
  retrieved: number
  immediate: number
}) {
  const chapter = textOf(sizes.immediate, '本章')
  test = await startNovel(
    {
      '.creonow/rules/style.md': textOf(sizes.rules, '文风'),
      'manuscript/010.md': chapter,
    },
    sourcesOf([
      ...passages(10, sizes.retrieved),
      {
        source: 'settingsFiles',
        path: 'planted:settings',
        label: '设定',
        confidence: 1,
        text: textOf(sizes.settings, '设定'),
      },
    ]),
  )
  const request = {
    projectId: test.projectId,
    documentId: 'manuscript/010.md',
    cursorPosition: chapter.length,
    skillId: 'continue',
  }
  const { budget } = await test.invoke('context:assemble', { ...request, preview: true })
  const limits = { window: 8192, outputReserve: 8192 - 6000 - budget.templateTokens }
  return { chapter, result: await test.invoke('context:assemble', { ...request, limits }) }
}

describe('Requirement: Token 预算管理', () => {
  it('Token 预算内——不裁剪', async () => {
    const { result } = await assembleSizes({ rules: 700, settings: 900, retrieved: 1500, immediate: 2000 })
    expect(result.budget.total).toBe(6000)
    expect(result.budget.estimate.totalTokens).toBeGreaterThan(5000)
    expect(result.budget.estimate.totalTokens).toBeLessThan(6000)
    expect([...new Set(result.trim.map(({ action, reason }) => `${action} ${reason}`))]).toEqual([
      'kept within_budget',
    ])
    expect(result.warnings).toEqual([])
    expect(result.tokenCount).toBe(result.budget.estimate.totalTokens + result.budget.templateTokens)
  })

  it('Token 超出预算——裁剪 Retrieved 层', async () => {
    const { result, chapter } = await assembleSizes({
      rules: 800,
      settings: 1000,
      retrieved: 2500,
      immediate: 2800,
    })
    const { total, estimate } = result.budget
    expect([total, estimate.totalTokens > 7000, estimate.retrievedTokens > 2300]).toEqual([6000, true, true])
    const cut = result.trim.filter(({ action }) => action !== 'kept')
    // The passages of the lowest scores are left out; of the best, whole sentences may be what fits.
    const dropped = cut.findLastIndex(({ action }) => action === 'dropped') + 1
    expect(dropped).toBeGreaterThan(3)
    expect(cut).toEqual(
      Array.from({ length: cut.length }, (_, i) => ({
        layer: 'retrieved',
        sourceRef: `planted:${i}`,
        action: i < dropped ? 'dropped' : 'trimmed',
        reason: 'over_budget',
        beforeChars: expect.any(Number),
        afterChars: i < dropped ? 0 : expect.any(Number),
        reasonCode: 'given',
        params: { text: '植入' },
      })),
    )
    const { rules, settings, retrieved, immediate } = result.layers
    expect(rules.tokens + settings.tokens + retrieved.tokens + immediate.tokens).toBeLessThanOrEqual(6000)
    expect([rules.tokens, settings.tokens]).toEqual([estimate.rulesTokens, estimate.settingsTokens])
    expect(immediate.truncated).toBe(false)
    expect(result.userContent).toContain(chapter)
  })

  it('极端场景——Rules 层单独超出预算', async () => {
    const logged: { fields: object; message: string }[] = []
    const log = (fields: object, message: string) => void logged.push({ fields, message })
    const named = Array.from({ length: 100 }, (_, i) =>
      character(`角色${i}`, `角色${i}，${prose(40, `第${i}号`)}`, {
        score: i % 25 === 7 ? 0.9 : 0.01,
        title: `角色${i}`,
        forms: { name: `角色${i}` },
      }),
    )
    test = await startNovel(
      { '.creonow/rules/constraints.json': constraintsFile(['不写梦']), 'manuscript/010.md': prose(3000) },
      sourcesOf(named),
      { logger: { debug() {}, info() {}, warn: log, error() {} } },
    )
    const result = await test.invoke('context:assemble', {
      projectId: test.projectId,
      documentId: 'manuscript/010.md',
      cursorPosition: 2000,
      skillId: 'continue',
      limits: { window: 12_000, outputReserve: 2000 },
    })
    const { total, estimate } = result.budget
    expect(estimate.rulesTokens).toBeGreaterThan(2000)
    expect(result.layers.rules.tokens).toBeLessThanOrEqual(Math.floor(total * 0.15))
    expect(result.warnings.map((text) => text.split(':')[0])).toEqual(['CONTEXT_RULES_OVERBUDGET'])
    for (const relevant of [7, 32, 57, 82])
      expect(result.systemPrompt).toContain(`<<<角色 · 角色${relevant}>>>\n角色${relevant}，`)
    expect(result.systemPrompt).toContain('1. 不写梦\n')
    const notInFull = result.trim.filter(({ layer, action }) => layer === 'rules' && action !== 'kept')
    expect(notInFull.length).toBeGreaterThan(10)
    const lines = logged.filter(({ message }) => message === 'CONTEXT_RULES_OVERBUDGET')
    expect(lines.length).toBe(notInFull.length + 1)
    expect(JSON.stringify(lines)).not.toContain('第7号')
    expect(result.layers.immediate.truncated).toBe(false)
  })

  it('预算计算器异常自动回退', async () => {
    test = await startNovel({
      '.creonow/rules/constraints.json': constraintsFile(['不写梦']),
      'manuscript/001.md': `# 第一章\n${prose(20_000)}`,
    })
    const { constraints, creonow, manuscript, projects } = test.app.services
    let calls = 0
    const broken = {
      ...tokenizer,
      count(text: string) {
        calls += 1
        if (calls > 6) throw new Error('planted')
        return tokenizer.count(text)
      },
    }
    const engine = engineOf(
      [
        createConstraints(constraints, manuscript),
        createStyleSheet(creonow),
        createTerminology(creonow),
        createProfile(projects),
        createSettingsFiles(creonow),
      ],
      { tokenizer: broken },
    )
    const documentId = 'manuscript/001.md'
    const { text } = await manuscript.read(test.projectId, documentId)
    const assembly = await engine.assemble(
      requestFor(text, { projectId: test.projectId, documentId, budget: { ...defaultBudget } }),
    )
    expect(assembly.notices.map((notice) => describeNotice(notice, 'zh'))).toEqual([
      expect.stringMatching(/^CONTEXT_BUDGET_FALLBACK: \S/),
    ])
    expect(assembly.tokenizer).toEqual({ id: 'estimate', exact: false })
    expect(assembly.systemPrompt).toContain('1. 不写梦\n')
    const prompt = assembly.systemPrompt + assembly.userContent
    expect(assembly.tokenCount).toBeGreaterThanOrEqual(tokenizer.count(prompt))
    expect(assembly.tokenCount * 1.15).toBeLessThanOrEqual(assembly.budget.maxInputTokens)
  })

  it('并发更新预算配置的版本校验', async () => {
    test = await startNovel({ 'manuscript/001.md': '雾。' })
    const { projectId } = test
    const { version, layers } = await test.invoke('context:budget:get', { projectId })
    const withRules = (ratio: number) => ({
      ...layers,
      rules: { ...layers.rules, ratio },
      immediate: { ...layers.immediate, ratio: 0.65 - ratio },
    })
    await test.invoke('context:budget:update', { projectId, version, layers: withRules(0.25) })
    expect(await test.codeOf('context:budget:update', { projectId, version, layers: withRules(0.05) })).toBe(
      'CONTEXT_BUDGET_CONFLICT',
    )
    expect(await test.invoke('context:budget:get', { projectId })).toEqual({
      version: version + 1,
      layers: withRules(0.25),
    })
  })
})

describe('Requirement: 模块级可验收标准', () => {
  it('组装性能与预算一致性达标', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 50 }, (_, i) => [
        `manuscript/${String(i + 1).padStart(3, '0')}.md`,
        prose(4000, `第${i}章`),
      ]),
    )
    test = await startNovel(
      { ...files, '.creonow/rules/constraints.json': constraintsFile(['不写梦']) },
      sourcesOf([
        { source: 'settingsFiles', path: 'planted:s', label: '设定', confidence: 1, text: prose(500) },
        ...passages(20, 2000),
      ]),
      // Ten wait for each chapter; how long is the machine's matter, and no part of what is said here.
      { engineLimits: { waitMs: 600_000 } },
    )
    const request = (i: number) => ({
      projectId: test.projectId,
      documentId: `manuscript/${String((i % 50) + 1).padStart(3, '0')}.md`,
      cursorPosition: 1000 + i,
      skillId: 'continue',
      limits: { window: 8192, outputReserve: 1024 },
      stateless: true,
    })
    const all = await Promise.all(
      Array.from({ length: 500 }, (_, i) => test.invoke('context:assemble', request(i))),
    )
    expect(all.length).toBe(500)
    for (const { tokenCount, prompt, budget, layers } of all) {
      expect(tokenCount).toBeLessThanOrEqual(budget.maxInputTokens)
      expect(tokenCount).toBe(tokenizer.count(prompt))
      expect(Object.values(layers).every(({ tokens }) => tokens > 0)).toBe(true)
    }
  })
})

describe('NFR: Capacity, Concurrency', () => {
  it('超大上下文输入保护', async () => {
    test = await startNovel({
      'manuscript/001.md': '雾来了。',
    })
    const error = await test
      .invoke('context:assemble', {
        projectId: test.projectId,
        documentId: 'manuscript/001.md',
        cursorPosition: 4,
        skillId: 'continue',
        additionalInput: textOf(90_000, '要求'),
        limits: { window: 200_000, outputReserve: 4096 },
      })
      .catch((reason: Error) => reason.message)
    expect(error).toMatch(/CONTEXT_INPUT_TOO_LARGE .*请缩小选区/)
  })

  it('并发组装背压', async () => {
    let open: () => void = () => undefined
    const opened = new Promise<void>((resolve) => {
      open = resolve
    })
    const seen: number[] = []
    const gate = sourceOf('passages', async ({ cursorPosition }) => {
      seen.push(cursorPosition)
      await opened
      return []
    })
    test = await startNovel({ 'manuscript/001.md': prose(2000) }, [gate])
    const request = (cursorPosition: number) => ({
      projectId: test.projectId,
      documentId: 'manuscript/001.md',
      cursorPosition,
      skillId: 'continue',
      stateless: true,
    })
    const started = Array.from({ length: 21 }, (_, i) => test.codeOf('context:assemble', request(i)))
    expect(await started[20]).toBe('CONTEXT_BACKPRESSURE')
    await expect.poll(() => seen.length).toBe(4)
    open()
    expect(await Promise.all(started)).toEqual([...Array(20).fill('ok'), 'CONTEXT_BACKPRESSURE'])
    expect(await test.codeOf('context:assemble', request(1))).toBe('ok')
  })
})
