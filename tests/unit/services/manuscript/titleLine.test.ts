import { expect, it } from 'vitest'
import { findTitleLine, titleLineWith } from '../../../../main/src/services/manuscript/titleLine.ts'

const text = '第一章\r\n\r\n\u3000\u3000雾港\r\n\r\n雾从港口漫上来。\r\n'

it('a file named after its number and the line below has both as its title', () => {
  expect(findTitleLine(text, false, '第一章 雾港')).toEqual({ title: '第一章 雾港', line: '第一章', from: 0 })
})

it('a file with another name has its heading as the title', () => {
  expect(findTitleLine(text, false, '第一章')?.title).toBe('第一章')
  expect(findTitleLine(text, false, '第一章 夜航')?.title).toBe('第一章')
  expect(findTitleLine('第一章 雾港\n\n夜航\n', false, '第一章 雾港 夜航')?.title).toBe('第一章 雾港')
})

it('the sign of a note on a heading is no part of the title, and stays on the line, also under another title', () => {
  const found = [
    findTitleLine('# 第一章 起[^1]\n\n[^1]: 译者注\n', false),
    findTitleLine('第一章[^注]\n\n正文。\n', false, '第一章'),
    findTitleLine('一　天涯思君[^1]\n', false, '一 天涯思君'),
    findTitleLine('# Low Water[^a][^b]\n', true),
    findTitleLine('# [^1]\n', true),
    findTitleLine('[^1] 第二章的注\n[^2]: Chapter 2\n', false),
  ]
  expect(found).toEqual([
    { title: '第一章 起', line: '# 第一章 起[^1]', from: 0 },
    { title: '第一章', line: '第一章[^注]', from: 0 },
    { title: '一　天涯思君', line: '一　天涯思君[^1]', from: 0 },
    { title: 'Low Water', line: '# Low Water[^a][^b]', from: 0 },
    { title: '[^1]', line: '# [^1]', from: 0 },
    undefined,
  ])
  const lines = found.slice(0, 4).map((line) => line && titleLineWith(line, '第二章 落[^b]'))
  expect(lines).toEqual([
    '# 第二章 落[^b][^1]',
    '第二章 落[^b][^注]',
    '第二章 落[^b][^1]',
    '# 第二章 落[^b][^a]',
  ])
})
