import { expect, test } from 'vitest'
import { marker } from '../../../../main/src/services/redaction/index.ts'
import { pathEnd } from '../../../../main/src/services/redaction/pathEnd.ts'

const rest = (head: string, text: string, accounts?: string[]) =>
  text.slice(pathEnd(text, head.length, marker, accounts))

test.each([
  [`/home/bob/${marker}/x 他说`, ' 他说'],
  ['/home/bob/小说/a.md。他说', '。他说'],
  ['/home/bob/小说。', '。'],
  ['/home/bob/x), 他说', '), 他说'],
  ['/home/', ''],
  ['/home/bob/novel草稿/ch1.md他说', '他说'],
  ['/home/bob/novel草稿', '草稿'],
  ['/home/bob/a.md和b/c', '和b/c'],
  ['/home/bob/小说和/tmp/x', '小说和/tmp/x'],
  ['/home/bob/第1.5章.md里', '里'],
  ['/home/bob/小说里面的东西', '的东西'],
  ['/home/bob/𠮷𠮷𠮷𠮷𠮷', '𠮷'],
  ['/home/bob/小说v2final好', '好'],
  ['/home/bob/书.txt1好', '好'],
  ['/home/bob/书\n二', '\n二'],
  [`/home/bob/${'书'.repeat(256)}/x`, `${'书'.repeat(252)}/x`],
  [`/home/bob/${'书'.repeat(255)}/x`, ''],
])('a path ends where prose begins: %s', (text, prose) => {
  expect(rest('/home/', text)).toBe(prose)
})

test.each([
  ['C:\\Users\\Amy Lin\\My Novel\\a.md 里', ' 里'],
  ['C:\\Users\\amy 和 D:\\x', ' 和 D:\\x'],
  ['C:\\Users\\amy lin', ' lin'],
  ['C:\\Users\\赵大勇\\桌面\\大纲.txt里面', '里面'],
  ['C:\\Users\\赵大勇/桌面', '/桌面'],
  ['C:\\n小说\\大纲.txt好', '好'],
])('a Windows path goes on through its folders: %s', (text, prose) => {
  expect(rest('C:\\', text)).toBe(prose)
})

test.each([
  ['C:\\\\Users\\\\Amy Lin\\\\a.md"}', '"}'],
  ['C:\\\\Users\\\\赵大勇\\\\大纲.txt\\n下一行\\n下', '\\n下一行\\n下'],
  ['C:\\\\Users\\\\bob\\\\a.md\\n下一行', '\\n下一行'],
  ['C:\\\\Users\\\\amy lin\\nThen', ' lin\\nThen'],
])('a path in JSON ends at a line break: %s', (text, prose) => {
  expect(rest('C:\\\\', text)).toBe(prose)
})

test('the own account is tried first right behind Users and home', () => {
  const accounts = ['', '欧阳小明明', '张三']
  expect(rest('/home/', '/home/欧阳小明明里面', accounts)).toBe('里面')
  expect(rest('/home/', '/home/张三里面', accounts)).toBe('里面')
  expect(rest('C:\\', 'C:\\Users\\张三里面', accounts)).toBe('里面')
  expect(rest('/home/', '/home/张三里面')).toBe('')
  expect(rest('/home/', '/home/x/张三里面', accounts)).toBe('')
  expect(rest('/tmp/', '/tmp/张三里面', accounts)).toBe('')
})
