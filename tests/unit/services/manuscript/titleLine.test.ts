import { expect, it } from 'vitest'
import { findTitleLine } from '../../../../main/src/services/manuscript/titleLine.ts'

const text = '第一章\r\n\r\n\u3000\u3000雾港\r\n\r\n雾从港口漫上来。\r\n'

it('a file named after its number and the line below has both as its title', () => {
  expect(findTitleLine(text, false, '第一章 雾港')).toEqual({ title: '第一章 雾港', line: '第一章', from: 0 })
})

it('a file with another name has its heading as the title', () => {
  expect(findTitleLine(text, false, '第一章')?.title).toBe('第一章')
  expect(findTitleLine(text, false, '第一章 夜航')?.title).toBe('第一章')
  expect(findTitleLine('第一章 雾港\n\n夜航\n', false, '第一章 雾港 夜航')?.title).toBe('第一章 雾港')
})
