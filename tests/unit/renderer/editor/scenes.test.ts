import fc from 'fast-check'
import { expect, test } from 'vitest'
import { headingsOf, sceneMove, scenesOf } from '../../../../renderer/src/features/editor/scenes.ts'
import { countedChecks } from '../../../support/countedChecks.ts'

const moved = (text: string, title: string, from: number, to: number): string | null => {
  const move = sceneMove(text, title, from, to)
  if (move === null) return null
  return move.changes.toReversed().reduce((whole, { from, to, insert }) => {
    return whole.slice(0, from) + insert + whole.slice(to)
  }, text)
}

const chapter =
  '# 第一章　雾\n\n引子。\n\n## 夜\n\n𠮷人来。\n\n***\n\n## 晨 ##\n\n“走。”\n\n### 注\n\n## 船　上\n尾'

test('scenes are the headings one level below the chapter, each up to the next', () => {
  const scenes = scenesOf(chapter, '第一章　雾')
  expect(scenes.map(({ title, from, end }) => [title, chapter.slice(from, end)])).toEqual([
    ['夜', '## 夜\n\n𠮷人来。\n\n***'],
    ['晨', '## 晨 ##\n\n“走。”\n\n### 注'],
    ['船　上', '## 船　上\n尾'],
  ])
})

test.each([
  ['# 第一卷 起\n\n## 第一章 雾\n\n### 夜\n\n### 晨\n', '第一章 雾', ['夜', '晨']],
  ['第一回 宴桃园\n\n## 夜\n## 晨', '第一回 宴桃园', ['夜', '晨']],
  ['没有标题\n#夜\n\n　## 晨\n', '没有标题', []],
  // The title stands on two lines.
  ['## 第一章\n雾\n\n### 夜\n', '第一章 雾', ['夜']],
])('%j has its scenes', (text, title, titles) => {
  expect(scenesOf(text, title).map((scene) => scene.title)).toEqual(titles)
})

test('a scene goes up or down with its words, and blank lines part it from its neighbours as before', () => {
  expect(moved(chapter, '第一章　雾', 2, 0)).toBe(
    '# 第一章　雾\n\n引子。\n\n## 船　上\n尾\n\n## 夜\n\n𠮷人来。\n\n***\n\n## 晨 ##\n\n“走。”\n\n### 注',
  )
  expect([moved(chapter, '第一章　雾', 1, 1), moved(chapter, '第一章　雾', 0, 3)]).toEqual([null, null])
  expect(sceneMove(chapter, '第一章　雾', 0, 2)?.head).toBe(
    moved(chapter, '第一章　雾', 0, 2)?.indexOf('## 夜'),
  )
})

test('a scene moved there and back leaves every character as it was, and no other line is lost', () => {
  const scene = fc
    .tuple(fc.constantFrom('## 夜', '## 晨 ##', '## 𠮷'), fc.constantFrom('', '\n', '\n\n雾。', '\n“走。”\n'))
    .map((parts) => parts.join(''))
  const gap = fc.constantFrom('\n', '\n\n', '\n \n\n')
  const book = fc.array(fc.tuple(scene, gap), { minLength: 2, maxLength: 5 })
  const checked = countedChecks()
  fc.assert(
    fc.property(book, fc.nat(4), fc.nat(4), (parts, from, to) => {
      const text = `# 章\n\n${parts.map((part) => part.join('')).join('')}`
      const there = moved(text, '章', from, to)
      checked.when(there !== null)
      if (there === null) return
      expect(headingsOf(there)).toHaveLength(headingsOf(text).length)
      expect(there.split('\n').sort()).toEqual(text.split('\n').sort())
      expect(sceneMove(text, '章', from, to)?.head).toBe(scenesOf(there, '章')[to]?.from)
      expect(moved(there, '章', to, from)).toBe(text)
    }),
    { numRuns: 400, seed: 19 },
  )
  checked.expectShare(0.2)
})
