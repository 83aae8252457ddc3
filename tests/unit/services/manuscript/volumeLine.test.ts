import { expect, test } from 'vitest'
import { findVolumeLine } from '../../../../main/src/services/manuscript/volumeLine.ts'

test.each([
  ['第一卷 桃园\n\n第一回 结义\n', '第一卷 桃园'],
  ['\r\n\u3000\u3000第二卷　许都\r\n第十一回 刘皇叔\r\n', '第二卷　许都'],
  ['# 第一卷 𠮷野\n\n## 第一章 雾\n', '第一卷 𠮷野'],
  ['第一部 起\n\n第一卷 承\n第一章 转\n', '第一部 起 · 第一卷 承'],
  ['VOLUME II\n\nCHAPTER I\n', 'VOLUME II'],
])('the line %j begins the volume %s', (text, title) => {
  const line = findVolumeLine(text)
  expect(line?.title).toBe(title)
  expect(text.slice(line?.from, line?.to).trim().startsWith(text.trim().slice(0, 3))).toBe(true)
})

test.each([
  '第一卷 桃园\n\n话说天下大势，分久必合。\n',
  '第一回 结义\n\n第一卷 桃园\n',
  '话说天下大势。\n第一卷 桃园\n第一回 结义\n',
  '第一卷书他读了三遍。\n第一回 结义\n',
])('the line %j begins no volume', (text) => {
  expect(findVolumeLine(text)).toBeUndefined()
})
