import { afterEach, describe, expect, it } from 'vitest'
import type { TestApp } from '../../support/app.ts'
import { character, constraintsFile, preference, prose, startNovel } from '../../support/novel.ts'
import { sourcesOf } from '../../support/planted.ts'

let test: TestApp
afterEach(() => test.remove())

describe('Requirement: 四层上下文架构', () => {
  it('四层上下文正常组装', async () => {
    const chapter = `# 第十章\n${prose(9000)}父亲的铜哨不在抽屉里。`
    test = await startNovel(
      {
        '.creonow/rules/constraints.json': constraintsFile(['叙述人称：严格第一人称']),
        'manuscript/001.md': `# 第一章\n${prose(600, '旧港')}父亲把铜哨锁进抽屉，钥匙交给许三娘。\n`,
        'manuscript/010.md': chapter,
      },
      sourcesOf([character('林远', '林远，三十四岁，查信人。'), preference('p1', '动作场景偏好短句')]),
    )
    const result = await test.invoke('context:assemble', {
      projectId: test.projectId,
      documentId: 'manuscript/010.md',
      cursorPosition: chapter.length,
      skillId: 'continue',
    })
    const order = [
      '<<<规则>>>\n[创作约束 - 不可违反]\n1. 叙述人称：严格第一人称\n',
      '<<<角色 · 林远>>>\n林远，三十四岁，查信人。\n',
      '<<<设定>>>\n',
      '<<<偏好>>>\n动作场景偏好短句\n',
      '<<<召回>>>\n<<<第一章>>>\n',
      '父亲把铜哨锁进抽屉',
      '<<<即时>>>\n',
      '父亲的铜哨不在抽屉里。\n<<<光标所在>>>',
    ].map((part) => result.prompt.indexOf(part))
    expect(order).toEqual(order.toSorted((a, b) => a - b))
    expect(order[0]).toBeGreaterThan(0)
    expect(result.prompt).toBe(result.systemPrompt + result.userContent)
    expect(result.warnings).toEqual([])
    expect(result.layers.immediate.tokens).toBeGreaterThanOrEqual(2000)
    expect(result.prompt).toContain(chapter.slice(-2500))
  })

  it('新项目——Rules 和 Settings 为空', async () => {
    test = await startNovel({ 'manuscript/001.md': '# 第一章\n雾来了。' })
    const result = await test.invoke('context:assemble', {
      projectId: test.projectId,
      documentId: 'manuscript/001.md',
      cursorPosition: 10,
      skillId: 'continue',
    })
    expect(result.systemPrompt.endsWith('<<<规则>>>\n（无）\n<<<设定>>>\n（无）\n')).toBe(true)
    expect(result.userContent).toMatch(
      /^<<<即时>>>\n<<<光标之前 · 第一章>>>\n# 第一章\n雾来了。\n<<<光标所在>>>\n章：第一章\n<<<本次要求>>>\n/,
    )
    expect(result.layers.retrieved).toEqual({ tokens: 0, truncated: false, chunks: 0 })
    expect(result.warnings).toEqual([])
    const events: string[] = []
    const { finished } = await test.app.services.runs.start(
      { projectId: test.projectId, documentId: 'manuscript/001.md', cursorPosition: 10, skillId: 'continue' },
      ({ type }) => void events.push(type),
    )
    await finished
    expect([events[0], events.at(-1)]).toEqual(['started', 'done'])
  })

  it('speaks the language of the book, not of the app', async () => {
    test = await startNovel({
      '.creonow/project.json': JSON.stringify({ id: 'emma', name: 'Emma', language: 'en' }),
      'manuscript/001.md': '# Chapter 1\nEmma Woodhouse, handsome, clever, and rich.\n',
    })
    await test.invoke('settings:update', { patch: { language: 'zh' } })
    const { systemPrompt, userContent } = await test.invoke('context:assemble', {
      projectId: test.projectId,
      documentId: 'manuscript/001.md',
      cursorPosition: 40,
      skillId: 'continue',
    })
    expect(systemPrompt).toMatch(/<<<Rules>>>\n\(none\)\n<<<Settings>>>\n\(none\)\n$/)
    expect(systemPrompt + userContent).not.toMatch(/\p{Script=Han}/u)
  })
})
