import { expect, test } from 'vitest'
import { volumeAfterRemoval } from '../../../../../main/src/services/manuscript/rearrange/volumeAfterRemoval.ts'

/** 序 without a volume; 一 甲 乙 · 二 丙 · 三 丁 戊. */
const order = [
  { documentId: '序' },
  ...['甲', '乙'].map((documentId) => ({ documentId, volume: { title: '第一卷', index: 1 } })),
  { documentId: '丙', volume: { title: '第二卷', index: 2 } },
  ...['丁', '戊'].map((documentId) => ({ documentId, volume: { title: '第三卷', index: 3 } })),
]

test.each([
  ['乙', '乙序甲丙丁戊', undefined],
  ['序', '甲乙丙序丁戊', undefined],
  ['甲', '序乙甲丙丁戊', { title: '第一卷', to: '乙' }],
  ['甲', '甲序乙丙丁戊', { title: '第一卷', to: '乙' }],
  ['丁', '序甲乙丁丙戊', { title: '第三卷', to: '戊' }],
  // Alone in its volume: before another volume and at the end it stays one, amid others it would take them in.
  ['丙', '序丙甲乙丁戊', undefined],
  ['丙', '序甲乙丁戊丙', undefined],
  ['丙', '序甲丙乙丁戊', { title: '第二卷' }],
  ['丙', '丙序甲乙丁戊', { title: '第二卷' }],
  // Deleted.
  ['甲', '', { title: '第一卷', to: '乙' }],
  ['丙', '', { title: '第二卷' }],
  ['戊', '', undefined],
])('the chapter %s in the order %j leaves its volume as expected', (documentId, wanted, fate) => {
  expect(volumeAfterRemoval(order, documentId, [...wanted])).toEqual(fate)
})
