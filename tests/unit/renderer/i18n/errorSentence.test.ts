import type { TFunction } from 'i18next'
import { beforeAll, describe, expect, it } from 'vitest'
import { inputTooLarge } from '../../../../main/src/services/context/refusal.ts'
import { problem as english } from '../../../../renderer/src/i18n/enErrors.ts'
import { failure as failures } from '../../../../renderer/src/i18n/enFailures.ts'
import { errorSentence, type Said, saysNothingChanged } from '../../../../renderer/src/i18n/errorSentence.ts'
import { startI18n } from '../../../../renderer/src/i18n/index.ts'
import { pageError } from '../../../../renderer/src/i18n/pageError.ts'
import { problem as chinese } from '../../../../renderer/src/i18n/zhErrors.ts'
import { failure as chineseFailures } from '../../../../renderer/src/i18n/zhFailures.ts'

const noTokens = { rules: 0, settings: 0, retrieved: 0, immediate: 0 }
const han = /\p{Script=Han}|[。，“”]/u
const parametersOf = (sentence: string) => (sentence.match(/\{\{\w+\}\}/g) ?? []).toSorted()

let inEnglish: (error: Said) => string
let inChinese: (error: Said) => string
beforeAll(async () => {
  const i18n = await startI18n()
  const en: TFunction = i18n.getFixedT('en')
  inEnglish = (error) => errorSentence(error, en, 'en')
  inChinese = (error) => errorSentence(error, i18n.getFixedT('zh'), 'zh')
})

describe('errorSentence', () => {
  it('has no Chinese in English, and no other parameters than in Chinese', () => {
    for (const [key, sentence] of Object.entries({ ...english, ...failures })) {
      expect(sentence, key).not.toMatch(han)
      expect(sentence, key).toMatch(/[.)]$/)
    }
    const parameters = (words: Readonly<Record<string, string>>) =>
      Object.fromEntries(Object.entries(words).map(([key, sentence]) => [key, parametersOf(sentence)]))
    expect(parameters(failures)).toEqual(parameters(chineseFailures))
    expect(parameters({ ...english, FILE_BROKEN: '', CONSTRAINT_FILE_BROKEN: '' })).toEqual(
      parameters({ ...chinese, FILE_BROKEN: '', CONSTRAINT_FILE_BROKEN: '' }),
    )
  })

  it('tells the same code apart by its details', () => {
    const busy = (details: object) => inEnglish({ code: 'AI_BUSY', message: '太忙。', details })
    expect([busy({}), busy({ seconds: 150 })]).toEqual([
      failures.AI_BUSY,
      'The service is too busy and takes requests again in 3 min. Try again then.',
    ])
    const { code, message, data } = inputTooLarge({
      ok: false,
      reason: 'rules',
      layers: noTokens,
      sources: [],
    })
    expect(inEnglish({ code, message, details: data })).toBe(english.CONTEXT_INPUT_TOO_LARGE_rules)
  })

  it('puts in what the details name, as it is', () => {
    const details = { host: 'a.example', to: 'b.example:8080' }
    expect(inEnglish({ code: 'AI_PROVIDER_REDIRECT', message: '转走了。', details })).toContain(
      'a.example wants to send requests on to b.example:8080.',
    )
    expect(
      inEnglish({ code: 'AI_PROVIDER_REDIRECT', message: '', details: { host: 'a.example', to: null } }),
    ).toContain('on to another place.')
    const broken = { path: '.creonow/<设定>/甲&乙.json', line: 3, column: 14 }
    expect(inEnglish({ code: 'FILE_BROKEN', message: '', details: broken })).toMatch(
      /^\.creonow\/<设定>\/甲&乙\.json has an error in line 3, column 14\./,
    )
  })

  it('says the sentence of the code for a word it does not know', () => {
    for (const details of [undefined, null, '甲', 7, [], { why: '乙' }, { why: 'constructor' }])
      expect(inEnglish({ code: 'NOT_FOUND', message: '没有。', details })).toBe(english.NOT_FOUND)
  })

  it('keeps the words of main in Chinese, and for a code that this page does not know', () => {
    const said = { code: 'NOT_FOUND', message: '没有“雾港”这一章。', details: { why: 'folder' } }
    expect(inChinese(said)).toBe('没有“雾港”这一章。')
    for (const code of ['A_NEW_ONE', 'toString', '__proto__'])
      expect(inEnglish({ ...said, code })).toBe('没有“雾港”这一章。')
  })

  it('says what the page itself has to tell in both languages', () => {
    const lost = pageError('CANCELLED', 'connection')
    expect(inChinese(lost)).toBe(chinese.CANCELLED_connection)
    expect(inEnglish(lost)).toBe(english.CANCELLED_connection)
    expect(inEnglish(pageError('INTERNAL'))).toBe(english.INTERNAL)
  })

  it('says once that nothing was changed: by the error itself, or by who shows it', () => {
    const unchanged = /nothing was (?:changed|written)|没有改动|什么也没有写|没有写入/i
    for (const words of [english, chinese, failures, chineseFailures])
      for (const [key, sentence] of Object.entries(words))
        if (saysNothingChanged({ code: key, message: '' })) expect(sentence, key).toMatch(unchanged)
        else if (key.startsWith('AI_')) expect(sentence, key).not.toMatch(unchanged)
  })
})
