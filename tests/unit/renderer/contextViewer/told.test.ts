import { beforeAll, describe, expect, test } from 'vitest'
import {
  type FileFault,
  faultParams,
  type Notice,
  type ParamKind,
  reasonParams,
  warningParams,
} from '#contract/warnings.ts'
import { describeFault } from '../../../../main/src/contract/sentences/fileFault.ts'
import {
  noticeSentence,
  reasonParts,
  warningSentence,
} from '../../../../renderer/src/features/contextViewer/sentences.ts'
import { startI18n } from '../../../../renderer/src/i18n/index.ts'

let i18n: Awaited<ReturnType<typeof startI18n>>
beforeAll(async () => {
  i18n = await startI18n()
})

type Sample = string | number | boolean | string[] | FileFault
/** Values a parameter of this kind may have, without a letter of either language. */
const samplesOf = (kind: ParamKind): Sample[] => {
  if (typeof kind !== 'string') return [...kind]
  const fault: FileFault[] = [{ code: 'fields', params: { fields: ['§'] }, at: { line: 3, column: 1 } }]
  return { text: ['§'], texts: [['§', '§'], []], number: [0, 3, 12345, 0.5], flag: [true, false], fault }[
    kind
  ]
}
const combinations = (params: Readonly<Record<string, ParamKind>>) =>
  Object.entries(params).reduce<Record<string, Sample>[]>(
    (all, [name, kind]) => all.flatMap((one) => samplesOf(kind).map((value) => ({ ...one, [name]: value }))),
    [{}],
  )
const casesOf = (declared: Readonly<Record<string, Readonly<Record<string, ParamKind>>>>) =>
  Object.entries(declared).flatMap(([code, kinds]) => combinations(kinds).map((params) => ({ code, params })))

const isChinese = (sentence: string) => /\p{Script=Han}/u.test(sentence)
/** What may stand in a Chinese sentence as it is. */
const names =
  /JPEG|PNG|Ollama|OLLAMA_CONTEXT_LENGTH|num_ctx|LM Studio|Context Length|\.creonow\/project\.json|tokenizer\.json|UTF-8|tokens|YAML|KB|MB|\b(?:id|name|output|insert|replace|show|layers|rules|settings|retrieved|immediate|window|profile|chat|search|planning)\b/g

const expectOneLanguage = (sentence: string, lng: string) => {
  expect(sentence).not.toMatch(/\{\{|undefined|^$/)
  if (lng === 'en') expect(sentence).not.toMatch(/\p{Script=Han}|[，。：；（）「」]/u)
  else expect(sentence.replace(names, '')).not.toMatch(/[A-Za-z_]/)
}

describe.each(['zh', 'en'])('in %s,', (lng) => {
  test('every declared warning is a sentence of this language with its parameters', () => {
    for (const { code, params } of casesOf(warningParams)) {
      // Made from the declaration, which the type is made from too.
      const notice = { code, params } as unknown as Notice
      const sentence = noticeSentence(notice, i18n.getFixedT(lng)) ?? ''
      expectOneLanguage(sentence, lng)
      if (lng === 'zh') expect(isChinese(sentence)).toBe(true)
    }
  })

  test('every declared reason is words of this language with its parameters', () => {
    for (const { code, params } of casesOf(reasonParams)) {
      // No reason speaks of a file's fault.
      const own = params as Parameters<typeof reasonParts>[0]['params'] & object
      const parts = reasonParts({ reasonCode: code, params: own }, i18n.getFixedT(lng))
      expect([code, parts.length > 0]).toEqual([code, true])
      for (const part of parts) expectOneLanguage(part, lng)
    }
  })
})

describe('what is wrong with a file', () => {
  test.each(['zh', 'en'] as const)('is described in %s only, in the page as in the command', (lng) => {
    for (const { code, params } of casesOf(faultParams)) {
      // Made from the declaration, which the type is made from too.
      const fault = { code, params, at: { line: 3, column: 14 } } as unknown as FileFault
      expectOneLanguage(describeFault(fault, lng).replace(/[“”…]|version|value|JSON/g, ''), lng)
    }
  })

  test('is part of the warning about it', () => {
    const fault = { code: 'idTaken', params: { id: 'lin', path: 'b.md' } } as const
    const notice = { code: 'CODEX_ENTRY_BROKEN', params: { path: 'a.md', count: 2, fault } } as const
    expect(['zh', 'en'].map((lng) => noticeSentence(notice, i18n.getFixedT(lng)))).toEqual([
      '有 2 个设定条目的文件有错误，没有放进去；先看 a.md：编号 lin 已经用在 b.md。',
      'Files of codex entries with an error, which were left out: 2. The first is a.md: the id lin is used in b.md already.',
    ])
  })
})

describe('reasonParts', () => {
  test.each([
    ['passage', { rank: 1, terms: ['绳印', '石阶'] }, ['与眼前的文字相关，第 1', '绳印、石阶']],
    ['relation', { of: '顾栖', relation: '' }, ['与「顾栖」有关']],
    ['relation', { of: '顾栖', relation: '师徒' }, ['与「顾栖」有关', '师徒']],
    [
      'in_window',
      { side: 'before', distance: 12345, key: '𠮷野', shared: true },
      ['光标前 12,345 字提到「𠮷野」', '几个条目共用这个称呼'],
    ],
    ['in_window', { side: 'after', distance: 0, key: '顾栖', shared: false }, ['光标处提到「顾栖」']],
    ['synopsis', { stale: true }, ['前面章节的梗概', '那一章后来改过']],
    ['given', { text: '{{key}} $t(run.you)' }, ['{{key}} $t(run.you)']],
    ['unheard_of', {}, []],
  ])('gives the parts of %s with %j', (reasonCode, params, parts) => {
    expect(reasonParts({ reasonCode, params }, i18n.getFixedT('zh'))).toEqual(parts)
  })
})

describe('warningSentence', () => {
  const told = {
    warnings: ['KG_UNAVAILABLE: 知识图谱数据未注入', 'RAG_INDEXING: 已索引 12/40'],
    notices: [
      { code: 'KG_UNAVAILABLE', params: {} },
      { code: 'RAG_INDEXING', params: { indexed: 12, total: 40 } },
    ] satisfies Notice[],
  }
  test('is made from the notice, in the language of the interface', () => {
    const of = (lng: string) => told.warnings.map((one) => warningSentence(one, told, i18n.getFixedT(lng)))
    expect([of('zh'), of('en')]).toEqual([
      ['这次没有用上人物和设定卡：知识图谱数据未注入。', '前文还在建索引，找到的可能不全（已索引 12/40）。'],
      [
        'Character and world entries were not available this time.',
        'Earlier chapters are still being indexed (12/40); some may be missing.',
      ],
    ])
  })
  test.each([
    ['KG_UNAVAILABLE: 知识图谱数据未注入', '这次没有用上人物和设定卡：知识图谱数据未注入。'],
    ['CURSOR_CLAMPED', '光标位置超出了文件，已移到末尾。'],
    ['RAG_INDEXING: 已索引 12/40', '已索引 12/40'],
    ['SOMETHING_NEW: 说明文字', '说明文字'],
    ['SOMETHING_NEW', 'SOMETHING_NEW'],
    ['toString', 'toString'],
  ])('is made without a notice: %s', (warning, sentence) => {
    expect(warningSentence(warning, {}, i18n.getFixedT('zh'))).toBe(sentence)
  })
  test('leaves the warning its own words when the code of its notice is unknown', () => {
    const notices = [{ code: 'OF_TOMORROW', params: {} } as unknown as Notice] // a newer main
    const warnings = ['OF_TOMORROW: 明天的事']
    expect(warningSentence('OF_TOMORROW: 明天的事', { warnings, notices }, i18n.t)).toBe('明天的事')
  })
})
