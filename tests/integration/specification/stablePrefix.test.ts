import { appendFile, cp, mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { createApp } from '../../../main/src/app.ts'
import { silentLogger } from '../../../main/src/lib/logger.ts'
import type { TestApp } from '../../support/app.ts'
import { character, constraintsFile, preference, prose, startNovel } from '../../support/novel.ts'
import { type Planted, sourceOf } from '../../support/planted.ts'

let test: TestApp
afterEach(() => test.remove())

const files = {
  '.creonow/rules/constraints.json': constraintsFile(['严格第一人称叙述', '不写梦']),
  '.creonow/settings/世界观.md': '雾港没有魔法。\n',
  'manuscript/001.md': `# 第一章\n${prose(800)}`,
  'manuscript/002.md': `# 第二章\n${prose(3000, '新港')}`,
}
const request = (more: object = {}) => ({
  projectId: test.projectId,
  documentId: 'manuscript/002.md',
  cursorPosition: 1200,
  skillId: 'continue',
  ...more,
})

describe('Requirement: Stable Prefix Hash', () => {
  it('连续续写——Stable Prefix 命中缓存', async () => {
    test = await startNovel(files)
    const results = []
    for (const cursorPosition of [1200, 1260, 1320])
      results.push(await test.invoke('context:assemble', request({ cursorPosition })))
    expect(results.map(({ stablePrefixUnchanged }) => stablePrefixUnchanged)).toEqual([false, true, true])
    expect(new Set(results.map(({ stablePrefixHash }) => stablePrefixHash)).size).toBe(1)
    for (const { delta } of results.slice(1)) {
      const changed = delta.blocks.filter(({ state }) => state !== 'same')
      expect(
        changed.map(({ blockId }) => blockId.split(':')[0]).filter((layer) => layer !== 'retrieved'),
      ).toEqual(changed.filter(({ blockId }) => blockId.startsWith('immediate')).map(() => 'immediate'))
    }
  })

  it('Settings 变更导致缓存失效', async () => {
    const confirmed: Planted[] = [preference('p1', '动作场景偏好短句')]
    test = await startNovel(files, [sourceOf('preferences', async () => confirmed)])
    const before = await test.invoke('context:assemble', request())
    confirmed.push(preference('p2', '对话不用“道”字'))
    const after = await test.invoke('context:assemble', request())
    const again = await test.invoke('context:assemble', request())
    expect(after.systemPrompt).toContain('对话不用“道”字')
    expect(after.stablePrefixHash).not.toBe(before.stablePrefixHash)
    expect([after.stablePrefixUnchanged, again.stablePrefixUnchanged]).toEqual([false, true])
    expect(after.delta.firstChange?.blockId).toBe('settings:preferences:memory:p2')
    await appendFile(join(test.project, '.creonow/settings/世界观.md'), '潮水每日两次。\n')
    expect((await test.invoke('context:assemble', request())).stablePrefixUnchanged).toBe(false)
  })

  it('keeps prefix and prompt of a project that was moved, copied or opened a year later', async () => {
    test = await startNovel(files)
    const first = await test.invoke('context:assemble', request({ stateless: true }))
    await test.app.dispose()
    const year = 365 * 24 * 3600 * 1000
    const places = { copied: join(test.folder, '别处/副本'), moved: join(test.folder, 'moved') }
    await mkdir(join(test.folder, '别处'))
    await cp(test.project, places.copied, { recursive: true })
    await rename(test.project, places.moved)
    for (const [name, rootPath] of Object.entries(places)) {
      const app = await createApp({
        dataFolder: join(test.folder, `data-${name}`),
        logger: silentLogger,
        environment: {},
        clock: { now: () => Date.now() + year, monotonic: () => performance.now() + year },
      })
      const session = app.createSession({ id: name, mayInspect: () => false })
      const opened = await app.router.dispatch(session, 'projects:open', { rootPath })
      const projectId = opened.ok ? (opened.data as { projectId: string }).projectId : ''
      await app.services.retrieval.ensureIndexed(projectId)
      const answer = await app.router.dispatch(session, 'context:assemble', {
        ...request({ stateless: true }),
        projectId,
      })
      await app.dispose()
      const { stablePrefixHash, promptHash } = answer.ok ? (answer.data as typeof first) : first
      expect([name, answer.ok, stablePrefixHash, promptHash]).toEqual([
        name,
        true,
        first.stablePrefixHash,
        first.promptHash,
      ])
    }
  })

  it('keeps the rules it chose while they cover what is mentioned, across app starts', async () => {
    const scores = new Map<string, number>()
    const entries = Array.from({ length: 40 }, (_, i) => `角色${i}`)
    const codex = sourceOf('codexAlways', async () =>
      entries.map((name, i) =>
        character(name, `${name}，${prose(60, `第${i}号`)}`, {
          score: scores.get(name) ?? (40 - i) / 1000,
          title: name,
          forms: { name },
        }),
      ),
    )
    test = await startNovel(files, [codex])
    const limits = { window: 12_000, outputReserve: 2000 }
    const chosen = async (documentId = 'manuscript/002.md') => {
      const { systemPrompt, stablePrefixUnchanged } = await test.invoke(
        'context:assemble',
        request({ limits, documentId }),
      )
      return {
        has: (name: string) => systemPrompt.includes(`角色 · ${name}>>>\n${name}，`),
        stablePrefixUnchanged,
      }
    }
    const first = await chosen()
    expect([first.has('角色0'), first.has('角色39')]).toEqual([true, false])
    scores.set('角色1', 0.9) // already there
    expect((await chosen()).stablePrefixUnchanged).toBe(true)
    scores.set('角色39', 0.9) // not there: chosen anew at the next rebuild, here that of another chapter
    const waiting = await chosen()
    expect([waiting.has('角色39'), waiting.stablePrefixUnchanged]).toEqual([false, true])
    const moved = await chosen('manuscript/001.md')
    expect([moved.has('角色39'), moved.has('角色1'), moved.stablePrefixUnchanged]).toEqual([
      true,
      true,
      false,
    ])
    scores.clear() // what is there still covers the nothing that is mentioned
    const calm = await chosen()
    expect([calm.has('角色39'), calm.stablePrefixUnchanged]).toEqual([true, true])
    const alone = await test.invoke('context:assemble', request({ limits, stateless: true }))
    expect(alone.systemPrompt).not.toContain('角色 · 角色39>>>\n角色39，')
    await writeFile(join(test.project, '.creonow/rules/style.md'), '短句。\n')
    expect((await chosen()).has('角色39')).toBe(true)
  })
})
