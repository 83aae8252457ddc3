import { SearchQuery } from '@codemirror/search'
import { EditorState } from '@codemirror/state'
import { describe, expect, test } from 'vitest'
import { findWords, matchesOf } from '../../../../renderer/src/features/editor/findCount.ts'

const text = '　　林远𠮷站在雾里。\r\n“林远！”雾里没有人应。\r\n林远又喊。'
const phrases = EditorState.phrases.of({
  'nothing found': '没有找到',
  'found $': '$ 处',
  '$1 of $2': '$1 / $2',
  'not an expression': '正则写得不对',
})
const told = (search: string, select?: number, regexp = false) => {
  const state = EditorState.create({ doc: text, extensions: phrases })
  const query = new SearchQuery({ search, regexp })
  const matches = query.valid ? ([...matchesOf(state.doc, query)].at(-1) ?? []) : []
  const [anchor, head] = matches[select ?? -1] ?? [0, 0]
  const selected = state.update({ selection: { anchor, head } }).state
  return findWords(selected, query, matches)
}

describe('the count of a search in the chapter', () => {
  test('shows which match is selected and how many there are', () => {
    expect(told('林远', 1)).toBe('2 / 3')
    expect(told('林远')).toBe('3 处')
    expect(told('𠮷站', 0)).toBe('1 / 1')
    expect(told('。$', 2, true)).toBe('3 / 3')
  })

  test('shows that there is none, and that an expression is invalid', () => {
    expect(told('许三娘')).toBe('没有找到')
    expect(told('(林', undefined, true)).toBe('正则写得不对')
    expect(told('')).toBe('')
  })

  test('shows more than can be counted as more', () => {
    const state = EditorState.create({ doc: '雾'.repeat(20_000), extensions: phrases })
    const query = new SearchQuery({ search: '雾' })
    expect(findWords(state, query, [...matchesOf(state.doc, query)].at(-1) ?? [])).toBe('10000+ 处')
  })

  test.each([
    ['雾', false],
    ['港', false],
    ['他.*雾', true],
    ['雾。$', true],
    ['\\n他', false],
    ['。\\s+他', true],
  ])('searches %j in a long chapter in slices, and finds all of it', (search, regexp) => {
    const lines = Array.from({ length: 4000 }, (_, at) => `　　他数到第${at}盏灯，外面起了雾。`)
    const { doc } = EditorState.create({ doc: lines.join('\n') })
    const query = new SearchQuery({ search, regexp })
    const expected: [number, number][] = []
    const cursor = query.getCursor(doc)
    for (let next = cursor.next(); !next.done; next = cursor.next())
      expected.push([next.value.from, next.value.to])
    const sizes: number[] = []
    let found: ReturnType<typeof matchesOf> extends Generator<infer Found> ? Found : never = []
    for (const some of matchesOf(doc, query)) {
      sizes.push(some.length)
      found = some
    }
    expect(found).toEqual(expected)
    const steps = sizes.map((size, at) => size - (sizes[at - 1] ?? 0))
    expect(Math.max(...steps)).toBeLessThanOrEqual(search.includes('\\') ? 4000 : 2000)
    if (!search.includes('\\')) expect(sizes.length).toBeGreaterThanOrEqual(2)
  })
})
