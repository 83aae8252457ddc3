import { expect, test } from 'vitest'
import {
  beginsVolume,
  moveDown,
  moveInto,
  moveTo,
  moveUp,
} from '../../../../renderer/src/features/chapters/chapterOrder.ts'

/** 序 without a volume; 一 甲 乙 丙 · 二 丁. */
const chapters = [
  { documentId: '序' },
  ...['甲', '乙', '丙'].map((documentId) => ({ documentId, volume: { title: '第一卷', index: 1 } })),
  { documentId: '丁', volume: { title: '第二卷', index: 2 } },
]

test('only the first chapter of a volume begins it', () => {
  expect(chapters.map((_, at) => beginsVolume(chapters, at))).toEqual([false, true, false, false, true])
})

test('a move up by one stays in the volume: the chapter that begins it moves down instead', () => {
  expect(chapters.map(({ documentId }) => moveUp(chapters, documentId))).toEqual([
    null,
    { documentId: '甲', after: null },
    { documentId: '甲', after: '乙' },
    { documentId: '丙', after: '甲' },
    { documentId: '丁', after: '乙' },
  ])
})

test('a move down by one goes behind the next chapter, and nowhere at the end', () => {
  expect(['序', '丙', '丁', '没有'].map((id) => moveDown(chapters, id))).toEqual([
    { documentId: '序', after: '甲' },
    { documentId: '丙', after: '丁' },
    null,
    null,
  ])
})

test.each([
  ['序', '乙', { documentId: '序', after: '乙' }],
  ['丁', '乙', { documentId: '丁', after: '甲' }],
  ['丙', '序', { documentId: '丙', after: null }],
  // The chapter that begins a volume stays in front of what comes from elsewhere, and lets its neighbour past.
  ['丁', '甲', { documentId: '丁', after: '甲' }],
  ['乙', '甲', { documentId: '甲', after: '乙' }],
  ['甲', '甲', null],
  ['没有', '甲', null],
])('a chapter, %s, that is dragged to the place of %s moves as expected', (documentId, place, move) => {
  expect(moveTo(chapters, documentId, place)).toEqual(move)
})

test('a chapter dragged onto a volume becomes its last, and nothing moves where it is that already', () => {
  const into = (documentId: string, index: number) => moveInto(chapters, documentId, index)
  expect([
    into('丁', 1),
    into('序', 2),
    into('甲', 1),
    into('丙', 1),
    into('没有', 1),
    into('序', 9),
  ]).toEqual([
    { documentId: '丁', after: '丙' },
    { documentId: '序', after: '丁' },
    { documentId: '甲', after: '丙' },
    null,
    null,
    null,
  ])
})
