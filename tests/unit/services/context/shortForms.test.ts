import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { detailLevels } from '../../../../main/src/services/codex/detail.ts'
import { redactShortForm } from '../../../../main/src/services/context/shortForms.ts'
import { createRedactor } from '../../../../main/src/services/redaction/index.ts'
import { createNextPlans } from '../../../../main/src/services/sources/nextPlans.ts'
import { countedChecks } from '../../../support/countedChecks.ts'
import { engineOf, requestFor } from '../../../support/engine.ts'
import { sourceOf } from '../../../support/planted.ts'

const key = 'Qm4ZT81xWv7LrP20cHn5aKd8'
const redactor = createRedactor({ keys: () => [key] })
const redact = (text: string) => redactor.redact(text, 'creonow')

const secrets = [
  'ghp_aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC1dE3fG5',
  'github_pat_11ABCDEFG0aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC1dE3fG5hI7',
  'AKIAQ3EGU7ZK4XW2N5BT',
  'AIzaSyD4kJ8fH2mN6pQ9rT3vX7zB1cE5gI8lO0w',
  'hf_aBcDeFgHiJkLmNoPqRsTuVwXyZ12345678',
  'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dBjftJeZ4CVPmB92K27uhbUJU1p1r',
  key,
]
const pads = {
  zh: '守灯人在旧仓里藏了一台收音机谁也不知道那是什么时候的东西'.repeat(8),
  en: 'the keeper hid a radio in the old store and nobody ever knew when that had been '.repeat(4),
}

/** The forms of an entry with this text, as a prompt has them. */
async function formsOf(body: string, language: 'zh' | 'en', progressions: readonly string[] = []) {
  const entry = { name: language === 'zh' ? '林远' : 'Ann', aliases: [], body, relations: [] }
  const changes = progressions.map((text) => ({ text }))
  const { full, shorter } = detailLevels({ ...entry, progressions: changes }, language)
  const redacted = await redact(full)
  const forms = await Promise.all(
    Object.values(shorter).map((form) => redactShortForm(form, { original: full, redacted }, redact)),
  )
  return { full: redacted.text, forms: forms.map(({ text }) => text), raw: Object.values(shorter) }
}

const pieceOf = (secret: string, text: string) =>
  Array.from({ length: secret.length - 3 }, (_, at) => secret.slice(at, at + 4)).find((piece) =>
    text.includes(piece),
  )

describe('a shorter form', () => {
  it('has not the password whose name was cut out of it', async () => {
    const zh = await formsOf('灯塔旧服务器上备用邮箱每三个月换一次的登录口令：Qx7vLp92KdWz。', 'zh')
    const en = await formsOf('The keeper of the lighthouse wrote down the password: Qx7vLp92KdWz', 'en')
    expect([zh.raw.join('').includes('月……Qx7vLp92KdWz'), zh.forms, en.forms]).toEqual([
      true,
      ['灯塔旧服务器上备用邮箱每三个月……***REDACTED***。', '林远'],
      ['The keeper of t…… ***REDACTED***', 'Ann'],
    ])
  })

  it('shows four characters in a row of no secret that its text hides, wherever it is cut', async () => {
    const checked = countedChecks()
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...secrets),
        fc.constantFrom('zh' as const, 'en' as const),
        fc.integer({ min: 0, max: 125 }),
        fc.boolean(),
        async (secret, language, before, isChange) => {
          const pad = pads[language]
          const text = `${pad.slice(0, before)} ${secret} ${pad.slice(0, 90)}。`
          const { full, forms, raw } = await formsOf(isChange ? '' : text, language, isChange ? [text] : [])
          expect(full).not.toContain(secret)
          for (const form of forms) expect(pieceOf(secret, form)).toBeUndefined()
          checked.when(raw.some((form) => !form.includes(secret) && pieceOf(secret, form) !== undefined))
        },
      ),
      { numRuns: 300 },
    )
    checked.expectShare(0.15)
  })

  it('of a text without secrets is what its source made of it', async () => {
    const zh = await formsOf(`${pads.zh}。`, 'zh', ['建安五年，他死在灯塔里。'])
    const en = await formsOf(pads.en, 'en', ['He died in the old store.'])
    expect([zh.forms, en.forms]).toEqual([zh.raw, en.raw])
  })

  it('is without what a redactor has hidden that says nothing of places, as an embedder may pass one', async () => {
    const hide = async (text: string) => ({
      text: text.replaceAll('暗号是铜哨三声长鸣', '○'),
      replacements: [],
      evidence: [],
    })
    const original = '灯亮了，暗号是铜哨三声长鸣，他走了。'
    const redacted = await hide(original)
    const form = await redactShortForm('灯亮了……铜哨三声长鸣', { original, redacted }, hide)
    expect(form.text).toBe('灯亮了……***REDACTED***')
  })
})

describe('a prompt', () => {
  it('that has no room for an entry in full shows nothing of a password in it', async () => {
    const { full: text, shorter: forms } = detailLevels(
      {
        ...{ name: '林远', aliases: [], progressions: [], relations: [] },
        body: `灯塔旧服务器上备用邮箱每三个月换一次的登录口令：Qx7vLp92KdWz。\n${'补网守灯。'.repeat(3000)}`,
      },
      'zh',
    )
    const planted = { source: 'codexAlways', path: '.creonow/characters/林远.md', label: '林远', text, forms }
    const source = {
      ...sourceOf('codexAlways', async () => [planted]),
      shrinkSteps: [{ step: 'line' as const, cutOrder: 1 }],
    }
    const request = requestFor('雾。', {
      model: { id: 'fake', windowTokens: 8192, outputReserveTokens: 1000 },
    })
    const { systemPrompt } = await engineOf([source]).assemble(request)
    expect([systemPrompt.includes('每三个月……***REDACTED***。'), systemPrompt.includes('Qx7v')]).toEqual([
      true,
      false,
    ])
  })

  it.each(secrets.slice(0, 3))('with a plan that is cut inside of %s shows no part of it', async (secret) => {
    const plan = { text: `${pads.zh.slice(0, 100)} ${secret}\n另一行`, beats: [] }
    const ports = { planOf: async () => undefined, povName: async () => undefined }
    const source = createNextPlans(
      { ...ports, nextPlans: async () => [{ title: '第十一章', plan }] },
      { profile: async () => ({ language: 'zh' }) } as never, // all of a profile that this source reads
    )
    const { userContent } = await engineOf([source]).assemble(requestFor('雾。'))
    expect([
      userContent.includes(`${pads.zh.slice(90, 100)} ***REDACTED***`),
      userContent.includes('另一行'),
      pieceOf(secret, userContent),
    ]).toEqual([true, false, undefined])
  })
})
