import { beforeAll, expect, test } from 'vitest'
import type { ReceiptChunk } from '../../../../main/src/contract/context.ts'
import {
  chunkName,
  chunkOf,
  chunkPlace,
  fileTitle,
  placeOf,
} from '../../../../renderer/src/features/contextViewer/sources.ts'
import { startI18n } from '../../../../renderer/src/i18n/index.ts'
import { addSourceNames } from '../../../../renderer/src/i18n/sourceNames.ts'
import { namedSources, realSource } from '../../../support/planted.ts'

let i18n: Awaited<ReturnType<typeof startI18n>>
beforeAll(async () => {
  i18n = await startI18n()
  addSourceNames(namedSources, i18n)
})

const chunk = (sourceName: string, source: string, label: string, range: Partial<ReceiptChunk> = {}) =>
  ({
    layer: 'retrieved',
    sourceName,
    card: sourceName === 'clippings' ? 'title' : realSource(sourceName).display.card,
    source,
    label,
    tokens: 10,
    action: 'kept',
    reason: '',
    trimReason: 'within_budget',
    state: 'same',
    text: '',
    ...range,
  }) satisfies ReceiptChunk
const document = 'manuscript/010-归航.md'
const passage = chunk('passages', document, '第十章 归航', { from: 12, to: 90 })
const before = chunk('textBefore', document, '光标之前 · 第十章', { layer: 'immediate', from: 0, to: 400 })
const entry = chunk('codexAlways', '.creonow/characters/顾栖.json', '顾栖', { layer: 'settings' })
const preference = chunk('preferences', 'memory:m1', '写作偏好', { layer: 'settings' })
const clip = chunk('clippings', 'clip:1', '')
// A receipt may come from anybody, with any name in it.
const odd = { ...clip, sourceName: 'constructor' }
const chunks = [passage, before, entry, preference, clip, odd]

test('names are the author’s own, kinds are in the language of the interface, labels are not read', () => {
  const of = (lng: string) => chunks.map((one) => chunkName(one, i18n.getFixedT(lng)))
  expect([of('zh'), of('en')]).toEqual([
    ['第十章 归航', '光标之前', '顾栖', '写作偏好', '资料', '资料'],
    ['第十章 归航', 'Before the caret', '顾栖', 'Writing preference', 'Material', 'Material'],
  ])
})

test('a place is a chapter by its name, a file of the project, or the kind of what is in none; no id of ours is one', () => {
  expect(chunks.map((one) => chunkPlace(one, i18n.t))).toEqual([
    '归航',
    '归航',
    '.creonow/characters/顾栖.json',
    '写作偏好',
    '资料',
    '资料',
  ])
  const references = ['memory:m1', `${document}#12-90`, '.creonow/settings/雾.md', 'request:additionalInput']
  expect(references.map((one) => placeOf(one, chunks, i18n.t))).toEqual([
    '写作偏好',
    '归航',
    '.creonow/settings/雾.md',
    '资料',
  ])
})

test('evidence finds its chunk by layer and range, also one of two of a file', () => {
  const found = [
    { layer: 'immediate', sourceRef: `${document}#0-400` },
    { layer: 'retrieved', sourceRef: `${document}#12-90` },
    { layer: 'retrieved', sourceRef: `${document}#0-400` },
    { layer: 'settings', sourceRef: '.creonow/characters/顾栖.json#kg-1' },
  ] as const
  expect(found.map((row) => chunkOf(row, chunks))).toEqual([before, passage, undefined, entry])
})

test('a file is called what the author calls it in both languages, and only an unknown one by its path', () => {
  const paths = [
    'manuscript/010-归航.md',
    '.creonow/locations/灯塔.md',
    '.creonow/settings/府城.md',
    '.creonow/rules/constraints.json',
    '.creonow/rules/style.md',
    '.creonow/threads.json',
    'notes.txt',
  ]
  const of = (lng: string) => paths.map((path) => fileTitle(path, i18n.getFixedT(lng)))
  expect([of('zh'), of('en')]).toEqual([
    ['归航', '地点 · 灯塔', '世界设定 · 府城', '创作约束', '文风', '伏笔', 'notes.txt'],
    ['归航', 'Locations · 灯塔', 'World · 府城', 'Constraints', 'Style sheet', 'Threads', 'notes.txt'],
  ])
})
