import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createApp } from '../../../../main/src/app.ts'
import type { ChannelOutput } from '../../../../main/src/contract/index.ts'
import { silentLogger } from '../../../../main/src/lib/logger.ts'
import type { TestApp } from '../../../support/app.ts'
import { startNovel } from '../../../support/novel.ts'
import { createWebClippings } from '../../../support/webClippings.ts'

let clippings: string
let test: TestApp
const key = `sk-${'aB3dE5gH7jK9mN1pQ3sT5'}`
const text = '　　东礁灯塔建于乙巳年，高十七丈。\r\n𠮷野家的灯油每月一换。\n'

beforeEach(async () => {
  clippings = await mkdtemp(join(tmpdir(), 'clippings-'))
  await mkdir(clippings, { recursive: true })
})
afterEach(async () => {
  await test.remove()
  await rm(clippings, { recursive: true, force: true })
})

const start = async (content: string) => {
  await writeFile(join(clippings, '灯塔.txt'), content)
  await writeFile(join(clippings, '铜哨.txt'), '铜哨的吹法。')
  const chapter = '# 第一章\n雾漫上来，灯塔还亮着。'
  test = await startNovel({ 'manuscript/001.md': chapter }, [createWebClippings(clippings)])
  return {
    projectId: test.projectId,
    documentId: 'manuscript/001.md',
    cursorPosition: chapter.length,
    skillId: 'continue',
  }
}

describe('web clippings, a source of one file', () => {
  it('stand in Retrieved with label, evidence and receipt', async () => {
    const request = await start(`${text}密码 ${key}`)
    const { userContent, trim, redaction, warnings, receiptId } = await test.invoke(
      'context:assemble',
      request,
    )
    expect(warnings).toEqual([])
    expect(userContent).toContain(`<<<召回>>>\n<<<剪报 · 灯塔>>>\n${text}密码 `)
    expect([userContent.includes(key), userContent.includes('铜哨的吹法')]).toEqual([false, false])
    expect(redaction).toEqual([{ patternId: 'sk-key', sourceRef: 'clippings/灯塔.txt', matchCount: 1 }])
    expect(trim.filter(({ sourceRef }) => sourceRef.startsWith('clippings/'))).toEqual([
      {
        layer: 'retrieved',
        sourceRef: 'clippings/灯塔.txt',
        action: 'kept',
        reason: 'within_budget',
        reasonCode: 'given',
        params: { text: '正文里提到「灯塔」' },
        beforeChars: expect.any(Number),
        afterChars: expect.any(Number),
      },
    ])
    const { chunks } = await test.invoke('context:receipt:read', {
      projectId: test.projectId,
      receiptId: receiptId ?? '',
    })
    expect(chunks.find(({ sourceName }) => sourceName === 'webClippings')).toMatchObject({
      layer: 'retrieved',
      source: 'clippings/灯塔.txt',
      label: '剪报 · 灯塔',
      state: 'same',
    })
  })

  it('are read again from their folder when the app has been started anew', async () => {
    const request = await start(text)
    const { receiptId } = await test.invoke('context:assemble', request)
    await test.app.dispose()
    const readAgain = async () => {
      const app = await createApp({
        dataFolder: test.dataFolder,
        logger: silentLogger,
        environment: {},
        sources: (real) => [...real, createWebClippings(clippings)],
      })
      const session = app.createSession({ id: 'again', mayInspect: () => true })
      await app.router.dispatch(session, 'projects:open', { rootPath: test.project })
      const answer = await app.router.dispatch(session, 'context:receipt:read', {
        projectId: test.projectId,
        receiptId,
      })
      await app.dispose()
      if (!answer.ok) throw new Error(answer.error.code)
      const { chunks } = answer.data as ChannelOutput<'context:receipt:read'> // the contract's output
      const found = chunks.find(({ sourceName }) => sourceName === 'webClippings')
      return found && { state: found.state, text: found.text }
    }
    expect(await readAgain()).toEqual({ state: 'same', text })
    await writeFile(join(clippings, '灯塔.txt'), `${text}后来倒了。`)
    expect(await readAgain()).toEqual({ state: 'changed', text: null })
  })

  it('are cut with evidence when there are a million characters of them, and the request goes on', async () => {
    const line = '东礁的潮水一日两涨，灯塔的影子落在第三级石阶上。\n'
    const huge = line.repeat(Math.ceil(1_000_000 / line.length))
    const request = await start(huge)
    const { userContent, trim, tokenCount, budget } = await test.invoke('context:assemble', request)
    const [row] = trim.filter(({ sourceRef }) => sourceRef.startsWith('clippings/'))
    expect(row).toMatchObject({ reason: 'over_budget', beforeChars: huge.length })
    expect(['trimmed', 'dropped']).toContain(row?.action)
    expect(row?.afterChars).toBeLessThan(100_000)
    expect(userContent).toContain('雾漫上来，灯塔还亮着。')
    expect(tokenCount).toBeLessThanOrEqual(budget.maxInputTokens)
  })
})
