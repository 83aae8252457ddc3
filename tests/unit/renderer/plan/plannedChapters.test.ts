import { expect, test } from 'vitest'
import { plannedChapters } from '../../../../renderer/src/features/plan/plannedChapters.ts'

test('each line is a chapter: its title, and behind a colon or a blank between Chinese words its plan', () => {
  const typed = [
    '夜渡：宋江偷渡过江',
    '断桥 裴无咎在桥上数船',
    '第407章 旧信',
    '第408章　灯下无影：四盏灯，一个影子',
    '　',
    '合符',
    '𠮷日 迎亲：三更',
  ].join('\r\n')
  expect(plannedChapters(typed)).toEqual([
    { title: '夜渡', plan: '宋江偷渡过江', line: '夜渡：宋江偷渡过江' },
    { title: '断桥', plan: '裴无咎在桥上数船', line: '断桥 裴无咎在桥上数船' },
    { title: '第407章 旧信', plan: '', line: '第407章 旧信' },
    {
      title: '第408章　灯下无影',
      plan: '四盏灯，一个影子',
      line: '第408章　灯下无影：四盏灯，一个影子',
    },
    { title: '合符', plan: '', line: '合符' },
    { title: '𠮷日 迎亲', plan: '三更', line: '𠮷日 迎亲：三更' },
  ])
})

test('a blank between English words belongs to the title', () => {
  expect(
    plannedChapters('The Night Crossing: they drift without oars\nBroken Bridge\nChapter 9 Ash'),
  ).toEqual([
    {
      title: 'The Night Crossing',
      plan: 'they drift without oars',
      line: 'The Night Crossing: they drift without oars',
    },
    { title: 'Broken Bridge', plan: '', line: 'Broken Bridge' },
    { title: 'Chapter 9 Ash', plan: '', line: 'Chapter 9 Ash' },
  ])
})

test('a colon at an edge divides nothing, and a title that is too long goes on in the plan', () => {
  expect(plannedChapters('：只有计划\n断桥：')).toEqual([
    { title: '：只有计划', plan: '', line: '：只有计划' },
    { title: '断桥', plan: '', line: '断桥：' },
  ])
  const [long] = plannedChapters('灯'.repeat(205))
  expect(long).toEqual({ title: '灯'.repeat(200), plan: '灯'.repeat(5), line: '灯'.repeat(205) })
  const [pair] = plannedChapters(`${'灯'.repeat(199)}𠮷渡`)
  expect([pair?.title, pair?.plan]).toEqual(['灯'.repeat(199), '𠮷渡'])
})
