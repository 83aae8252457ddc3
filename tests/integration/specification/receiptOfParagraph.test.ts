import { afterEach, describe, expect, it } from 'vitest'
import type { ChannelInput } from '../../../main/src/contract/index.ts'
import type { TestApp } from '../../support/app.ts'
import { startNovel } from '../../support/novel.ts'

let test: TestApp
afterEach(() => test.remove())

const files = {
  'manuscript/001.md': '# 第一章\n\n　　林远上了岸。\n',
  'manuscript/002.md': '# 第二章\n\n　　许三娘关了门。\n',
}

/** Runs the offline model, tells what became of its text, and names the receipt. */
async function runWith(
  documentId: string,
  outcome: ChannelInput<'ai:outcome'>['outcome'],
  text: string,
): Promise<string> {
  const { projectId } = test
  const known = new Set((await list({})).receipts.map(({ receiptId }) => receiptId))
  const input = { projectId, documentId, cursorPosition: 5, skillId: 'continue' }
  const { runId, finished } = await test.app.services.runs.start(input, () => undefined)
  await finished
  await test.invoke('ai:outcome', { projectId, runId, outcome, text })
  const { receipts } = await list({})
  return receipts.find(({ receiptId }) => !known.has(receiptId))?.receiptId ?? ''
}

const list = (filter: { documentId?: string; paragraph?: string }) =>
  test.invoke('context:receipt:list', { projectId: test.projectId, ...filter })
const runsOf = async (paragraph: string, documentId?: string) =>
  (await list(documentId === undefined ? { paragraph } : { paragraph, documentId })).receipts.map(
    ({ receiptId }) => receiptId,
  )

describe('the run that wrote a paragraph', () => {
  it('is found whatever the indent or the line ends of the file, and not for an edited paragraph', async () => {
    test = await startNovel(files)
    const text = '　　𠮷野把灯举高。\r\n\r\n　　“别出声。”她说。\n雾又厚了一层。\r'
    const id = await runWith('manuscript/001.md', 'accepted', text)
    for (const paragraph of [
      '𠮷野把灯举高。',
      '　　𠮷野把灯举高。\r\n',
      '　“别出声。”她说。',
      '\t雾又厚了一层。 ',
    ])
      expect([paragraph, await runsOf(paragraph)]).toEqual([paragraph, [id]])
    for (const paragraph of [
      '𠮷野把灯举高！',
      '𠮷野把灯',
      '"别出声。"她说。',
      '林远上了岸。',
      '',
      '　　\r\n',
      text,
    ])
      expect([paragraph, await runsOf(paragraph)]).toEqual([paragraph, []])
  })

  it('is listed behind a later one, never when it was discarded or of another chapter', async () => {
    test = await startNovel(files)
    await runWith('manuscript/001.md', 'rejected', '没有采用的一段。')
    const first = await runWith('manuscript/001.md', 'accepted', '雾又厚了一层。')
    const second = await runWith('manuscript/002.md', 'edited', '雾又厚了一层。\n后一段。')
    expect(await runsOf('没有采用的一段。')).toEqual([])
    expect(await runsOf('雾又厚了一层。')).toEqual([second, first])
    expect(await runsOf('雾又厚了一层。', 'manuscript/001.md')).toEqual([first])
    expect(await runsOf('后一段。', 'manuscript/001.md')).toEqual([])
  })

  it('is not searched for a text without end', async () => {
    test = await startNovel(files)
    const { projectId } = test
    expect(await test.codeOf('context:receipt:list', { projectId, paragraph: '雾'.repeat(1_000_001) })).toBe(
      'INVALID_ARGUMENT',
    )
  })
})
