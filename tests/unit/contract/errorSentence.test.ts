import { describe, expect, it } from 'vitest'
import { ErrorCode } from '../../../main/src/contract/errorCodes.ts'
import {
  errorPayload,
  errorSentence,
  type StoredError,
} from '../../../main/src/contract/sentences/errorSentence.ts'
import { errorsEn } from '../../../main/src/contract/sentences/errorsEn.ts'
import { errorsZh } from '../../../main/src/contract/sentences/errorsZh.ts'
import { failuresEn } from '../../../main/src/contract/sentences/failuresEn.ts'
import { failuresZh } from '../../../main/src/contract/sentences/failuresZh.ts'
import { AppError, toPayload } from '../../../main/src/lib/appError.ts'
import { inputTooLarge } from '../../../main/src/services/context/engine.ts'
import { hasNothingChanged } from '../../../renderer/src/i18n/errorSentence.ts'

const noTokens = { rules: 0, settings: 0, retrieved: 0, immediate: 0 }
const han = /\p{Script=Han}|[，。；：“”（）]\p{Script=Han}|[，。；：（）]/u
const parametersOf = (sentence: string) => (sentence.match(/\{\{\w+\}\}/g) ?? []).toSorted()
const given = [
  { host: 'a.example', model: 'm-1', status: 503, seconds: 30 },
  { host: 'a.example', model: 'm-1', status: 503, seconds: 150 },
  { host: 'a.example', model: 'm-1' },
]
const said = (words: typeof failuresZh) =>
  Object.entries(words).flatMap(([code, say]) => given.map((params) => [code, say(params)] as const))

const inEnglish = (error: StoredError) => errorSentence(error, 'en')
const inChinese = (error: StoredError) => errorSentence(error, 'zh')

describe('the sentences of errors', () => {
  it('are there for every code, in both languages', () => {
    const known = (words: object) => Object.keys(words)
    for (const code of Object.values(ErrorCode)) {
      expect([...known(errorsEn), ...known(failuresEn)], code).toContain(code)
      expect([...known(errorsZh), ...known(failuresZh)], code).toContain(code)
      expect(inEnglish({ code, message: '它自己的话。' }), code).not.toMatch(han)
    }
  })

  it('are wholly in one language, end as sentences do, and do not shout', () => {
    for (const [key, sentence] of [...Object.entries(errorsEn), ...said(failuresEn)]) {
      if (key === 'INVALID_ARGUMENT_usage') continue
      expect(sentence, key).not.toMatch(han)
      expect(sentence, key).toMatch(/[.)]$/)
      expect(sentence, key).not.toMatch(/!/)
    }
    for (const [key, sentence] of [...Object.entries(errorsZh), ...said(failuresZh)]) {
      if (key === 'INVALID_ARGUMENT_usage') continue // the text of the command line itself
      expect(sentence, key).toMatch(/\p{Script=Han}.*。$/u)
      expect(sentence, key).not.toMatch(/[!！]/)
    }
  })

  it('name the same things in both languages', () => {
    const parameters = (words: Readonly<Record<string, string>>) =>
      Object.fromEntries(Object.entries(words).map(([key, sentence]) => [key, parametersOf(sentence)]))
    expect(parameters(errorsEn)).toEqual(parameters(errorsZh))
    const named = (words: typeof failuresZh) =>
      said(words).map(([code, sentence]) => [code, sentence.match(/a\.example|m-1|HTTP 503|30|\b3\b/g) ?? []])
    expect(named(failuresEn)).toEqual(named(failuresZh))
  })

  it('say once that nothing was changed: by the error itself, or by who shows it', () => {
    const unchanged = /nothing was (?:changed|written)|没有改动|什么也没有写|没有写入/i
    const all = [errorsEn, errorsZh].flatMap((words) => Object.entries<string>(words))
    for (const [key, sentence] of [...all, ...said(failuresEn), ...said(failuresZh)])
      if (hasNothingChanged({ code: key, message: '' })) expect(sentence, key).toMatch(unchanged)
      else if (key.startsWith('AI_')) expect(sentence, key).not.toMatch(unchanged)
  })
})

describe('errorSentence', () => {
  it('distinguishes causes of one code by its details', () => {
    const busy = (details: object) => inEnglish({ code: 'AI_BUSY', message: '太忙。', details })
    expect([busy({}), busy({ seconds: 150 })]).toEqual([
      'The service is too busy and did not take the request. Try again in a while.',
      'The service is too busy and takes requests again in 3 min. Try again then.',
    ])
    const { code, message, details } = inputTooLarge({
      ok: false,
      reason: 'rules',
      layers: noTokens,
      sources: [],
    })
    expect(inEnglish({ code, message, details })).toBe(errorsEn.CONTEXT_INPUT_TOO_LARGE_rules)
  })

  it('puts in what the details name, as it is', () => {
    const details = { host: 'a.example', to: 'b.example:8080' }
    expect(inEnglish({ code: 'AI_PROVIDER_REDIRECT', message: '转走了。', details })).toContain(
      'a.example wants to send requests on to b.example:8080.',
    )
    expect(
      inEnglish({ code: 'AI_PROVIDER_REDIRECT', message: '', details: { host: 'a.example', to: null } }),
    ).toContain('on to another place.')
    const broken = { path: '.creonow/<设定>/甲&乙$&.json', line: 3, column: 14 }
    expect(inEnglish({ code: 'FILE_BROKEN', message: '', details: broken })).toMatch(
      /^\.creonow\/<设定>\/甲&乙\$&\.json has an error in line 3, column 14\./,
    )
  })

  it('says in English what is wrong with a file, and no more where that is not known', () => {
    const fault = { code: 'constraintField', params: { number: 2, field: 'text' } }
    const details = { path: 'a.md', line: 3, column: 14, fault }
    const said = ['FILE_BROKEN', 'CONSTRAINT_FILE_BROKEN', 'CODEX_ENTRY_BROKEN'].map((code) =>
      inEnglish({ code, message: '', details }),
    )
    expect(said).toEqual([
      'a.md has an error in line 3, column 14: “text” of constraint 2 cannot be used. The file was left as it is and cannot be written until that is corrected.',
      'The constraints file has an error in line 3, column 14: “text” of constraint 2 cannot be used. It was left as it is and cannot be written until that is corrected.',
      'a.md cannot be read as an entry: “text” of constraint 2 cannot be used. The file was left as it is.',
    ])
    for (const other of ['甲', { code: 'constructor', params: {} }, { code: 'json' }, null])
      expect(
        inEnglish({ code: 'CODEX_ENTRY_BROKEN', message: '', details: { ...details, fault: other } }),
      ).toBe('a.md cannot be read as an entry. The file was left as it is.')
  })

  it('joins lists and takes texts of both languages in its own', () => {
    const headings = { why: 'otherHeadings', family: '回', families: ['章', '卷'] } as const
    const refused = errorPayload('INVALID_ARGUMENT', headings)
    const usage = errorPayload('INVALID_ARGUMENT', { why: 'usage', usage: { zh: '没有。', en: 'None.' } })
    expect([refused, usage].map((error) => [inChinese(error), inEnglish(error)])).toEqual([
      [
        '这个文件里没有“回”这种标题。找到的有：章、卷。',
        'This file has no headings of the kind “回”. It has: 章, 卷.',
      ],
      ['没有。', 'None.'],
    ])
  })

  it('names the file that could not be read, whatever the cause', () => {
    const details = { path: 'a.json', cause: 'READ_ONLY' }
    const error = toPayload(new AppError('READ_ONLY', details))
    expect([inChinese(error), inEnglish(error)]).toEqual([
      `“a.json”没有读到：${errorsZh.READ_ONLY}`,
      `a.json was not read: ${errorsEn.READ_ONLY}`,
    ])
  })

  it('gives the sentence of the code for an unknown word', () => {
    for (const details of [undefined, null, '甲', 7, [], { why: '乙' }, { why: 'constructor' }])
      expect(inEnglish({ code: 'NOT_FOUND', message: '没有。', details })).toBe(errorsEn.NOT_FOUND)
  })

  it('uses the own words of an error in Chinese, and for an unknown code', () => {
    const error = { code: 'NOT_FOUND', message: '没有“雾港”这一章。', details: { why: 'folder' } }
    expect(inChinese(error)).toBe('没有“雾港”这一章。')
    for (const code of ['A_NEW_ONE', 'toString', '__proto__'])
      expect(inEnglish({ ...error, code })).toBe('没有“雾港”这一章。')
  })

  it('has the page’s own sentences in both languages', () => {
    const lost = errorPayload('CANCELLED', { why: 'connection' })
    expect(inChinese(lost)).toBe(errorsZh.CANCELLED_connection)
    expect(inEnglish(lost)).toBe(errorsEn.CANCELLED_connection)
    expect(inEnglish(errorPayload('INTERNAL'))).toBe(errorsEn.INTERNAL)
  })
})
