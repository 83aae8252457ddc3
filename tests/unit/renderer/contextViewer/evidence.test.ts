import { beforeAll, describe, expect, test } from 'vitest'
import {
  blockName,
  glance,
  reasonChips,
  shortHash,
  sourceName,
  trimSentence,
  warningSentence,
  windowSegments,
} from '../../../../renderer/src/features/contextViewer/evidence.ts'
import { startI18n } from '../../../../renderer/src/i18n/index.ts'

let t: Awaited<ReturnType<typeof startI18n>>['t']
beforeAll(async () => {
  t = (await startI18n()).t
})

describe('warningSentence', () => {
  test.each([
    ['KG_UNAVAILABLE: 知识图谱数据未注入', '这次没有用上人物和设定卡：知识图谱数据未注入。'],
    ['RAG_INDEXING: 已索引 12/40', '前文还在建索引，找到的可能不全。（已索引 12/40）'],
    [
      'RAG_UNAVAILABLE: 向量服务连不上，这次只按字词检索',
      '前文可能没有找全，其余照常。（向量服务连不上，这次只按字词检索）',
    ],
    ['CURSOR_CLAMPED', '光标位置超出了文件，已移到末尾。'],
    ['SOMETHING_NEW: 说明文字', '说明文字'],
    ['SOMETHING_NEW', 'SOMETHING_NEW'],
    ['toString', 'toString'],
  ])('%s', (warning, sentence) => {
    expect(warningSentence(warning, t)).toBe(sentence)
  })
})

describe('trimSentence', () => {
  const row = { layer: 'settings', sourceRef: 'a.md', beforeChars: 14200, afterChars: 0 } as const

  test.each([
    [
      { ...row, action: 'trimmed', reason: 'over_budget', afterChars: 1950 },
      '预算不足，14,200 字裁成 1,950 字',
    ],
    [
      { ...row, action: 'trimmed', reason: 'over_budget', afterChars: 20, level: 'line' },
      '预算不足，14,200 字裁成 20 字 · 一句话',
    ],
    [{ ...row, action: 'dropped', reason: 'not_selected' }, '这次没有选上，14,200 字没有放进去'],
    [{ ...row, action: 'dropped', reason: 'too_large', beforeChars: 0 }, '文件过大，没有读'],
    [{ ...row, action: 'kept', reason: 'within_budget', afterChars: 14200 }, '已放进去'],
  ] as const)('%j', (evidence, sentence) => {
    expect(trimSentence(evidence, t)).toBe(sentence)
  })
})

test('sources are named as a person would, paths stay paths', () => {
  const sources = [
    '.creonow/rules/style.md',
    'manuscript/002.md#12-40',
    'request:additionalInput',
    'memory:m1',
  ]
  expect(sources.map((source) => sourceName(source, t))).toEqual([
    '.creonow/rules/style.md',
    'manuscript/002.md',
    '您的要求',
    '记忆 m1',
  ])
})

test('chips: why it is here in parts, then what was cut', () => {
  const chunk = {
    reason: '相似第 1 · 绳印、石阶',
    action: 'trimmed',
    trimReason: 'over_budget',
    level: 'short',
  } as const
  expect(reasonChips(chunk, t)).toEqual(['相似第 1', '绳印、石阶', '预算不足', '简述'])
})

test('blocks of a layer carry its name, others their own id', () => {
  expect(['immediate/before', 'template/system', '历史'].map((id) => blockName(id, t))).toEqual([
    '即时 · before',
    'template/system',
    '历史',
  ])
})

test('the first line is the first with text in it', () => {
  const of = (text: string, label = '') => glance({ text, label })
  expect(['\r\n \r\u3000林远走了。\n下一行', '', ' \n', '# 文笔\n短句。'].map((text) => of(text))).toEqual([
    '林远走了。 下一行',
    '',
    '',
    '文笔 短句。',
  ])
  expect(of(`${'前'.repeat(200)}浅的那一道，通向这座塔。`, '光标之前 · 第十章')).toMatch(
    /^……前+浅的那一道，通向这座塔。$/,
  )
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
