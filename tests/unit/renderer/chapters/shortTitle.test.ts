import { expect, test } from 'vitest'
import { shortTitle } from '../../../../renderer/src/features/chapters/shortTitle.ts'

test.each([
  ['第十章　灯塔下的信', '灯塔下的信'],
  ['第12回: 曹孟德', '曹孟德'],
  ['第十二回', '第十二回'],
  ['第一章', '第一章'],
  ['楔子', '楔子'],
  ['第三次握手', '第三次握手'],
])('%s is listed as %s', (title, short) => {
  expect(shortTitle(title)).toBe(short)
})
