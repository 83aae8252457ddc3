import { afterEach, beforeEach, expect, it } from 'vitest'
import type { TestApp } from '../../support/app.ts'
import { prose, startNovel } from '../../support/novel.ts'

const texts = {
  before: '主角在第五章之前不知道真相',
  between: '第二章到第四章里，灯塔是灭的',
  after: '第三章起，“阿砚”改称「砚先生」',
  always: '不写感叹号',
}
let test: TestApp
beforeEach(async () => {
  const chapters = Array.from({ length: 6 }, (_, index) => [
    `manuscript/00${index + 1}-篇${index + 1}.md`,
    `# 第${'一二三四五六'[index]}章　篇${index + 1}\r\n\r\n${prose(400, `篇${index + 1}`)}`,
  ])
  test = await startNovel(Object.fromEntries(chapters))
  const { projectId } = test
  const scopes = {
    before: { to: id(4) },
    between: { from: id(2), to: id(4) },
    after: { from: id(3) },
    always: undefined,
  }
  for (const [name, text] of Object.entries(texts)) {
    const scope = scopes[name as keyof typeof texts] // the keys of `texts`
    await test.invoke('constraints:create', { projectId, text, kind: 'plot', ...(scope ? { scope } : {}) })
  }
})
afterEach(() => test.remove())

const id = (n: number) => `manuscript/00${n}-篇${n}.md`

/** For each chapter, by its number in the file's first words, which rules its prompt holds. */
async function rulesByChapter(): Promise<Record<string, string[]>> {
  const { projectId } = test
  const { documents } = await test.invoke('documents:list', { projectId })
  const found: Record<string, string[]> = {}
  for (const { documentId, title } of documents) {
    const request = { projectId, documentId, cursorPosition: 50, skillId: 'continue' }
    const { systemPrompt, userContent, warnings } = await test.invoke('context:assemble', request)
    expect(warnings.filter((warning) => warning.startsWith('CONSTRAINT'))).toEqual([])
    const present = Object.entries(texts).filter(([, text]) => systemPrompt.includes(text))
    expect(Object.values(texts).filter((text) => userContent.includes(text))).toEqual([])
    found[title] = present.map(([name]) => name)
  }
  return found
}

const atFirst = {
  '第一章　篇1': ['before', 'always'],
  '第二章　篇2': ['before', 'between', 'always'],
  '第三章　篇3': ['before', 'between', 'after', 'always'],
  '第四章　篇4': ['before', 'between', 'after', 'always'],
  '第五章　篇5': ['after', 'always'],
  '第六章　篇6': ['after', 'always'],
}

it('a scoped rule is printed in its scope only, also when chapters are renamed and moved', async () => {
  const { projectId } = test
  expect(await rulesByChapter()).toEqual(atFirst)

  // The ends of scopes get other names: nothing else changes.
  const fourth = await test.invoke('documents:rename', {
    projectId,
    documentId: id(4),
    title: '第四章　灯：灭（上）',
  })
  const { '第四章　篇4': ofFourth, ...others } = atFirst
  expect(await rulesByChapter()).toEqual({ ...others, '第四章　灯：灭（上）': ofFourth })

  // Another chapter goes between the ends: it is inside now.
  const sixth = await test.invoke('documents:move', { projectId, documentId: id(6), after: id(2) })
  expect((await rulesByChapter())['第六章　篇6']).toEqual(['before', 'between', 'always'])

  // An end goes elsewhere, and its scope with it.
  const { documentId } = fourth
  const moved = await test.invoke('documents:move', { projectId, documentId, after: id(5) })
  expect((await rulesByChapter())['第五章　篇5']).toEqual(['before', 'between', 'after', 'always'])

  for (const { documentId } of [moved, sixth]) await test.invoke('documents:undo', { projectId, documentId })
  await test.invoke('documents:undo', { ...fourth, projectId })
  expect(await rulesByChapter()).toEqual(atFirst)
})
