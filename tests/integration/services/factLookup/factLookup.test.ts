import { afterEach, describe, expect, it } from 'vitest'
import type { TestApp } from '../../../support/app.ts'
import { idOf } from '../../../support/chapterId.ts'
import { startNovel } from '../../../support/novel.ts'

let test: TestApp
afterEach(() => test.remove())

const entry = (head: string, body: string) => `---\n${head}\n---\n${body}`
/** Nothing that the scene of the second chapter speaks of. */
const nights = Array.from({ length: 900 }, (_, n) => `第${n}夜，更夫敲了${n % 7}遍梆子，雨没有停。`).join(
  '\r\n',
)

const files = {
  '.creonow/project.json': JSON.stringify({
    ...{ id: 'p', name: '府城', language: 'zh' },
    chapters: { 'manuscript/002.md': { pov: '阿砚' } },
  }),
  '.creonow/characters/沈知府.md': entry(
    [
      ...['id: shen', 'name: 沈知府', 'type: character', 'aiContextLevel: when_detected'],
      ...['progressions:', '  - from: manuscript/003.md', '    text: 沈知府在牢中病死。', '    state: 已死'],
    ].join('\n'),
    '府城的父母官，面白无须。',
  ),
  '.creonow/characters/阿砚.md': entry('id: yan\nname: 阿砚\ntype: character', '书童。'),
  '.creonow/characters/影子.md': entry(
    'id: ying\nname: 影子\ntype: character\naiContextLevel: never',
    '幕后的人。',
  ),
  '.creonow/items/铜哨.md': entry(
    'id: shao\nname: 铜哨\ntype: item\nknownBy: [沈知府]',
    '能唤来暗卫的铜哨。',
  ),
  '.creonow/settings/府城.md': '府城的城门酉时关闭。\r\n',
  'manuscript/001.md': `# 第一章 雨夜\r\n　　裴照把朱漆匣子埋在槐树下。\r\n${nights}`,
  'manuscript/002.md': `# 第二章 公堂\r\n　　沈知府升堂，阿砚站在廊下。😀\r\n　　铜哨响了一声。`,
  'manuscript/003.md': '# 第三章 牢狱\r\n　　沈知府病死在牢里，玉佩不见了。',
}

async function asked(question: string, cursorPosition = 40) {
  const place = { projectId: test.projectId, documentId: 'manuscript/002.md', cursorPosition }
  const { receiptId } = await test.invoke('context:assemble', { ...place, skillId: 'continue' })
  return test.invoke('context:ask', { projectId: test.projectId, receiptId: receiptId ?? '', question })
}
const codesOf = ({ answers }: Awaited<ReturnType<typeof asked>>) => answers.map(({ code }) => code)

describe('a question about what a run read is answered', () => {
  it('with the place in the prompt where the name and the fact stand together', async () => {
    test = await startNovel(files)
    const { names, words, answers } = await asked('沈知府长什么样，面白吗？')
    expect({ names, words: words.includes('面白') }).toEqual({ names: ['沈知府'], words: true })
    expect(answers[0]).toMatchObject({ code: 'inPrompt', layer: 'retrieved' })
    expect(answers[0]?.excerpt).toContain('面白无须')
  })

  it('with the chapter from which the codex knows it, when that is a later one', async () => {
    test = await startNovel(files)
    const { answers } = await asked('为什么模型不知道沈知府已经死了？')
    expect(answers.find(({ code }) => code === 'changeLater')).toEqual({
      code: 'changeLater',
      params: { name: '沈知府', chapter: '第三章 牢狱' },
      excerpt: '已死：沈知府在牢中病死。',
      open: { kind: 'entry', id: 'shen' },
    })
    expect(answers.map(({ code }) => code)).not.toContain('noAnswer')
  })

  it('with the level of the entry, or the point of view, that keeps it out', async () => {
    test = await startNovel(files)
    expect([codesOf(await asked('影子是谁')), codesOf(await asked('铜哨有什么用'))]).toEqual([
      ['levelNever'],
      expect.arrayContaining(['entryHidden']),
    ])
  })

  it('with an earlier chapter that was not chosen, a later one, or the word that it was not found', async () => {
    test = await startNovel(files)
    await test.app.services.retrieval.ensureIndexed(test.projectId)
    const earlier = (await asked('朱漆匣子埋在哪里')).answers.at(-1)
    expect(earlier).toMatchObject({
      params: { chapter: '第一章 雨夜' },
      open: { documentId: idOf('manuscript/001.md') },
    })
    expect(earlier?.excerpt).toBe('裴照把朱漆匣子埋在槐树下。')
    expect([earlier?.code, codesOf(await asked('玉佩去了哪里')), codesOf(await asked('麒麟'))]).toEqual([
      'earlier',
      ['notYet'],
      ['noAnswer'],
    ])
  })

  it('by sentences that have all of it, and what comes near is shown as that', async () => {
    test = await startNovel(files)
    const half = await asked('升堂、玉佩')
    expect([half.words, codesOf(half)]).toEqual([
      ['升堂', '玉佩'],
      expect.arrayContaining(['noAnswer', 'closeInPrompt']),
    ])
    expect(codesOf(half)).not.toContain('inPrompt')
    expect(new Set(codesOf(await asked('阿砚')))).toEqual(new Set(['inPrompt']))
  })

  it('not by a sentence about somebody else', async () => {
    test = await startNovel(files)
    const [right, other] = [await asked('阿砚站在哪里'), await asked('影子站在廊下吗')]
    expect([codesOf(right)[0], codesOf(other).includes('inPrompt')]).toEqual(['inPrompt', false])
  })

  it('with the chapter that ended it, for what held only before this one', async () => {
    const over = entry(
      'id: men\nname: 城门\ntype: location\nprogressions:\n  - from: manuscript/001.md\n    to: manuscript/001.md\n    text: 城门被洪水冲垮。',
      '府城的东门。',
    )
    test = await startNovel({ ...files, '.creonow/locations/城门.md': over })
    expect((await asked('城门冲垮了没有')).answers.find(({ code }) => code === 'changeOver')).toEqual({
      code: 'changeOver',
      params: { name: '城门', chapter: '第一章 雨夜' },
      excerpt: '城门被洪水冲垮。',
      open: { kind: 'entry', id: 'men' },
    })
  })

  it('without the secrets that the prompt hid', async () => {
    const secret = 'sk-THIS_SHOULD_BE_REDACTED0123456789'
    test = await startNovel({ ...files, '.creonow/settings/钥匙.md': `银库的钥匙：${secret}，在东墙。` })
    const answer = await asked('银库的钥匙在哪里')
    expect(answer.answers[0]?.code).toBe('inPrompt')
    expect(JSON.stringify(answer)).not.toContain('THIS_SHOULD')
  })

  it('without half of a secret where a long sentence, or what happens later, is cut', async () => {
    const token = 'ghp_aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC1dE3fG5'
    const buried = `　　裴照把朱漆匣子埋在槐树下${'和井台边和墙根'.repeat(19)} ${token}都记着。`
    const later = `沈知府在牢中病死${'，无人来收尸'.repeat(30)} ${token}。`
    const shen = files['.creonow/characters/沈知府.md'].replace('沈知府在牢中病死。', later)
    test = await startNovel({
      ...files,
      'manuscript/001.md': `# 第一章 雨夜\r\n${buried}\r\n${nights}`,
      '.creonow/characters/沈知府.md': shen,
    })
    await test.app.services.retrieval.ensureIndexed(test.projectId)
    const answers = [...(await asked('朱漆匣子埋在哪里')).answers, ...(await asked('沈知府病死了吗')).answers]
    expect(answers.map(({ code }) => code)).toEqual(expect.arrayContaining(['earlier', 'changeLater']))
    expect(answers.filter(({ excerpt = '' }) => excerpt.includes('ghp_'))).toEqual([])
    expect(answers.some(({ excerpt = '' }) => excerpt.includes('***REDACTED*'))).toBe(true)
  })
})
