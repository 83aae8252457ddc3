import { beforeAll, describe, expect, test } from 'vitest'
import type { CardForm } from '../../../../main/src/contract/evidence.ts'
import {
  blockName,
  glance,
  reasonChips,
  runName,
  shortHash,
  trimSentence,
  windowSegments,
} from '../../../../renderer/src/features/contextViewer/evidence.ts'
import { startI18n } from '../../../../renderer/src/i18n/index.ts'
import { addSourceNames } from '../../../../renderer/src/i18n/sourceNames.ts'
import { namedSources } from '../../../support/planted.ts'

let t: Awaited<ReturnType<typeof startI18n>>['t']
beforeAll(async () => {
  const i18n = await startI18n()
  addSourceNames(namedSources, i18n)
  t = i18n.t
})

test('two runs of one minute are distinguished by their skills, and one of the work’s own shows no identifier', () => {
  const createdAt = new Date(2026, 10, 23, 14, 28).toISOString()
  expect(['chat', 'continue', 'duel-scene'].map((skillId) => runName({ createdAt, skillId }, t))).toEqual([
    '运行 14:28 · 对话',
    '运行 14:28 · 续写',
    '运行 14:28',
  ])
})

describe('trimSentence', () => {
  const row = { layer: 'settings', sourceRef: 'a.md', beforeChars: 14200, afterChars: 0 } as const

  test.each([
    [
      { ...row, action: 'trimmed', reason: 'over_budget', afterChars: 1950 },
      '篇幅不够，14,200 字裁成 1,950 字',
    ],
    [
      { ...row, action: 'trimmed', reason: 'over_budget', afterChars: 20, level: 'line' },
      '篇幅不够，14,200 字裁成 20 字 · 一句话',
    ],
    [{ ...row, action: 'dropped', reason: 'not_selected' }, '这次没有选上，14,200 字没有放进去'],
    [{ ...row, action: 'dropped', reason: 'too_large', beforeChars: 0 }, '文件过大，没有读'],
    [{ ...row, action: 'kept', reason: 'within_budget', afterChars: 14200 }, '已放进去'],
  ] as const)('says what became of a piece: %j', (evidence, sentence) => {
    expect(trimSentence(evidence, t)).toBe(sentence)
  })
})

describe('chips', () => {
  const chunk = { action: 'trimmed', trimReason: 'over_budget', level: 'short' } as const

  test('say why a piece is here in parts, then what was cut', () => {
    const params = { rank: 1, terms: ['绳印', '石阶'] }
    expect(reasonChips({ ...chunk, reason: '相似', reasonCode: 'passage', params }, t)).toEqual([
      '与眼前的文字相关，第 1',
      '绳印、石阶',
      '篇幅不够',
      '简述',
    ])
  })
  test('show the stored words of an older receipt and of an unknown code', () => {
    const of = (reasonCode: object) => reasonChips({ ...chunk, reason: '相似第 1', ...reasonCode }, t)
    const stored = ['相似第 1', '篇幅不够', '简述']
    expect([of({}), of({ reasonCode: 'toString' }), of({ reasonCode: 'of_tomorrow' })]).toEqual([
      stored,
      stored,
      stored,
    ])
  })
})

test('blocks are named by layer, kind and file; one that is no block of ours has its id', () => {
  const ids = [
    'immediate:textBefore:manuscript/010-归航.md',
    'immediate:textBefore:manuscript/010-归航.md@2',
    'late:codexEntries:.creonow/characters/林远.md',
    'late',
    'settings:preferences:memory:m1',
    'rules:constraints:.creonow/rules/constraints.json#c1',
    'retrieved:embedder:clip:1',
    'rules',
    'template',
    '历史',
  ]
  expect(ids.map((id) => blockName(id, t))).toEqual([
    '眼前这一段 · 光标之前 · 归航',
    '眼前这一段 · 光标之前 · 归航 · 3',
    '前文与条目·补充 · 设定条目 · .creonow/characters/林远.md',
    '前文与条目·补充',
    '设定 · 写作偏好',
    '规则 · 创作约束 · .creonow/rules/constraints.json',
    '前文与条目 · 资料',
    '规则',
    '固定说明',
    '历史',
  ])
})

test('the first line is the first with text in it; what leads to the cursor shows its end', () => {
  const of = (text: string, card: CardForm = 'name') => glance(text, { card })
  expect(['\r\n \r\u3000林远走了。\n下一行', '', ' \n', '# 文笔\n短句。'].map((text) => of(text))).toEqual([
    '林远走了。 下一行',
    '',
    '',
    '文笔 短句。',
  ])
  expect(of(`${'前'.repeat(200)}浅的那一道，通向这座塔。`, 'end')).toMatch(/^……前+浅的那一道，通向这座塔。$/)
  expect(of(`${'前'.repeat(159)}𠮷`)).toBe('前'.repeat(159))
})

test('a hash is shortened from both ends', () => {
  expect(shortHash(`a41f${'0'.repeat(56)}9c02`)).toBe('a41f…9c02')
})

test('the parts of the bar fill the window exactly, with the template between layers and free space', () => {
  const summary = {
    tokenCount: 1000,
    layers: {
      rules: { tokens: 200, truncated: false },
      settings: { tokens: 0, truncated: false },
      retrieved: { tokens: 300, truncated: false, chunks: 2 },
      immediate: { tokens: 400, truncated: true },
    },
    budget: {
      maxInputTokens: 3000,
      estimate: { rulesTokens: 0, settingsTokens: 0, retrievedTokens: 0, immediateTokens: 0, totalTokens: 0 },
      total: 2900,
      windowTokens: 4000,
      outputReserveTokens: 1000,
      templateTokens: 100,
      historyTokens: 50,
    },
  }
  expect(windowSegments(summary)).toEqual([
    { name: 'rules', tokens: 200 },
    { name: 'retrieved', tokens: 300 },
    { name: 'immediate', tokens: 400 },
    { name: 'template', tokens: 100 },
    { name: 'history', tokens: 50 },
    { name: 'free', tokens: 1950 },
    { name: 'reserve', tokens: 1000 },
  ])
})
